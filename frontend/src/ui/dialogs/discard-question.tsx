import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/button';
import { useLossGuard } from '../hooks/use-loss-guard';
import { Dialog } from './dialog';

interface DiscardQuestionProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Whether something would be lost now. */
  isNeeded: () => boolean;
  onDiscard: () => void;
}

/** Asks before what was filled in is lost: by closing its dialog, by the browser's buttons, by leaving the page. */
export function DiscardQuestion(props: DiscardQuestionProps) {
  const { t } = useTranslation();
  const { isOpen, onOpenChange, onDiscard } = props;
  useLossGuard({ isNeeded: props.isNeeded, ask: () => onOpenChange(true) });
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={t('dialog.discard.title')}
      description={t('dialog.discard.text')}
      actions={
        <>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('dialog.discard.keep')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onOpenChange(false);
              onDiscard();
            }}
          >
            {t('dialog.discard.confirm')}
          </Button>
        </>
      }
    />
  );
}
