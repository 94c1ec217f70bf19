import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { identifierOf, resetPassword } from '../../api/account';
import type { IdentityType, ServerConfig } from '../../api/types';
import { paths } from '../../config/paths';
import { usePageMeta } from '../../ui/hooks/use-page-meta';
import { toast } from '../../ui/states/toast';
import { AccountForm, chooseKind, useAccountForm } from './account-form';
import { CodeField, IdentifierField, NewPassword } from './fields';
import { FormError, Heading, IdentityTabs, OtherWay } from './parts';
import { resetSchema } from './schemas';
import { useRedirect } from './use-redirect';
import { minimumsOf, WithConfig } from './with-config';

/** Password reset with a verification code. Source: specification §5. */
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
  const minimums = minimumsOf(config);
  const account = useAccountForm({
    schema: resetSchema(kind, minimums.passwordMin),
    initial: { identifier: '', code: '', passwd: '', passwdConfirmPasswd: '' },
    minimums,
    fallback: t('reset.failed'),
    submit: async ({ identifier, ...reset }) => {
      await resetPassword(identifierOf(identifier), reset);
      toast.success(t('reset.done'));
      await navigate(carry(paths.login), { state: { identifier } });
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
        submitLabel={t('reset.submit')}
        workingLabel={t('reset.working')}
        footer={
          <OtherWay
            question={t('reset.remember')}
            to={carry(paths.login)}
            label={t('reset.login')}
          />
        }
      >
        <IdentifierField kind={kind} />
        <CodeField key={kind} purpose="reset" kind={kind} />
        <NewPassword label="newPassword" />
      </AccountForm>
    </IdentityTabs>
  );
}
