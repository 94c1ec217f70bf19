import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { libraryLoss } from '../../../storage/library-loss';
import { Button } from '../../../ui/buttons/button';
import { loadedDialog } from '../../../ui/dialogs/loaded-dialog';
import { useStore } from '../../../ui/hooks/use-store';

const LossDialog = loadedDialog(async () => (await import('../posts/bin/loss-dialog')).LossDialog);

/** That articles are gone, until the author has seen it. What is new opens by itself. */
export function LossMark() {
  const { t } = useTranslation('library');
  const { loss } = useStore(libraryLoss);
  const [isOpen, setIsOpen] = useState(false);
  const isLost = loss !== null;
  useEffect(() => setIsOpen(isLost), [isLost]);
  if (!isLost) return null;
  return (
    <>
      <Button
        className="h-6 gap-1 px-1.5 text-danger text-xs hover:text-danger"
        onClick={() => setIsOpen(true)}
      >
        <TriangleAlert size={12} strokeWidth={2} aria-hidden />
        <span>{t('loss.mark')}</span>
      </Button>
      {isOpen && <LossDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
