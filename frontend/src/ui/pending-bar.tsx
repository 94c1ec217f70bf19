import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from './button';
import { useIsSlow } from './use-is-slow';

/** Over the top of the page while something that was pressed is being fetched; after some seconds with words and a way out. */
export function PendingBar({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const isSlow = useIsSlow();
  return createPortal(
    <div className="pointer-events-none fixed inset-x-0 top-0 z-50">
      <div role="progressbar" aria-label={t('loading')} className="h-0.5 animate-pulse bg-accent" />
      <div role="status">
        {isSlow && (
          <p className="pointer-events-auto mx-auto mt-3 flex w-fit max-w-[calc(100vw-24px)] items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 text-ink text-sm shadow-popup">
            <span>{t('slow')}</span>
            <Button variant="secondary" size="sm" onClick={onCancel}>
              {t('dialog.cancel')}
            </Button>
          </p>
        )}
      </div>
    </div>,
    document.body,
  );
}
