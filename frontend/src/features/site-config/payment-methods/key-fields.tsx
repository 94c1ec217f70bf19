import { KeyRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/button';
import { PasswordField, TextArea } from '../../../ui/fields/text-field';
import type { MethodField } from './method-fields';

interface KeyFieldsProps {
  fields: readonly MethodField[];
  /** Whether keys are set; they are never shown. */
  hasKeys: boolean;
  isReplacing: boolean;
  onReplacing: (isReplacing: boolean) => void;
  keys: Readonly<Record<string, string>>;
  errorOf: (field: string) => string | undefined;
  onChange: (keys: Record<string, string>) => void;
}

/** Keys of a provider: they are written here, and never read back. */
export function KeyFields(props: KeyFieldsProps) {
  const { t } = useTranslation('sales');
  const { hasKeys, isReplacing, keys } = props;
  if (hasKeys && !isReplacing) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-hover px-3 py-2">
        <span className="inline-flex items-center gap-2 text-ink text-sm">
          <KeyRound size={16} strokeWidth={1.75} className="text-success" aria-hidden />
          <span>{t('payments.keysSet')}</span>
        </span>
        <Button variant="secondary" onClick={() => props.onReplacing(true)}>
          {t('payments.replace')}
        </Button>
      </div>
    );
  }
  const cancel = () => {
    props.onChange({});
    props.onReplacing(false);
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-lg border border-line p-3">
      <legend className="px-1 text-ink-soft text-xs">{t('payments.keys')}</legend>
      <p className="text-ink-faint text-xs">{t('payments.keysText')}</p>
      {props.fields.map((field) => {
        const label = t(`payments.fields.${field.name}` as 'payments.fields.secretKey');
        const shared = {
          label,
          autoComplete: 'off',
          spellCheck: false,
          value: keys[field.name] ?? '',
          error: props.errorOf(`keys.${field.name}`),
          ...(field.placeholder === undefined ? {} : { placeholder: field.placeholder }),
        };
        const change = (value: string) => props.onChange({ ...keys, [field.name]: value });
        return field.isLong ? (
          <TextArea key={field.name} {...shared} rows={3} className="font-mono" onChange={change} />
        ) : (
          <PasswordField
            key={field.name}
            {...shared}
            size="sm"
            autoComplete="new-password"
            showLabel={t('payments.show', { name: label })}
            hideLabel={t('payments.hide', { name: label })}
            onChange={({ target }) => change(target.value)}
          />
        );
      })}
      {hasKeys && (
        <Button variant="secondary" className="self-start" onClick={cancel}>
          {t('payments.keep')}
        </Button>
      )}
    </fieldset>
  );
}
