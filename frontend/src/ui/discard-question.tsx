import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addLeaveGuard } from '../lib/leave-guards';
import { addNavigationGuard } from '../lib/navigation-guards';
import { Button } from './button';
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
  const isNeeded = useRef(props.isNeeded);
  isNeeded.current = props.isNeeded;
  const ask = useRef(onOpenChange);
  ask.current = onOpenChange;
  useEffect(() => addLeaveGuard(async () => !isNeeded.current()), []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isNeeded.current()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  useEffect(
    () =>
      addNavigationGuard({
        // The program itself leaves when it has done what was filled in.
        stops: ({ isByHistory }) => isByHistory && isNeeded.current(),
        // The browser's button leaves a window as it leaves a page: what lies behind the window stays.
        ask: ({ stay }) => {
          stay();
          ask.current(true);
        },
      }),
    [],
  );
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
