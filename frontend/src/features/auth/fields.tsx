import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import type { CodePurpose, IdentityType } from '../../api/types';
import { errorText, problemText } from '../../i18n/error-text';
import { INVALID } from '../../lib/zod';
import { Button } from '../../ui/buttons/button';
import { takeFilled } from '../../ui/fields/take-filled';
import { FormField, PasswordField } from '../../ui/fields/text-field';
import { toast } from '../../ui/states/toast';
import { useField } from './account-form';
import { identifier as identifierRule } from './schemas';
import { useCode } from './use-code';

/** The nickname, which other users see. */
export function NicknameField() {
  const { t } = useTranslation('auth');
  const { minimums: _, ...field } = useField('nickname');
  return (
    <FormField
      {...field}
      label={t('field.nickname')}
      hint={t('field.nicknameHint')}
      autoComplete="nickname"
    />
  );
}

/** The e-mail address or phone number for the login. */
export function IdentifierField({ kind }: { kind: IdentityType }) {
  const { t } = useTranslation('auth');
  const { minimums: _, ...field } = useField('identifier');
  return (
    <FormField
      {...field}
      label={t(`field.${kind}`)}
      hint={t(`field.${kind}Example`)}
      type={kind === 'email' ? 'email' : 'tel'}
      autoComplete={kind === 'email' ? 'username' : 'tel'}
      inputMode={kind === 'email' ? 'email' : 'tel'}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

interface SecretFieldProps {
  name: 'passwd' | 'passwdConfirmPasswd' | 'currentPasswd';
  label: 'password' | 'newPassword' | 'confirm' | 'currentPassword';
  hint?: string;
  aside?: ReactNode;
}

/** A password field. */
function SecretField({
  name,
  isNew = false,
  label,
  ...rest
}: SecretFieldProps & { isNew?: boolean }) {
  const { t } = useTranslation('auth');
  const { minimums: _, ...field } = useField(name);
  return (
    <PasswordField
      {...rest}
      {...field}
      label={t(`field.${label}`)}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      showLabel={t('field.show')}
      hideLabel={t('field.hide')}
    />
  );
}

/** The current password. */
export function PasswordOfAccount(props: Pick<SecretFieldProps, 'name' | 'label' | 'aside'>) {
  return <SecretField {...props} />;
}

/** A new password and its confirmation. */
export function NewPassword({ label }: { label: 'password' | 'newPassword' }) {
  const { t } = useTranslation('auth');
  const { minimums } = useField('passwd');
  return (
    <>
      <SecretField
        isNew
        name="passwd"
        label={label}
        hint={t('field.passwordHint', { ...minimums })}
      />
      <SecretField isNew name="passwdConfirmPasswd" label="confirm" />
    </>
  );
}

interface CodeFieldProps {
  purpose: CodePurpose;
  kind: IdentityType;
}

/** A verification code, with the button that sends it and the countdown. */
export function CodeField({ purpose, kind }: CodeFieldProps) {
  const { t } = useTranslation('auth');
  const { minimums: _, ...field } = useField('code');
  const { clearErrors, getValues, setError, setValue, watch } = useFormContext<{
    identifier: string;
    code: string;
  }>();
  const code = useCode(purpose, identifierRule(kind).safeParse(watch('identifier')).data);
  const [isAsked, setIsAsked] = useState(false);
  const handleSend = async (form: HTMLFormElement | null) => {
    takeFilled({ getValues, setValue }, form);
    const refuse = (type: string, message: string) =>
      setError('identifier', { type, message }, { shouldFocus: true });
    const checked = identifierRule(kind).safeParse(getValues('identifier'));
    if (!checked.success) return refuse('form', checked.error.issues[0]?.message ?? INVALID);
    try {
      await code.send(checked.data);
      setIsAsked(true);
      // What was wrong before the code was sent would hide that it was.
      clearErrors(['identifier', 'code']);
    } catch (error) {
      const problem = error instanceof ApiError ? problemText(t, error, 'identifier') : '';
      if (problem !== '') return refuse('server', problem);
      toast.failure(t('code.failed'), { id: 'code', description: errorText(t, error) });
    }
  };
  // Whether somebody has an account is not told: a code for one that does not exist is on no way.
  const told = purpose === 'login' || purpose === 'reset' ? 'code.sentToAccount' : 'code.sentTo';
  const sentTo = isAsked && code.sent !== null ? t(told, code.sent) : t('field.codeHint');
  return (
    <FormField
      {...field}
      label={t('field.code')}
      hint={sentTo}
      inputMode="numeric"
      autoComplete="one-time-code"
      end={
        <Button
          type="button"
          variant="secondary"
          disabled={code.isSending || code.waitS > 0}
          onClick={({ currentTarget }) => void handleSend(currentTarget.form)}
          className="h-auto min-w-32 tabular-nums pointer-coarse:h-auto"
        >
          {code.waitS > 0 ? t('code.wait', { seconds: code.waitS }) : t('code.send')}
        </Button>
      }
    />
  );
}
