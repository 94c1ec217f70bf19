import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { FormField } from '../../../ui/fields/text-field';

interface SuspendDialogProps {
  /** Who or what is suspended; null keeps the dialog closed. */
  suspended: { id: string; name: string } | null;
  onClose: () => void;
  suspend: (id: string, reason: string) => Promise<unknown>;
  onDone: () => Promise<void>;
}

/** Asks for the reason of a suspension, which is shown to the suspended user. */
export function SuspendDialog({ suspended, onClose, suspend, onDone }: SuspendDialogProps) {
  const { t } = useTranslation('console');
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      isOpen={suspended !== null}
      onOpenChange={(isOpen) => {
        setReason('');
        if (!isOpen) onClose();
      }}
      title={t('user.suspendTitle', { name: suspended?.name ?? '' })}
      description={t('user.suspendText')}
      confirmLabel={t('user.suspend')}
      tone="danger"
      onConfirm={async () => {
        if (suspended === null) return;
        if (reason.trim() === '') throw new Error(t('user.reasonRequired'));
        await suspend(suspended.id, reason.trim());
        await onDone();
      }}
    >
      <FormField
        label={t('user.reason')}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
