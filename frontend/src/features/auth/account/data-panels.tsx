import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cancelDeletion, exportAccount, requestDeletion } from '../../../api/account';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { download } from '../../../lib/browser/download';
import { formatDay, localDay } from '../../../lib/time/dates';
import { type UserInfo, updateUser } from '../../../storage/session';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { PasswordField } from '../../../ui/fields/text-field';
import { Panel } from '../../../ui/panel';
import { toast } from '../../../ui/states/toast';

/** Download of the account's data. */
export function DataPanel() {
  const { t } = useTranslation('auth');
  const file = useMutation({
    mutationFn: exportAccount,
    onSuccess: async (blob) => {
      download(`moyan-${localDay(new Date())}.json`, 'application/json', await blob.text());
      toast.success(t('data.done'));
    },
    onError: (error) => toast.failure(errorText(t, error), { id: 'export' }),
  });
  return (
    <Panel
      title={t('data.title')}
      lead={t('data.text')}
      action={
        <Button variant="secondary" disabled={file.isPending} onClick={() => file.mutate()}>
          {file.isPending ? t('data.exporting') : t('data.export')}
        </Button>
      }
    />
  );
}

/** Deletion of the account, which can be canceled for seven days. */
export function DeletionPanel({ user }: { user: UserInfo }) {
  const { t, i18n } = useTranslation('auth');
  const [isOpen, setIsOpen] = useState(false);
  const password = useRef<HTMLInputElement>(null);
  const cancel = useMutation({
    mutationFn: cancelDeletion,
    onSuccess: (next) => {
      updateUser(next);
      toast.success(t('deletion.canceled'));
    },
    onError: (error) => toast.failure(errorText(t, error), { id: 'deletion' }),
  });
  if (user.deletesAt) {
    const date = formatDay(localeOf(i18n), user.deletesAt);
    return (
      <Panel
        tone="danger"
        title={t('deletion.title')}
        lead={t('deletion.pending', { date })}
        action={
          <Button variant="primary" disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('deletion.cancel')}
          </Button>
        }
      />
    );
  }
  return (
    <Panel
      tone="danger"
      title={t('deletion.title')}
      lead={t('deletion.text')}
      action={
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {t('deletion.request')}
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('deletion.title')}
        description={t('deletion.lead')}
        confirmLabel={t('deletion.confirm')}
        tone="danger"
        hasInput={false}
        onConfirm={async () => {
          updateUser(await requestDeletion(password.current?.value ?? ''));
          toast.success(t('deletion.done'));
        }}
      >
        <PasswordField
          label={t('field.currentPassword')}
          // Read when it is sent: a password manager may fill it in without telling anybody.
          ref={password}
          autoComplete="current-password"
          showLabel={t('field.show')}
          hideLabel={t('field.hide')}
        />
      </ConfirmDialog>
    </Panel>
  );
}
