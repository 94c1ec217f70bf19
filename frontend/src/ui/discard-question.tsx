import { useContext, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterContext as RouterContext, useBlocker } from 'react-router';
import { addLeaveGuard } from '../lib/leave-guards';
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
  useEffect(() => addLeaveGuard(async () => !isNeeded.current()), []);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isNeeded.current()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  const hasRouter = useContext(RouterContext) !== null;
  return (
    <>
      {hasRouter && <BackQuestion isNeeded={isNeeded.current} onAsk={() => onOpenChange(true)} />}
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
    </>
  );
}

/** The browser's button leaves a window as it leaves a page: what lies behind the window stays. */
function BackQuestion({ isNeeded, onAsk }: { isNeeded: () => boolean; onAsk: () => void }) {
  const blocker = useBlocker(({ historyAction }) => historyAction === 'POP' && isNeeded());
  const ask = useRef(onAsk);
  ask.current = onAsk;
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    blocker.reset();
    ask.current();
  }, [blocker]);
  return null;
}
