import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import type { RedoStep, UndoStep } from './undo-steps';
import { useUndoLast } from './use-undo-last';

/** Asks before an undo takes many articles at once. */
export function UndoQuestion({ step, onClose }: { step: UndoStep; onClose: () => void }) {
  const { t } = useTranslation('library');
  const { undoNow } = useUndoLast();
  const { isWhole = false, nTaken = 0 } = step.facts;
  return (
    <Question
      title={t('undoMany.title')}
      advice={
        isWhole
          ? t('undoMany.whole', { what: step.label })
          : t('undoMany.advice', { what: step.label, count: nTaken })
      }
      action={t('pane.undo')}
      onAction={() => undoNow(step)}
      onClose={onClose}
    />
  );
}

/** As {@link UndoQuestion}, before a redo. */
export function RedoQuestion({ step, onClose }: { step: RedoStep; onClose: () => void }) {
  const { t } = useTranslation('library');
  const { redoNow } = useUndoLast();
  const { isWhole = false, nRetaken = 0 } = step.facts;
  return (
    <Question
      title={t('redoMany.title')}
      advice={
        isWhole
          ? t('redoMany.whole', { what: step.label })
          : t('redoMany.advice', { what: step.label, count: nRetaken })
      }
      action={t('pane.redo')}
      onAction={redoNow}
      onClose={onClose}
    />
  );
}

interface QuestionProps {
  title: string;
  advice: string;
  action: string;
  onAction: () => void;
  onClose: () => void;
}

function Question({ title, advice, action, onAction, onClose }: QuestionProps) {
  const { t } = useTranslation('library');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={advice}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onAction();
            }}
          >
            {action}
          </Button>
        </>
      }
    />
  );
}
