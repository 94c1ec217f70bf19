import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Trans, useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate } from 'react-router';
import { identifierOf, register } from '../../api/account';
import type { IdentityType, ServerConfig } from '../../api/types';
import { paths } from '../../config/paths';
import { session } from '../../storage/session';
import { Button } from '../../ui/button';
import { FormField } from '../../ui/form-field';
import { toast } from '../../ui/toast';
import { usePageMeta } from '../../ui/use-page-meta';
import { useStore } from '../../ui/use-store';
import { fieldText, takeError } from './form-errors';
import { CodeField, FormError, Heading, IdentifierField, IdentityTabs, SecretField } from './parts';
import { registerSchema } from './schemas';
import { useRedirect } from './use-redirect';
import { minimumsOf, WithConfig } from './with-config';

const FIELDS = ['nickname', 'identifier', 'code', 'passwd', 'passwdConfirmPasswd'] as const;

/** Registration by e-mail or phone. Source: specification §4 and §5. */
export function RegisterPage() {
  const { t } = useTranslation(['auth', 'app']);
  const { token } = useStore(session);
  const { target } = useRedirect();
  usePageMeta({ title: `${t('register.title')} · ${t('app:name')}` });
  if (token !== null) return <Navigate replace to={target ?? paths.console} />;
  return (
    <>
      <Heading title={t('register.title')} lead={t('register.lead')} />
      <WithConfig>
        {(config) =>
          config.registerMethods.length === 0 ? (
            <FormError text={t('register.none')} />
          ) : (
            <RegisterForm config={config} />
          )
        }
      </WithConfig>
    </>
  );
}

function RegisterForm({ config }: { config: ServerConfig }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { carry } = useRedirect();
  const [kind, setKind] = useState<IdentityType>(config.registerMethods[0] ?? 'email');
  const [failure, setFailure] = useState<string | null>(null);
  const minimums = minimumsOf(config);
  const form = useForm({
    resolver: zodResolver(registerSchema(kind, minimums)),
    defaultValues: {
      nickname: '',
      identifier: '',
      code: '',
      passwd: '',
      passwdConfirmPasswd: '',
      isAgreed: false,
    },
  });
  const { errors, isSubmitting } = form.formState;
  const handleSubmit = form.handleSubmit(async ({ identifier, isAgreed: _, ...registration }) => {
    setFailure(null);
    try {
      await register(identifierOf(identifier), registration);
      toast.success(t('register.done'));
      await navigate(carry(paths.login), { state: { identifier } });
    } catch (error) {
      setFailure(takeError(t, error, FIELDS, form.setError, t('register.failed')));
    }
  });
  return (
    <IdentityTabs
      methods={config.registerMethods}
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
        <FormField
          {...form.register('nickname')}
          label={t('field.nickname')}
          hint={t('field.nicknameHint')}
          error={fieldText(t, errors.nickname, minimums)}
          autoComplete="nickname"
        />
        <IdentifierField
          kind={kind}
          field={form.register('identifier')}
          error={errors.identifier}
          minimums={minimums}
        />
        <CodeField
          key={kind}
          purpose="register"
          kind={kind}
          identifier={() => form.getValues('identifier')}
          onIdentifierError={(error) => form.setError('identifier', error, { shouldFocus: true })}
          field={form.register('code')}
          error={errors.code}
          minimums={minimums}
        />
        <SecretField
          label="password"
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
        <div>
          <label className="flex cursor-pointer gap-2.5 text-ink-soft text-sm">
            <input
              type="checkbox"
              {...form.register('isAgreed')}
              aria-invalid={errors.isAgreed !== undefined}
              aria-describedby={errors.isAgreed === undefined ? undefined : 'terms-error'}
              className="mt-0.5 size-4 shrink-0 accent-(--accent)"
            />
            <span>
              <Trans
                t={t}
                i18nKey="register.agree"
                components={{
                  terms: <TextLink to={paths.terms} />,
                  privacy: <TextLink to={paths.privacy} />,
                }}
              />
            </span>
          </label>
          {errors.isAgreed !== undefined && (
            <p id="terms-error" role="alert" className="mt-1 text-danger text-xs">
              {fieldText(t, errors.isAgreed, minimums)}
            </p>
          )}
        </div>
        <FormError text={failure} />
        <Button type="submit" variant="primary" size="lg" disabled={isSubmitting}>
          {isSubmitting ? t('register.working') : t('register.submit')}
        </Button>
        <p className="text-center text-base text-ink-soft">
          {t('register.hasAccount')}{' '}
          <Link to={carry(paths.login)} className="font-medium text-accent-text hover:underline">
            {t('register.login')}
          </Link>
        </p>
      </form>
    </IdentityTabs>
  );
}

/** A link within a sentence; the form stays open beside it. */
function TextLink({ to, children }: { to: string; children?: React.ReactNode }) {
  return (
    <Link to={to} target="_blank" className="text-accent-text underline underline-offset-2">
      {children}
    </Link>
  );
}
