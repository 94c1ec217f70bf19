import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { type CSSProperties, useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner, toast as show } from 'sonner';
import { placeToasts, WIDTH_PX } from './toast-place';

/** What a message offers. */
export interface ToastAction {
  label: string;
  onSelect: () => void;
}

/** How long a message is shown, in milliseconds: longer when it offers undo, or says what went wrong. */
const SHORT_MS = 4_000;
const WITH_ACTION_MS = 8_000;
const FAILURE_MS = 12_000;
/** What only confirms can be read for so long, and then leaves with the next key or press. */
const AT_LEAST_MS = 1_000;

/** What a message may say and offer beside its text. */
interface ToastOptions {
  /** A message with the same one is replaced. */
  id?: string;
  description?: string;
  action?: ToastAction;
  /** Stays until it is closed, or dismissed because it holds no more. */
  isLasting?: boolean;
}

/** When each message that only confirms was shown, by its id, in milliseconds of `performance.now()`. */
const confirmations = new Map<string | number, number>();

/** When each message of a failure was shown that goes by itself, by its id. */
const failures = new Map<string | number, number>();

/** What was done says more than what went wrong before it. A failure of the same moment stays beside it. */
function dismissFailures(): void {
  for (const [id, shown] of failures) {
    if (performance.now() - shown >= AT_LEAST_MS) dismiss(id);
  }
}

/** What only confirms leaves: who goes on working has seen it, and it may lie over what comes next. */
function dismissConfirmations(): void {
  for (const [id, shown] of confirmations) {
    const left = shown + AT_LEAST_MS - performance.now();
    if (left > 0) setTimeout(() => confirmations.get(id) === shown && dismiss(id), left);
    else dismiss(id);
  }
}

function dismiss(id: string | number): void {
  confirmations.delete(id);
  failures.delete(id);
  show.dismiss(id);
}

/** Short messages at the top of the page. */
export const toast = {
  /** What was done. Without more to read or to do it only confirms, and leaves when the author goes on. */
  success(text: string, options: ToastOptions = {}): void {
    const { action, description, isLasting } = options;
    dismissFailures();
    const id = show.success(text, settings(options, action ? WITH_ACTION_MS : SHORT_MS));
    if (action || description || isLasting) confirmations.delete(id);
    else confirmations.set(id, performance.now());
  },
  /** News: neither success nor failure. */
  note(text: string, options: ToastOptions = {}): void {
    const id = show.info(text, settings(options, options.action ? WITH_ACTION_MS : SHORT_MS));
    confirmations.delete(id);
  },
  /** What went wrong. */
  failure(text: string, options: ToastOptions = {}): void {
    const id = show.error(text, settings(options, FAILURE_MS));
    confirmations.delete(id);
    if (options.isLasting) failures.delete(id);
    else failures.set(id, performance.now());
  },
  /** Progress; shown until a message with the same `id` replaces it or it is dismissed. */
  working(id: string, text: string, action?: ToastAction): void {
    const options = action === undefined ? { id } : { id, action };
    confirmations.delete(show.loading(text, settings(options, Number.POSITIVE_INFINITY)));
  },
  dismiss,
};

function settings({ action, isLasting, ...rest }: ToastOptions, duration: number) {
  placeToasts();
  return {
    ...rest,
    duration: isLasting ? Number.POSITIVE_INFINITY : duration,
    ...(action === undefined
      ? {}
      : {
          action: {
            label: action.label,
            onClick: () => {
              releaseFocus();
              action.onSelect();
            },
          },
        }),
  };
}

/**
 * The focus goes back to where it was before the message had it.
 * Sonner would put it there later, when the author has clicked somewhere else.
 */
function releaseFocus(): void {
  const focused = document.activeElement;
  if (focused instanceof HTMLElement && focused.closest('[data-sonner-toaster]')) focused.blur();
}

const ICONS = {
  success: <CircleCheck size={16} strokeWidth={1.75} className="text-accent-text" aria-hidden />,
  info: <Info size={16} strokeWidth={1.75} className="text-ink-soft" aria-hidden />,
  error: <CircleAlert size={16} strokeWidth={1.75} className="text-danger" aria-hidden />,
};

/** Below the bars of the page, so that a message covers no button of them. A page without bars keeps that distance, too. */
const TOP = 'calc(var(--toast-top, calc(56px + var(--inset-top))) + 8px)';

/** The one place where toasts appear: top center. Source: specification §2. */
export function Toaster({ isDark }: { isDark: boolean }) {
  const { t } = useTranslation();
  useEffect(() => {
    const onInput = (event: Event) => {
      if (!isInToast(event)) dismissConfirmations();
    };
    document.addEventListener('keydown', onInput, true);
    document.addEventListener('pointerdown', onInput, true);
    return () => {
      document.removeEventListener('keydown', onInput, true);
      document.removeEventListener('pointerdown', onInput, true);
    };
  }, []);
  return createPortal(
    <Sonner
      position="top-center"
      theme={isDark ? 'dark' : 'light'}
      offset={{ top: TOP }}
      mobileOffset={{
        top: TOP,
        left: 12,
        right: 12,
      }}
      icons={ICONS}
      // Above dialogs, whose messages are shown while they are open, and below menus, which are chosen from.
      style={{ '--width': `${WIDTH_PX}px`, zIndex: 45 } as CSSProperties}
      closeButton
      containerAriaLabel={t('notifications')}
      toastOptions={{
        closeButtonAriaLabel: t('dialog.close'),
        classNames: { description: 'whitespace-pre-line' },
        actionButtonStyle: {
          background: 'var(--accent)',
          color: 'var(--on-accent)',
          height: 28,
          padding: '0 10px',
          borderRadius: 6,
          fontSize: 13,
        },
        style: {
          background: 'var(--raised)',
          color: 'var(--ink)',
          border: 'none',
          boxShadow: 'var(--shadow-popup)',
          borderRadius: 8,
          fontFamily: 'inherit',
          fontSize: 13,
        },
      }}
    />,
    document.body,
  );
}

/** Whether an event happened inside a toast; toasts are outside of every dialog. */
export function isInToast({ target }: Event): boolean {
  return target instanceof Element && target.closest('[data-sonner-toaster]') !== null;
}
