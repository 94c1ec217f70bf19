import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { identifierOf, login } from '../../api/account';
import type { IdentityType, ServerConfig } from '../../api/types';
import { paths } from '../../config/paths';
import { canKeepSession, openSession, session } from '../../storage/session';
import { Segments } from '../../ui/fields/segments';
import { usePageMeta } from '../../ui/hooks/use-page-meta';
import { useStore } from '../../ui/hooks/use-store';
import { toast } from '../../ui/states/toast';
import { AccountForm, chooseKind, useAccountForm } from './account-form';
import { CodeField, IdentifierField, PasswordOfAccount } from './fields';
import { FormError, Heading, IdentityTabs, OtherWay } from './parts';
import { loginSchema } from './schemas';
import { useRedirect } from './use-redirect';
import { minimumsOf, WithConfig } from './with-config';

/**
 * The screen that the build renders knows neither the address nor the browser: it says everything, and the style sheet of
 * the page shows what `public/theme.js` has found.
 */
const IS_BUILD = typeof window === 'undefined';

/** Login by e-mail or phone, with a password or a code. Source: specification §4 and §5. */
export function LoginPage() {
  const { t } = useTranslation(['auth', 'app']);
  const { token } = useStore(session);
  const { target } = useRedirect();
  const [canKeep] = useState(() => IS_BUILD || canKeepSession());
  usePageMeta({
    title: `${t('login.title')} · ${t('app:name')}`,
    description: t('login.lead'),
    canonical: paths.login,
  });
  if (token !== null) return <Navigate replace to={target ?? paths.console} />;
  return (
    <>
      <Heading
        title={t('login.title')}
        lead={
          IS_BUILD ? (
            <>
              <span data-when="first">{t('login.lead')}</span>
              <span data-when="back">{t('login.back')}</span>
            </>
          ) : (
            t(target === null ? 'login.lead' : 'login.back')
          )
        }
      />
      {canKeep && !IS_BUILD ? null : (
        <p
          role="status"
          data-when={IS_BUILD ? 'unkept' : undefined}
          className="mb-6 rounded-md bg-hover px-3 py-2.5 text-ink-soft text-sm"
        >
          {t('login.cannotKeep')}
        </p>
      )}
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
  // The registration passes on the identifier.
  const known = (useLocation().state as { identifier?: string } | null)?.identifier ?? '';
  const first = config.loginMethods[0] ?? 'email';
  const [kind, setKind] = useState<IdentityType>(
    known !== '' && config.loginMethods.includes('phone') && !known.includes('@') ? 'phone' : first,
  );
  const [proof, setProof] = useState<'password' | 'code'>('password');
  const minimums = minimumsOf(config);
  const account = useAccountForm({
    schema: loginSchema(kind, proof, minimums.passwordMin),
    initial: { identifier: known, passwd: '', code: '' },
    minimums,
    fallback: t('login.failed'),
    submit: async ({ identifier, passwd, code }) => {
      const who = identifierOf(identifier);
      const { token, user } = await login(who, proof === 'password' ? { passwd } : { code });
      if (openSession(token, user)) toast.success(t('login.done'));
      else toast.note(t('login.notKept'), { description: t('login.notKeptText'), isLasting: true });
      await navigate(target ?? paths.console, { replace: true });
    },
  });
  return (
    <IdentityTabs
      methods={config.loginMethods}
      value={kind}
      onChange={chooseKind(account, kind, setKind)}
    >
      <AccountForm
        account={account}
        submitLabel={t('login.submit')}
        workingLabel={t('login.working')}
        footer={
          <OtherWay
            question={t('login.noAccount')}
            to={carry(paths.register)}
            label={t('login.register')}
          />
        }
      >
        <IdentifierField kind={kind} />
        <Segments
          label={t('method.proof')}
          value={proof}
          options={[
            { value: 'password', label: t('method.password') },
            { value: 'code', label: t('method.code') },
          ]}
          onChange={(next) => {
            setProof(next);
            account.clearErrors();
          }}
        />
        {proof === 'password' ? (
          <PasswordOfAccount
            name="passwd"
            label="password"
            aside={
              config.isResetEnabled && (
                <Link
                  to={carry(paths.resetPassword)}
                  className="pointer-coarse:-my-3 text-accent-text text-sm pointer-coarse:inline-block pointer-coarse:py-3"
                >
                  {t('login.forgot')}
                </Link>
              )
            }
          />
        ) : (
          <CodeField key={kind} purpose="login" kind={kind} />
        )}
      </AccountForm>
    </IdentityTabs>
  );
}
