import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../../../api/account';
import { Button } from '../../../ui/button';
import { Panel } from '../../../ui/panel';
import { toast } from '../../../ui/toast';
import { takeError } from '../form-errors';
import { FormError, SecretField } from '../parts';
import { changePasswordSchema, type Minimums } from '../schemas';

const FIELDS = ['currentPasswd', 'passwd', 'passwdConfirmPasswd'] as const;
const EMPTY = { currentPasswd: '', passwd: '', passwdConfirmPasswd: '' };

/** A new password; every other device then logs in again. */
export function PasswordPanel({ minimums }: { minimums: Minimums }) {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({
    resolver: zodResolver(changePasswordSchema(minimums.passwordMin)),
    defaultValues: EMPTY,
  });
  const { errors, isSubmitting } = form.formState;
  const handleSubmit = form.handleSubmit(async (passwords) => {
    setFailure(null);
    try {
      await changePassword(passwords);
      toast.success(t('password.done'));
      form.reset(EMPTY);
      setIsOpen(false);
      await queries.invalidateQueries({ queryKey: ['sessions'] });
    } catch (error) {
      setFailure(takeError(t, error, FIELDS, form.setError));
    }
  });
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
      {isOpen ? (
        <form noValidate onSubmit={handleSubmit} className="flex max-w-[440px] flex-col gap-4">
          <SecretField
            label="currentPassword"
            autoComplete="current-password"
            field={form.register('currentPasswd')}
            error={errors.currentPasswd}
            minimums={minimums}
          />
          <SecretField
            label="newPassword"
            autoComplete="new-password"
            field={form.register('passwd')}
            error={errors.passwd}
            minimums={minimums}
          />
          <SecretField
            label="confirm"
            autoComplete="new-password"
            field={form.register('passwdConfirmPasswd')}
            error={errors.passwdConfirmPasswd}
            minimums={minimums}
          />
          <FormError text={failure} />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            disabled={isSubmitting}
            className="self-start"
          >
            {t('password.change')}
          </Button>
        </form>
      ) : undefined}
    </Panel>
  );
}
