import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../../../api/account';
import { Button } from '../../../ui/buttons/button';
import { Panel } from '../../../ui/panel';
import { toast } from '../../../ui/states/toast';
import { AccountForm, useAccountForm } from '../account-form';
import { NewPassword, PasswordOfAccount } from '../fields';
import { changePasswordSchema, type Minimums } from '../schemas';

/** A new password; every other device then logs in again. */
export function PasswordPanel({ minimums }: { minimums: Minimums }) {
  const { t } = useTranslation('auth');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title={t('password.title')}
      lead={t('password.lead')}
      action={
        <Button variant="secondary" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('password.change')}
        </Button>
      }
    >
      {isOpen ? <PasswordForm minimums={minimums} onDone={() => setIsOpen(false)} /> : undefined}
    </Panel>
  );
}

function PasswordForm({ minimums, onDone }: { minimums: Minimums; onDone: () => void }) {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  const account = useAccountForm({
    schema: changePasswordSchema(minimums.passwordMin),
    initial: { currentPasswd: '', passwd: '', passwdConfirmPasswd: '' },
    minimums,
    submit: async (passwords) => {
      await changePassword(passwords);
      toast.success(t('password.done'));
      onDone();
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <AccountForm
      account={account}
      submitLabel={t('password.change')}
      className="flex max-w-[440px] flex-col gap-4 *:[button]:self-start"
    >
      <PasswordOfAccount name="currentPasswd" label="currentPassword" />
      <NewPassword label="newPassword" />
    </AccountForm>
  );
}
