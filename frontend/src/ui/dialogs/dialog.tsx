import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposition } from '../../lib/browser/composition';
import { classNames } from '../../lib/class-names';
import { buttonStyle } from '../buttons/button';
import { useTyped } from '../fields/use-typed';
import { focusAfter } from '../focus-heir';
import { isInToast } from '../states/toast';
import { focusTree, focusWithin } from './dialog-focus';
import { DiscardQuestion } from './discard-question';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: string;
  /** The content shows by itself what it is; the title is read out only. */
  isTitleHidden?: boolean;
  /** It closes by an answer only: there is no button to close it. */
  isDemanding?: boolean;
  /** Closing would lose something, so it is asked before; by default when something was typed. */
  hasInput?: boolean;
  /** Ctrl+Enter, ⌘+Enter on a Mac, in any of its fields. */
  onSubmitKeys?: (() => void) | undefined;
  /** What lies behind a sheet stays in sight, since the sheet changes it. */
  isClear?: boolean;
  /** Wide enough for a grid or two columns. */
  isWide?: boolean;
  /**
   * `sheet` rises from the lower edge and `drawer` comes from the left, for narrow windows; `full` takes what there is;
   * `side` stands at the right edge, over the list that it belongs to; `top` keeps its upper edge in place while what it
   * finds grows and shrinks.
   * What stands in a drawer, a full window or at the top scrolls by itself.
   */
  form?: 'center' | 'sheet' | 'drawer' | 'side' | 'full' | 'top';
  /** Buttons under the content. */
  actions?: ReactNode;
  children?: ReactNode;
}

const centered = 'top-1/2 left-1/2 -translate-x-1/2 -translate-y-1/2 rounded-xl';
const forms = {
  center: `${centered} max-h-[min(84dvh,calc(100dvh-32px))]`,
  full: `${centered} h-[84dvh] overflow-clip w-[min(1080px,calc(100vw-32px))] max-md:h-dvh max-md:w-dvw max-md:rounded-none max-md:pt-(--inset-top) max-md:pb-(--inset-bottom)`,
  top: 'top-[12dvh] left-1/2 max-h-[72dvh] w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-clip rounded-xl max-sm:top-[calc(12px+var(--inset-top))] max-sm:max-h-[calc(100dvh-24px-var(--inset-top)-var(--inset-bottom))]',
  sheet:
    'inset-x-0 bottom-(--keyboard-inset) max-h-[calc(82dvh-var(--keyboard-inset))] rounded-t-xl pb-[env(safe-area-inset-bottom,0px)] data-ending-style:translate-y-6 data-starting-style:translate-y-6',
  drawer:
    'inset-y-0 left-0 w-[min(350px,calc(100vw-48px))] pt-(--inset-top) pb-(--inset-bottom) pl-[env(safe-area-inset-left,0px)] data-ending-style:-translate-x-6 data-starting-style:-translate-x-6',
  side: 'inset-y-0 right-0 w-[min(560px,100vw)] pt-(--inset-top) pr-[env(safe-area-inset-right,0px)] pb-(--inset-bottom) data-ending-style:translate-x-6 data-starting-style:translate-x-6',
};

/** A modal dialog. */
export function Dialog(props: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const form = props.form ?? 'center';
  const typed = useTyped(props.isOpen);
  const [isAsking, setIsAsking] = useState(false);
  const hasInput = () => !props.isDemanding && (props.hasInput ?? typed.has());
  return (
    <Base.Root
      open={props.isOpen}
      onOpenChange={(isOpen, { event }) => {
        // A message over the window is answered without closing it.
        if (isOpen) props.onOpenChange(true);
        else if (isInToast(event)) return;
        else if (hasInput()) setIsAsking(true);
        else props.onOpenChange(false);
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          className={classNames(
            'fixed inset-0 z-40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0',
            !props.isClear && 'bg-black/40',
          )}
        />
        <Base.Popup
          ref={popup}
          {...typed.props}
          initialFocus={() =>
            form === 'drawer' ? focusTree(popup.current) : focusWithin(popup.current)
          }
          finalFocus={() => focusAfter(popup.current)}
          onKeyDown={(event) => {
            if (props.onSubmitKeys === undefined || !isSubmit(event)) return;
            event.preventDefault();
            props.onSubmitKeys();
          }}
          className={classNames(
            'fixed z-40 flex flex-col bg-raised shadow-popup outline-none transition-[opacity,translate] duration-150 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0',
            forms[form],
            props.isClear && 'max-h-[58dvh]',
            form === 'center' &&
              (props.isWide
                ? 'w-[min(720px,calc(100vw-24px))]'
                : 'w-[min(440px,calc(100vw-32px))]'),
          )}
        >
          <Head {...props} />
          {props.description !== undefined && (
            <Base.Description className="px-6 text-base text-ink-soft leading-6">
              {props.description}
            </Base.Description>
          )}
          {props.children !== undefined && (
            <div
              className={classNames(
                'flex min-h-0 grow flex-col',
                (form === 'center' || form === 'sheet' || form === 'side') &&
                  classNames(
                    'scroll-thin overflow-y-auto',
                    props.isTitleHidden ? 'pb-2' : 'px-6 pt-3 pb-6',
                  ),
              )}
            >
              {props.children}
            </div>
          )}
          {props.actions !== undefined && (
            <div data-actions className="flex flex-wrap justify-end gap-2 px-6 pt-4 pb-5">
              {props.actions}
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
      {props.isOpen && (props.hasInput ?? typed.isTyped) && (
        <DiscardQuestion
          isOpen={isAsking}
          onOpenChange={setIsAsking}
          isNeeded={hasInput}
          onDiscard={() => props.onOpenChange(false)}
        />
      )}
    </Base.Root>
  );
}

/** The title, and the button that closes the dialog. */
function Head({ title, isTitleHidden, isDemanding }: DialogProps) {
  const { t } = useTranslation();
  return (
    <div
      className={classNames(
        isTitleHidden ? 'absolute top-2 right-4 z-10' : 'flex items-start gap-4 px-6 pt-5 pb-1',
      )}
    >
      <Base.Title className={classNames(isTitleHidden ? 'sr-only' : 'grow font-semibold text-lg')}>
        {title}
      </Base.Title>
      {!isDemanding && (
        <Base.Close
          aria-label={t('dialog.close')}
          className={classNames(
            buttonStyle({ variant: 'ghost', size: 'icon' }),
            isTitleHidden
              ? 'size-8 pointer-coarse:-mt-1.5 pointer-coarse:size-11'
              : '-mt-1 -mr-2 pointer-coarse:size-11 pointer-coarse:-mt-2.5',
          )}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </Base.Close>
      )}
    </div>
  );
}

/** The keys of a menu that was opened from the dialog belong to the menu. */
function isSubmit({ key, ctrlKey, metaKey, nativeEvent, currentTarget, target }: KeyboardEvent) {
  return (
    key === 'Enter' &&
    (ctrlKey || metaKey) &&
    !isComposition(nativeEvent) &&
    target instanceof Node &&
    currentTarget.contains(target)
  );
}
