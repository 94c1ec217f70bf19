import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { loadPart } from '../../lib/browser/load-part';
import { Button } from '../../ui/buttons/button';
import { Dialog } from '../../ui/dialogs/dialog';
import { toast } from '../../ui/states/toast';

interface LogoutDialogProps {
  /** Synchronized knowledge bases of the account in this browser. */
  ids: readonly string[];
  onClose: () => void;
  onLogout: () => void;
}

/** Asks what becomes of the synchronized articles in this browser: others may use it. */
export function LogoutDialog({ ids, onClose, onLogout }: LogoutDialogProps) {
  const { t, i18n } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const remove = async () => {
    setIsBusy(true);
    try {
      const kept = await loadPart(async () =>
        (await import('../remove-synced')).removeSynced(ids, t('user.leave.newBase')),
      );
      onLogout();
      // What the server does not have stays, and its author must know.
      const names = new Intl.ListFormat(i18n.language).format(kept);
      if (kept.length > 0) toast.note(t('user.leave.kept', { names }));
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'logout' });
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title={t('user.leave.title')}
      description={t('user.leave.text', { count: ids.length })}
      actions={
        <>
          <Button variant="secondary" className="mr-auto" disabled={isBusy} onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button variant="secondary" disabled={isBusy} onClick={() => void remove()}>
            {t('user.leave.remove')}
          </Button>
          <Button variant="primary" disabled={isBusy} onClick={onLogout}>
            {t('user.leave.keep')}
          </Button>
        </>
      }
    />
  );
}
