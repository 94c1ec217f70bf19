import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { identifierOf, login } from '../../api/account';
import type { IdentityType, ServerConfig } from '../../api/types';
import { paths } from '../../config/paths';
import { openSession, session } from '../../storage/session';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/segments';
import { toast } from '../../ui/toast';
import { usePageMeta } from '../../ui/use-page-meta';
import { useStore } from '../../ui/use-store';
import { takeError } from './form-errors';
import { CodeField, FormError, Heading, IdentifierField, IdentityTabs, SecretField } from './parts';
import { loginSchema } from './schemas';
import { useRedirect } from './use-redirect';
import { minimumsOf, WithConfig } from './with-config';

const FIELDS = ['identifier', 'passwd', 'code'] as const;

/** Login by e-mail or phone, with a password or a code. Source: specification §4 and §5. */
export function LoginPage() {
  const { t } = useTranslation(['auth', 'app']);
  const { token } = useStore(session);
  const { target } = useRedirect();
  usePageMeta({ title: `${t('login.title')} · ${t('app:name')}` });
  if (token !== null) return <Navigate replace to={target ?? paths.console} />;
  return (
    <>
      <Heading
        title={t('login.title')}
        lead={target === null ? t('login.lead') : t('login.back')}
      />
      <WithConfig>
        {(config) =>
          config.loginMethods.length === 0 ? (
            <FormError text={t('login.none')} />
          ) : (
            <LoginForm config={config} />
          )
        }
      </WithConfig>
    </>
  );
}

function LoginForm({ config }: { config: ServerConfig }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const { carry, target } = useRedirect();
  // A registration hands on what was registered.
  const known = (useLocation().state as { identifier?: string } | null)?.identifier ?? '';
  const first = config.loginMethods[0] ?? 'email';
  const [kind, setKind] = useState<IdentityType>(
    known !== '' && config.loginMethods.includes('phone') && !known.includes('@') ? 'phone' : first,
  );
  const [proof, setProof] = useState<'password' | 'code'>('password');
  const [failure, setFailure] = useState<string | null>(null);
  const minimums = minimumsOf(config);
  const form = useForm({
    resolver: zodResolver(loginSchema(kind, proof, minimums.passwordMin)),
    defaultValues: { identifier: known, passwd: '', code: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const handleSubmit = form.handleSubmit(async ({ identifier, passwd, code }) => {
    setFailure(null);
    try {
      const who = identifierOf(identifier);
      const { token, user } = await login(who, proof === 'password' ? { passwd } : { code });
      toast.success(t('login.done'));
      // Leaving first, so that the screen does not lead on by itself as soon as the session stands.
      openSession(token, user);
      await navigate(target ?? paths.console, { replace: true });
    } catch (error) {
      setFailure(takeError(t, error, FIELDS, form.setError, t('login.failed')));
    }
  });
  const change = (run: () => void) => {
    run();
    form.clearErrors();
    setFailure(null);
  };
  return (
    <IdentityTabs
      methods={config.loginMethods}
      value={kind}
      onChange={(next) => {
        if (next === kind) return;
        change(() => setKind(next));
        form.setValue('identifier', '');
      }}
    >
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-5">
        <IdentifierField
          kind={kind}
          field={form.register('identifier')}
          error={errors.identifier}
          minimums={minimums}
        />
        <Segments
          label={t('method.proof')}
          value={proof}
          options={[
            { value: 'password', label: t('method.password') },
            { value: 'code', label: t('method.code') },
          ]}
          onChange={(next) => change(() => setProof(next))}
        />
        {proof === 'password' ? (
          <SecretField
            label="password"
            autoComplete="current-password"
            field={form.register('passwd')}
            error={errors.passwd}
            minimums={minimums}
            aside={
              config.isResetEnabled && (
                <Link to={carry(paths.resetPassword)} className="text-accent-text text-sm">
                  {t('login.forgot')}
                </Link>
              )
            }
          />
        ) : (
          <CodeField
            key={kind}
            purpose="login"
            kind={kind}
            identifier={() => form.getValues('identifier')}
            onIdentifierError={(error) => form.setError('identifier', error, { shouldFocus: true })}
            field={form.register('code')}
            error={errors.code}
            minimums={minimums}
          />
        )}
        <FormError text={failure} />
        <Button type="submit" variant="primary" size="lg" disabled={isSubmitting}>
          {isSubmitting ? t('login.working') : t('login.submit')}
        </Button>
        <p className="text-center text-base text-ink-soft">
          {t('login.noAccount')}{' '}
          <Link to={carry(paths.register)} className="font-medium text-accent-text hover:underline">
            {t('login.register')}
          </Link>
        </p>
      </form>
    </IdentityTabs>
  );
}
