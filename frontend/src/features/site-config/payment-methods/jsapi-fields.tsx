import { useTranslation } from 'react-i18next';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { PasswordField } from '../../../ui/fields/text-field';
import { useSite } from '../site/site-context';

interface JsapiFieldsProps {
  isOn: boolean;
  /** Whether the secret was saved before; it is never shown. */
  hasSecret: boolean;
  secret: string;
  error: string | undefined;
  onSwitch: (isOn: boolean) => void;
  onSecret: (secret: string) => void;
}

/** Being paid inside WeChat: the secret of the Official Account, and what has to be entered at WeChat. */
export function JsapiFields(props: JsapiFieldsProps) {
  const { t } = useTranslation('sales');
  const { site } = useSite();
  const label = t('payments.fields.appSecret');
  return (
    <div>
      <SwitchRow
        label={t('payments.fields.usesJsapi')}
        description={t('payments.jsapi.text')}
        isOn={props.isOn}
        onChange={props.onSwitch}
      />
      {props.isOn && (
        <div className="mt-2 flex flex-col gap-3 rounded-lg border border-line p-3">
          <PasswordField
            label={label}
            size="sm"
            autoComplete="new-password"
            spellCheck={false}
            value={props.secret}
            error={props.error}
            {...(props.hasSecret ? { placeholder: t('payments.jsapi.isSet') } : {})}
            showLabel={t('payments.show', { name: label })}
            hideLabel={t('payments.hide', { name: label })}
            onChange={({ target }) => props.onSecret(target.value)}
          />
          <dl className="flex flex-col gap-2 text-xs">
            <Place label={t('payments.jsapi.domain')} value={new URL(site.url).hostname} />
            <Place
              label={t('payments.jsapi.directory')}
              value={new URL('orders/', site.url).href}
            />
          </dl>
        </div>
      )}
    </div>
  );
}

/** Something to be entered at WeChat. */
function Place({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-soft">{label}</dt>
      <dd
        translate="no"
        className="mt-1 break-all rounded-md bg-hover px-2 py-1 font-mono text-ink"
      >
        {value}
      </dd>
    </div>
  );
}
