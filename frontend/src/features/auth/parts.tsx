import { Tabs } from '@base-ui/react/tabs';
import { type ReactNode, useState } from 'react';
import type { FieldError, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/api-error';
import type { CodePurpose, IdentityType } from '../../api/types';
import { errorText } from '../../i18n/error-text';
import { Button } from '../../ui/button';
import { FormField, PasswordField } from '../../ui/form-field';
import { toast } from '../../ui/toast';
import { fieldText } from './form-errors';
import { identifier as identifierRule, type Minimums } from './schemas';
import { useCode } from './use-code';

/** Heading of an account screen. */
export function Heading({ title, lead }: { title: string; lead: string }) {
  return (
    <div className="mb-7">
      <h1 className="font-semibold font-serif text-[30px] text-ink leading-[1.3]">{title}</h1>
      <p className="mt-2 text-pretty text-base text-ink-soft leading-6">{lead}</p>
    </div>
  );
}

/** What went wrong with the form as a whole. */
export function FormError({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2.5 text-danger text-sm">
      {text}
    </p>
  );
}

interface IdentityTabsProps {
  methods: readonly IdentityType[];
  value: IdentityType;
  onChange: (value: IdentityType) => void;
  children: ReactNode;
}

/** E-mail or phone; one method alone needs no tabs. */
export function IdentityTabs({ methods, value, onChange, children }: IdentityTabsProps) {
  const { t } = useTranslation('auth');
  if (methods.length < 2) return children;
  return (
    <Tabs.Root value={value} onValueChange={(next) => onChange(next as IdentityType)}>
      <Tabs.List
        aria-label={t('method.label')}
        activateOnFocus
        className="relative mb-6 flex gap-6 border-line border-b"
      >
        {methods.map((method) => (
          <Tabs.Tab
            key={method}
            value={method}
            className="h-10 text-base text-ink-faint hover:text-ink data-active:font-medium data-active:text-ink"
          >
            {t(`method.${method}`)}
          </Tabs.Tab>
        ))}
        <Tabs.Indicator className="absolute bottom-[-1px] left-(--active-tab-left) h-0.5 w-(--active-tab-width) bg-accent-text transition-[left,width] duration-150" />
      </Tabs.List>
      <Tabs.Panel value={value} keepMounted className="outline-none">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  );
}

interface FormFieldProps {
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
  minimums: Minimums;
}

/** The address that an account is found by. */
export function IdentifierField({
  kind,
  field,
  error,
  minimums,
}: FormFieldProps & { kind: IdentityType }) {
  const { t } = useTranslation('auth');
  return (
    <FormField
      {...field}
      label={t(`field.${kind}`)}
      hint={t(`field.${kind}Example`)}
      error={fieldText(t, error, minimums)}
      type={kind === 'email' ? 'email' : 'tel'}
      autoComplete={kind === 'email' ? 'username' : 'tel'}
      inputMode={kind === 'email' ? 'email' : 'tel'}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}

interface SecretFieldProps extends FormFieldProps {
  label: 'password' | 'newPassword' | 'confirm' | 'currentPassword';
  autoComplete: 'current-password' | 'new-password';
  aside?: ReactNode;
}

/** A password of a form. */
export function SecretField({
  field,
  error,
  minimums,
  label,
  autoComplete,
  aside,
}: SecretFieldProps) {
  const { t } = useTranslation('auth');
  const isNew =
    label === 'newPassword' || (label === 'password' && autoComplete === 'new-password');
  return (
    <PasswordField
      {...field}
      label={t(`field.${label}`)}
      hint={isNew ? t('field.passwordHint', { ...minimums }) : undefined}
      error={fieldText(t, error, minimums)}
      autoComplete={autoComplete}
      aside={aside}
      showLabel={t('field.show')}
      hideLabel={t('field.hide')}
    />
  );
}

interface CodeFieldProps extends FormFieldProps {
  purpose: CodePurpose;
  kind: IdentityType;
  /** The address in the form now. */
  identifier: () => string;
  /** The address cannot be used: `message` is a key of the form's rules or of the server. */
  onIdentifierError: (error: { type: string; message: string }) => void;
}

/** A verification code, the button that sends it, and the wait for the next. */
export function CodeField(props: CodeFieldProps) {
  const { t } = useTranslation('auth');
  const code = useCode(props.purpose);
  const [isAsked, setIsAsked] = useState(false);
  const handleSend = async () => {
    const identifier = props.identifier();
    const checked = identifierRule(props.kind).safeParse(identifier);
    if (!checked.success) {
      props.onIdentifierError({ type: 'form', message: checked.error.issues[0]?.message ?? '' });
      return;
    }
    try {
      await code.send(identifier);
      setIsAsked(true);
    } catch (error) {
      const field = error instanceof ApiError ? error.fields.identifier : undefined;
      if (field !== undefined) props.onIdentifierError({ type: 'server', message: field });
      else {
        toast.failure(t('code.failed'), { id: 'code', description: errorText(t, error) });
      }
    }
  };
  const sentTo = isAsked && code.sent !== null ? t('code.sentTo', code.sent) : t('field.codeHint');
  return (
    <FormField
      {...props.field}
      label={t('field.code')}
      hint={sentTo}
      error={fieldText(t, props.error, props.minimums)}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      end={
        <Button
          type="button"
          variant="secondary"
          disabled={code.isSending || code.waitS > 0}
          onClick={() => void handleSend()}
          className="h-auto min-w-32 tabular-nums"
        >
          {code.waitS > 0 ? t('code.wait', { seconds: code.waitS }) : t('code.send')}
        </Button>
      }
    />
  );
}
