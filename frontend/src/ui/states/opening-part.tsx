import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/button';
import { useIsSlow } from '../hooks/use-is-slow';

/** Says that a part of the screen is being opened: by a line at the top at once, in words when it takes long, with a way out. */
export function OpeningPart({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  const isSlow = useIsSlow();
  useEffect(() => {
    // The style sheet of the page draws the line, which stands before any script.
    document.documentElement.dataset.waiting = '';
    return () => {
      delete document.documentElement.dataset.waiting;
    };
  }, []);
  if (!isSlow) return null;
  return createPortal(
    <div
      role="status"
      className="fixed bottom-12 left-1/2 z-50 flex w-max max-w-[calc(100vw-24px)] -translate-x-1/2 flex-wrap items-center gap-3 rounded-lg bg-raised px-4 py-3 text-ink text-sm shadow-popup"
    >
      <p>{t('opening.part')}</p>
      <Button variant="secondary" onClick={onCancel}>
        {t('dialog.cancel')}
      </Button>
    </div>,
    document.body,
  );
}
