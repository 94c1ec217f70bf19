import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { identifierOf, resetPassword } from '../../api/account';
import type { IdentityType, ServerConfig } from '../../api/types';
import { paths } from '../../config/paths';
import { Button } from '../../ui/button';
import { toast } from '../../ui/toast';
import { usePageMeta } from '../../ui/use-page-meta';
import { takeError } from './form-errors';
import { CodeField, FormError, Heading, IdentifierField, IdentityTabs, SecretField } from './parts';
import { resetSchema } from './schemas';
import { useRedirect } from './use-redirect';
import { minimumsOf, WithConfig } from './with-config';

const FIELDS = ['identifier', 'code', 'passwd', 'passwdConfirmPasswd'] as const;

/** A new password by way of a code. Source: specification §5. */
export function ResetPage() {
  const { t } = useTranslation(['auth', 'app']);
  usePageMeta({ title: `${t('reset.title')} · ${t('app:name')}` });
  return (
    <>
      <Heading title={t('reset.title')} lead={t('reset.lead')} />
      <WithConfig>
        {(config) =>
          config.isResetEnabled ? (
            <ResetForm config={config} />
          ) : (
            <FormError text={t('reset.none')} />
          )
        }
      </WithConfig>
    </>
  );
}

function ResetForm({ config }: { config: ServerConfig }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { carry } = useRedirect();
  const [kind, setKind] = useState<IdentityType>(config.loginMethods[0] ?? 'email');
  const [failure, setFailure] = useState<string | null>(null);
  const minimums = minimumsOf(config);
  const form = useForm({
    resolver: zodResolver(resetSchema(kind, minimums.passwordMin)),
    defaultValues: { identifier: '', code: '', passwd: '', passwdConfirmPasswd: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const handleSubmit = form.handleSubmit(async ({ identifier, ...reset }) => {
    setFailure(null);
    try {
      await resetPassword(identifierOf(identifier), reset);
      toast.success(t('reset.done'));
      await navigate(carry(paths.login), { state: { identifier } });
    } catch (error) {
      setFailure(takeError(t, error, FIELDS, form.setError, t('reset.failed')));
    }
  });
  return (
    <IdentityTabs
      methods={config.loginMethods}
      value={kind}
      onChange={(next) => {
        if (next === kind) return;
        setKind(next);
        form.resetField('identifier');
        form.resetField('code');
        setFailure(null);
      }}
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <IdentifierField
          kind={kind}
          field={form.register('identifier')}
          error={errors.identifier}
          minimums={minimums}
        />
        <CodeField
          key={kind}
          purpose="reset"
          kind={kind}
          identifier={() => form.getValues('identifier')}
          onIdentifierError={(error) => form.setError('identifier', error, { shouldFocus: true })}
          field={form.register('code')}
          error={errors.code}
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
        <Button type="submit" variant="primary" size="lg" disabled={isSubmitting}>
          {isSubmitting ? t('reset.working') : t('reset.submit')}
        </Button>
        <p className="text-center text-base text-ink-soft">
          {t('reset.remember')}{' '}
          <Link to={carry(paths.login)} className="font-medium text-accent-text hover:underline">
            {t('reset.login')}
          </Link>
        </p>
      </form>
    </IdentityTabs>
  );
}
