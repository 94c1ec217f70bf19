import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import type { UndoStep } from './undo-steps';
import { useUndoLast } from './use-undo-last';

/** Asks before many articles go at once. */
export function UndoQuestion({ step, onClose }: { step: UndoStep; onClose: () => void }) {
  const { t } = useTranslation('library');
  const { undoNow } = useUndoLast();
  const { isWhole = false, nTaken = 0 } = step.facts;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('undoMany.title')}
      description={
        isWhole
          ? t('undoMany.whole', { what: step.label })
          : t('undoMany.advice', { what: step.label, count: nTaken })
      }
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              undoNow(step);
            }}
          >
            {t('pane.undo')}
          </Button>
        </>
      }
    />
  );
}
