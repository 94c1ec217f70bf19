import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../lib/class-names';
import { buttonStyle } from './button';

interface DialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description?: string;
  /** The content shows by itself what it is; the title is read out only. */
  isTitleHidden?: boolean;
  /** Wide enough for a grid or two columns. */
  isWide?: boolean;
  /** `sheet` rises from the lower edge, for narrow windows. */
  form?: 'center' | 'sheet';
  /** Buttons under the content. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A window over the page that holds the focus until it closes. */
export function Dialog(props: DialogProps) {
  const { t } = useTranslation();
  const isSheet = props.form === 'sheet';
  return (
    <Base.Root open={props.isOpen} onOpenChange={(isOpen) => props.onOpenChange(isOpen)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-black/40 transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Popup
          className={classNames(
            'fixed z-40 flex flex-col bg-raised shadow-popup outline-none transition-[opacity,translate] duration-150 ease-out data-ending-style:opacity-0 data-starting-style:opacity-0',
            isSheet
              ? 'inset-x-0 bottom-0 max-h-[82dvh] rounded-t-xl data-ending-style:translate-y-6 data-starting-style:translate-y-6'
              : 'top-1/2 left-1/2 max-h-[min(84dvh,calc(100dvh-32px))] -translate-x-1/2 -translate-y-1/2 rounded-xl',
            !isSheet &&
              (props.isWide
                ? 'w-[min(720px,calc(100vw-24px))]'
                : 'w-[min(440px,calc(100vw-32px))]'),
          )}
        >
          <div
            className={classNames(
              props.isTitleHidden
                ? 'absolute top-2 right-4 z-10'
                : 'flex items-start gap-4 px-6 pt-5 pb-1',
            )}
          >
            <Base.Title
              className={classNames(props.isTitleHidden ? 'sr-only' : 'grow font-semibold text-lg')}
            >
              {props.title}
            </Base.Title>
            <Base.Close
              aria-label={t('dialog.close')}
              className={classNames(
                buttonStyle({ variant: 'ghost', size: 'icon' }),
                props.isTitleHidden
                  ? 'size-8 pointer-coarse:-mt-1.5 pointer-coarse:size-11'
                  : '-mt-1 -mr-2 pointer-coarse:size-11 pointer-coarse:-mt-2.5',
              )}
            >
              <X size={16} strokeWidth={1.75} aria-hidden />
            </Base.Close>
          </div>
          {props.description !== undefined && (
            <Base.Description className="px-6 text-base text-ink-soft leading-6">
              {props.description}
            </Base.Description>
          )}
          {props.children !== undefined && (
            <div
              className={classNames(
                'scroll-thin flex min-h-0 grow flex-col overflow-y-auto',
                props.isTitleHidden ? 'pb-2' : 'px-6 pt-3 pb-6',
              )}
            >
              {props.children}
            </div>
          )}
          {props.actions !== undefined && (
            <div className="flex flex-wrap justify-end gap-2 px-6 pt-4 pb-5">{props.actions}</div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
