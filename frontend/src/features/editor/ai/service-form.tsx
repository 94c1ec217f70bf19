import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { readPrivate, writePrivate } from '../../../storage/private-settings';
import { Button } from '../../../ui/button';
import { TextField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { streamChat } from './chat-stream';

const EMPTY = { base: '', key: '', model: '' };

/** The author's AI service. What is entered stays in this browser. */
export function ServiceForm({
  onDone,
  onCancel,
}: {
  onDone: () => void;
  onCancel: (() => void) | null;
}) {
  const { t } = useTranslation(['tools', 'app']);
  const [service, setService] = useState(() => readPrivate('aiService') ?? EMPTY);
  const [isAsked, setIsAsked] = useState(false);
  const [isTesting, setIsTesting] = useState(false);
  const isBaseWrong = !/^https?:\/\/[^\s/]+/i.test(service.base);
  const isModelWrong = service.model.trim() === '';
  const isWrong = isBaseWrong || isModelWrong;
  const change = (changes: Partial<typeof EMPTY>) => setService({ ...service, ...changes });
  const save = () => {
    setIsAsked(true);
    if (isWrong) return;
    if (writePrivate('aiService', service)) onDone();
    else toast.failure(t('host.notSaved'), { id: 'ai' });
  };
  const test = async () => {
    setIsAsked(true);
    if (isWrong) return;
    setIsTesting(true);
    try {
      await streamChat({
        service,
        messages: [{ role: 'user', content: 'OK?' }],
        signal: AbortSignal.timeout(30_000),
        onText: () => undefined,
      });
      toast.success(t('ai.works'));
    } catch (error) {
      toast.failure(t('ai.fails'), { id: 'ai', description: errorText(t, error) });
    } finally {
      setIsTesting(false);
    }
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <p className="text-ink-soft leading-6">{t('ai.intro')}</p>
      <TextField
        label={t('ai.base')}
        placeholder="https://api.openai.com/v1"
        value={service.base}
        error={isAsked && isBaseWrong ? t('host.missing') : undefined}
        onChange={(base) => change({ base: base.trim() })}
      />
      <TextField
        label={t('ai.key')}
        type="password"
        autoComplete="off"
        value={service.key}
        onChange={(key) => change({ key: key.trim() })}
      />
      <TextField
        label={t('ai.model')}
        value={service.model}
        error={isAsked && isModelWrong ? t('host.missing') : undefined}
        onChange={(model) => change({ model: model.trim() })}
      />
      <p className="text-ink-faint text-xs">{t('ai.private')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {onCancel !== null && <Button onClick={onCancel}>{t('app:dialog.cancel')}</Button>}
        <Button
          variant="secondary"
          disabled={isTesting}
          focusableWhenDisabled
          onClick={() => void test()}
        >
          {t(isTesting ? 'host.testing' : 'ai.test')}
        </Button>
        <Button variant="primary" type="submit">
          {t('host.save')}
        </Button>
      </div>
    </form>
  );
}
