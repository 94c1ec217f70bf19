import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { FormField } from '../../../ui/text-field';

interface SuspendDialogProps {
  /** Who or what is suspended; null keeps the dialog closed. */
  name: string | null;
  onClose: () => void;
  onSuspend: (reason: string) => Promise<unknown>;
}

/** Asks for the reason of a suspension, which whoever is suspended reads. */
export function SuspendDialog({ name, onClose, onSuspend }: SuspendDialogProps) {
  const { t } = useTranslation('console');
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      isOpen={name !== null}
      onOpenChange={(isOpen) => {
        setReason('');
        if (!isOpen) onClose();
      }}
      title={t('user.suspendTitle', { name: name ?? '' })}
      description={t('user.suspendText')}
      confirmLabel={t('user.suspend')}
      tone="danger"
      onConfirm={() => {
        if (reason.trim() === '') return Promise.reject(new Error(t('user.reasonRequired')));
        return onSuspend(reason.trim());
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
