import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate } from 'react-router';
import { identifierOf, register } from '../../api/account';
import type { IdentityType, ServerConfig } from '../../api/types';
import { paths } from '../../config/paths';
import { session } from '../../storage/session';
import { usePageMeta } from '../../ui/hooks/use-page-meta';
import { useStore } from '../../ui/hooks/use-store';
import { toast } from '../../ui/states/toast';
import { AccountForm, chooseKind, useAccountForm, useField } from './account-form';
import { CodeField, IdentifierField, NewPassword, NicknameField } from './fields';
import { FormError, Heading, IdentityTabs, OtherWay } from './parts';
import { registerSchema } from './schemas';
import { useRedirect } from './use-redirect';
import { minimumsOf, WithConfig } from './with-config';

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
  const { state } = useLocation();
  // An invitation names the address that it is for.
  const invited = (state as { identifier?: string } | null)?.identifier ?? '';
  const { carry } = useRedirect();
  const [kind, setKind] = useState<IdentityType>(config.registerMethods[0] ?? 'email');
  const minimums = minimumsOf(config);
  const account = useAccountForm({
    schema: registerSchema(kind, minimums),
    initial: {
      nickname: '',
      identifier: invited,
      code: '',
      passwd: '',
      passwdConfirmPasswd: '',
      isAgreed: false as boolean,
    },
    minimums,
    fallback: t('register.failed'),
    submit: async ({ identifier, isAgreed: _, ...registration }) => {
      await register(identifierOf(identifier), registration);
      toast.success(t('register.done'));
      await navigate(carry(paths.login), { state: { identifier } });
    },
  });
  return (
    <IdentityTabs
      methods={config.registerMethods}
      value={kind}
      onChange={chooseKind(account, kind, setKind)}
    >
      <AccountForm
        account={account}
        submitLabel={t('register.submit')}
        workingLabel={t('register.working')}
        footer={
          <OtherWay
            question={t('register.hasAccount')}
            to={carry(paths.login)}
            label={t('register.login')}
          />
        }
      >
        <NicknameField />
        <IdentifierField kind={kind} />
        <CodeField key={kind} purpose="register" kind={kind} />
        <NewPassword label="password" />
        <Agreement />
      </AccountForm>
    </IdentityTabs>
  );
}

/** The consent to the terms, required to register. */
function Agreement() {
  const { t } = useTranslation('auth');
  const { error, minimums: _, ...field } = useField('isAgreed');
  return (
    <div>
      <label className="flex cursor-pointer gap-2.5 text-ink-soft text-sm">
        <input
          type="checkbox"
          {...field}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'terms-error'}
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
      {error !== undefined && (
        <p id="terms-error" role="alert" className="mt-1 text-danger text-xs">
          {error}
        </p>
      )}
    </div>
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
