import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeIdentifier, identifierOf } from '../../../api/account';
import type { IdentityType, ServerConfig } from '../../../api/types';
import { type UserInfo, updateUser } from '../../../storage/session';
import { Button } from '../../../ui/buttons/button';
import { Dialog } from '../../../ui/dialogs/dialog';
import { Panel } from '../../../ui/panel';
import { toast } from '../../../ui/states/toast';
import { AccountForm, useAccountForm } from '../account-form';
import { CodeField, IdentifierField, PasswordOfAccount } from '../fields';
import { changeIdentifierSchema } from '../schemas';
import { minimumsOf } from '../with-config';

const KINDS = ['email', 'phone'] as const;

interface IdentifiersPanelProps {
  user: UserInfo;
  config: ServerConfig;
}

/** The e-mail address and the phone number for the login. */
export function IdentifiersPanel({ user, config }: IdentifiersPanelProps) {
  const { t } = useTranslation('auth');
  const [changing, setChanging] = useState<IdentityType | null>(null);
  return (
    <Panel title={t('contact.title')}>
      <ul className="divide-y divide-line">
        {KINDS.map((kind) => (
          <li
            key={kind}
            className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0">
              <p className="text-ink-faint text-xs">{t(`field.${kind}`)}</p>
              <p className="mt-0.5 break-all text-base text-ink">
                {user[kind] ?? <span className="text-ink-faint">{t('contact.none')}</span>}
              </p>
            </div>
            <Button variant="secondary" onClick={() => setChanging(kind)}>
              <span>{user[kind] ? t('contact.change') : t('contact.add')}</span>
              <span className="sr-only">{t(`field.${kind}`)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {changing !== null && (
        <ChangeDialog kind={changing} config={config} onClose={() => setChanging(null)} />
      )}
    </Panel>
  );
}

interface ChangeDialogProps {
  kind: IdentityType;
  config: ServerConfig;
  onClose: () => void;
}

function ChangeDialog({ kind, config, onClose }: ChangeDialogProps) {
  const { t } = useTranslation(['auth', 'app']);
  const account = useAccountForm({
    schema: changeIdentifierSchema(kind),
    initial: { identifier: '', code: '', currentPasswd: '' },
    minimums: minimumsOf(config),
    submit: async ({ identifier, ...proof }) => {
      updateUser(await changeIdentifier(identifierOf(identifier), proof));
      toast.success(t('contact.done'));
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(kind === 'email' ? 'contact.changeEmail' : 'contact.changePhone')}
      description={t('contact.lead', { kind: t(`method.${kind}`) })}
    >
      <AccountForm
        account={account}
        submitLabel={t('app:action.save')}
        className="flex flex-col gap-4"
      >
        <IdentifierField kind={kind} />
        <CodeField purpose="bind" kind={kind} />
        <PasswordOfAccount name="currentPasswd" label="currentPassword" />
      </AccountForm>
    </Dialog>
  );
}
