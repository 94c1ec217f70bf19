import { useTranslation } from 'react-i18next';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextArea, TextField } from '../../../ui/fields/text-field';

interface SecondKeyFieldsProps {
  isOn: boolean;
  /** Whether the key was saved before; it is never shown. */
  hasKey: boolean;
  id: string;
  publicKey: string;
  errorOf: (field: string) => string | undefined;
  onSwitch: (isOn: boolean) => void;
  onId: (id: string) => void;
  onKey: (publicKey: string) => void;
}

/** WeChat Pay's other key, which counts beside the first one while WeChat Pay changes from one to the other. */
export function SecondKeyFields(props: SecondKeyFieldsProps) {
  const { t } = useTranslation('sales');
  return (
    <div>
      <SwitchRow
        label={t('payments.fields.usesSecondKey')}
        description={t('payments.secondKey.text')}
        isOn={props.isOn}
        onChange={props.onSwitch}
      />
      {props.isOn && (
        <div className="mt-2 flex flex-col gap-3 rounded-lg border border-line p-3">
          <TextField
            label={t('payments.fields.secondPublicKeyId')}
            autoComplete="off"
            spellCheck={false}
            placeholder="PUB_KEY_ID_…"
            value={props.id}
            error={props.errorOf('settings.secondPublicKeyId')}
            onChange={(value) => props.onId(value.trim())}
          />
          <TextArea
            label={t('payments.fields.secondPublicKey')}
            autoComplete="off"
            spellCheck={false}
            rows={3}
            className="font-mono"
            placeholder={
              props.hasKey ? t('payments.secondKey.isSet') : '-----BEGIN PUBLIC KEY-----'
            }
            value={props.publicKey}
            error={props.errorOf('keys.secondPublicKey')}
            onChange={props.onKey}
          />
        </div>
      )}
    </div>
  );
}
