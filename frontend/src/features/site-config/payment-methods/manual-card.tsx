import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '../../../api/types';
import { TextArea } from '../../../ui/fields/text-field';
import { MethodCard } from './method-card';
import { isSameSettings, withSetting } from './method-fields';
import { QrImage } from './qr-image';
import { useMethod } from './use-method';

const CODES = ['wechatQrUrl', 'alipayQrUrl'] as const;

/** Being paid by hand: the creator's own codes, and what a reader should know. */
export function ManualCard({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation('sales');
  const { save, isBusy, failureBeside, errorOf } = useMethod(method);
  const [isEnabled, setIsEnabled] = useState(method.isEnabled);
  const [settings, setSettings] = useState(method.settings);
  const change = (name: string, value: string) =>
    setSettings((now) => withSetting(now, name, value));
  const isChanged = isEnabled !== method.isEnabled || !isSameSettings(settings, method.settings);
  return (
    <MethodCard
      name="manual"
      method={method}
      isEnabled={isEnabled}
      onEnabled={setIsEnabled}
      isBusy={isBusy}
      isChanged={isChanged}
      failure={failureBeside((field) => field.startsWith('settings.'))}
      onSave={() => void save({ isEnabled, isTest: false, settings })}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {CODES.map((name) => (
          <QrImage
            key={name}
            label={t(`payments.fields.${name}`)}
            url={settings[name] ?? ''}
            error={errorOf(`settings.${name}`)}
            onChange={(url) => change(name, url)}
          />
        ))}
      </div>
      <TextArea
        label={t('payments.fields.instructions')}
        hint={t('payments.instructionsHint')}
        rows={3}
        maxLength={1_000}
        value={settings.instructions ?? ''}
        error={errorOf('settings.instructions')}
        onChange={(value) => change('instructions', value)}
      />
    </MethodCard>
  );
}
