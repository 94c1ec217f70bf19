import type { TFunction } from 'i18next';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkPaymentMethod } from '../../../api/payment-methods';
import type { PaymentMethod } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import { formatMoment } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextField } from '../../../ui/fields/text-field';
import { useSalesChange, useSalesPlace } from '../sales/use-sales';
import { HookAddress } from './hook-address';
import { JsapiFields } from './jsapi-fields';
import { KeyFields } from './key-fields';
import { MethodCard } from './method-card';
import {
  isFieldShown,
  isSameSettings,
  type MethodFields,
  PROVIDERS,
  type ProviderName,
  typedKeys,
  withSetting,
} from './method-fields';
import { SecondKeyFields } from './second-key-fields';
import { useMethod } from './use-method';

/** Being paid by a provider: its numbers, its keys, where it tells what happened. */
export function ProviderCard({ name, method }: { name: ProviderName; method: PaymentMethod }) {
  const { t } = useTranslation('sales');
  const fields: MethodFields = PROVIDERS[name];
  const { save, isBusy, failureBeside, errorOf } = useMethod(method);
  const [isEnabled, setIsEnabled] = useState(method.isEnabled);
  const [isTest, setIsTest] = useState(method.isTest);
  const [settings, setSettings] = useState(method.settings);
  const [keys, setKeys] = useState<Record<string, string>>({});
  const [isReplacing, setIsReplacing] = useState(false);
  const typed = typedKeys(keys);
  const isChanged =
    isEnabled !== method.isEnabled ||
    isTest !== method.isTest ||
    typed !== undefined ||
    !isSameSettings(settings, method.settings);
  const areKeysOpen = !method.hasKeys || isReplacing;
  const send = async () => {
    const body = { isEnabled, isTest, settings, ...(typed === undefined ? {} : { keys: typed }) };
    if (!(await save(body))) return;
    setKeys({});
    setIsReplacing(false);
  };
  return (
    <MethodCard
      name={name}
      method={method}
      isEnabled={isEnabled}
      onEnabled={setIsEnabled}
      isBusy={isBusy}
      isChanged={isChanged}
      failure={failureBeside((field) => isFieldShown(fields, field, settings, areKeysOpen))}
      onSave={() => void send()}
      actions={<CheckKeys method={method} isDisabled={!method.hasKeys || isChanged} />}
    >
      <div
        className={
          isTest ? 'rounded-lg border border-caution border-dashed px-3 py-1.5' : 'px-0 py-0'
        }
      >
        <SwitchRow label={t('payments.test')} isOn={isTest} onChange={setIsTest} />
        {isTest && (
          <p className="pb-1 text-caution text-xs">
            {t(name === 'wechatPay' ? 'payments.testTextWechatPay' : 'payments.testText')}
          </p>
        )}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {Object.entries(fields.links).map(([link, address]) => (
          <a
            key={link}
            href={address}
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-accent-text hover:underline"
          >
            <span>
              {link === 'help' ? t('payments.links.help') : t(`payments.consoles.${name}`)}
            </span>
            <ExternalLink size={14} strokeWidth={1.75} aria-hidden />
          </a>
        ))}
      </p>
      <p className="text-ink-faint text-xs">{t(`payments.where.${name}`)}</p>
      <div className="grid gap-3 sm:grid-cols-2">
        {fields.settings.map((field) => (
          <TextField
            key={field.name}
            label={t(`payments.fields.${field.name}` as 'payments.fields.appId')}
            autoComplete="off"
            spellCheck={false}
            {...(field.placeholder === undefined ? {} : { placeholder: field.placeholder })}
            value={settings[field.name] ?? ''}
            error={errorOf(`settings.${field.name}`)}
            onChange={(value) => setSettings(withSetting(settings, field.name, value.trim()))}
          />
        ))}
      </div>
      {fields.switches?.map((name) => (
        <SwitchRow
          key={name}
          label={t(`payments.fields.${name}` as 'payments.fields.usesCodes')}
          isOn={settings[name] === 'true'}
          onChange={(isOn) => setSettings(withSetting(settings, name, isOn ? 'true' : ''))}
        />
      ))}
      {name === 'wechatPay' && (
        <JsapiFields
          isOn={settings.usesJsapi === 'true'}
          hasSecret={method.hasKeys && method.settings.usesJsapi === 'true'}
          secret={keys.appSecret ?? ''}
          error={errorOf('keys.appSecret')}
          onSwitch={(isOn) => setSettings(withSetting(settings, 'usesJsapi', isOn ? 'true' : ''))}
          onSecret={(appSecret) => setKeys({ ...keys, appSecret })}
        />
      )}
      {name === 'wechatPay' && (
        <SecondKeyFields
          isOn={settings.usesSecondKey === 'true'}
          hasKey={method.hasKeys && method.settings.usesSecondKey === 'true'}
          id={settings.secondPublicKeyId ?? ''}
          publicKey={keys.secondPublicKey ?? ''}
          errorOf={errorOf}
          onSwitch={(isOn) =>
            setSettings(withSetting(settings, 'usesSecondKey', isOn ? 'true' : ''))
          }
          onId={(id) => setSettings(withSetting(settings, 'secondPublicKeyId', id))}
          onKey={(secondPublicKey) => setKeys({ ...keys, secondPublicKey })}
        />
      )}
      <KeyFields
        fields={fields.keys}
        hasKeys={method.hasKeys}
        isReplacing={isReplacing}
        onReplacing={setIsReplacing}
        keys={keys}
        errorOf={errorOf}
        onChange={setKeys}
      />
      {method.refused && <Refused refused={method.refused} />}
      {method.hookUrl && <HookAddress url={method.hookUrl} name={name} />}
    </MethodCard>
  );
}

/** What was said of the keys before. */
function problemOf(t: TFunction<'sales'>, problem: PaymentMethod['problem']): string | null {
  if (!problem) return null;
  if (problem === 'providerUnavailable') return t('payments.unchecked');
  return errorText(t, new KeyedError(`paymentMethod.${problem}`, ''));
}

/** Notifications that were refused, by keys that are wrong or because somebody else sent them: nobody can tell which. */
function Refused({ refused }: { refused: NonNullable<PaymentMethod['refused']> }) {
  const { t, i18n } = useTranslation('sales');
  return (
    <div role="status" className="text-caution text-sm">
      <p>
        {t(`payments.refused.${refused.reason}`, {
          number: refused.count,
          moment: formatMoment(localeOf(i18n), refused.lastAt),
        })}
      </p>
      <p>{t('payments.refused.anybody')}</p>
    </div>
  );
}

/** Asks the provider whether the keys work; says what it said of them before. */
function CheckKeys({ method, isDisabled }: { method: PaymentMethod; isDisabled: boolean }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const [answer, setAnswer] = useState<{ isWorking: boolean; text: string } | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const check = async () => {
    setIsBusy(true);
    try {
      await checkPaymentMethod(teamId, siteId, method.method);
      setAnswer({ isWorking: true, text: t('payments.works') });
    } catch (error) {
      setAnswer({ isWorking: false, text: errorText(t, error) });
    } finally {
      await refresh();
      setIsBusy(false);
    }
  };
  const known = problemOf(t, method.problem);
  const said = answer ?? (known === null ? null : { isWorking: false, text: known });
  return (
    <>
      <Button variant="secondary" disabled={isBusy || isDisabled} onClick={() => void check()}>
        {t(isBusy ? 'payments.checking' : 'payments.check')}
      </Button>
      <p
        role="status"
        className={`basis-full text-sm empty:hidden ${said?.isWorking ? 'text-success' : 'text-danger'}`}
      >
        {said?.text}
      </p>
    </>
  );
}
