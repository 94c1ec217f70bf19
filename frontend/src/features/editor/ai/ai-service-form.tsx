import { useTranslation } from 'react-i18next';
import { readPrivate, writePrivate } from '../../../storage/private-settings';
import { TextField } from '../../../ui/fields/text-field';
import { ServiceForm } from '../service-form';
import { streamChat } from './chat-stream';
import { useAi, useAiState } from './use-ai';

const EMPTY = { base: '', key: '', model: '' };

/** Longest wait for the answer to a test, in milliseconds. */
const TEST_TIMEOUT_MS = 30_000;

/** The author's AI service. What is entered stays in this browser. */
export function AiServiceForm({
  onDone,
  onCancel,
}: {
  onDone: () => void;
  onCancel: (() => void) | null;
}) {
  const { t } = useTranslation('tools');
  const { store } = useAi();
  const typed = useAiState((state) => state.service);
  const service = typed ?? readPrivate('aiService') ?? EMPTY;
  const isBaseWrong = !/^https?:\/\/[^\s/]+/i.test(service.base);
  const isModelWrong = service.model.trim() === '';
  const change = (changes: Partial<typeof EMPTY>) =>
    store.set({ service: { ...service, ...changes } });
  const end = (then: () => void) => {
    store.set({ service: null });
    then();
  };
  const test = async () => {
    await streamChat({
      service,
      messages: [{ role: 'user', content: 'OK?' }],
      signal: AbortSignal.timeout(TEST_TIMEOUT_MS),
      onText: () => undefined,
    });
    return undefined;
  };
  return (
    <ServiceForm
      isComplete={!isBaseWrong && !isModelWrong}
      save={() => writePrivate('aiService', service)}
      onSaved={() => end(onDone)}
      onCancel={onCancel === null ? undefined : () => end(onCancel)}
      test={test}
      words={{
        private: t('ai.private'),
        test: t('ai.test'),
        works: t('ai.works'),
        fails: t('ai.fails'),
      }}
    >
      {(isChecked) => (
        <>
          <p className="text-ink-soft leading-6">{t('ai.intro')}</p>
          <TextField
            label={t('ai.base')}
            placeholder="https://api.openai.com/v1"
            value={service.base}
            error={isChecked && isBaseWrong ? t('host.notAddress') : undefined}
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
            error={isChecked && isModelWrong ? t('host.missing') : undefined}
            onChange={(model) => change({ model: model.trim() })}
          />
        </>
      )}
    </ServiceForm>
  );
}
