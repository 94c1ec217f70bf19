import { Settings } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readPrivate } from '../../../storage/private-settings';
import { IconButton } from '../../../ui/buttons/icon-button';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { useEditor, useWorkbench } from '../editor-context';
import { AiServiceForm } from './ai-service-form';
import { AiTaskView } from './ai-task-view';
import { Chat } from './chat';
import { useAiState } from './use-ai';

/** The AI panel: settings of the service, the task on the selection, or the chat. */
export function AiPanel() {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const isToolboxOn = useEditor((state) => state.settings.showAIToolbox);
  const hasTask = useAiState((state) => state.task !== null);
  const [service, setService] = useState(() => readPrivate('aiService'));
  const isTyping = useAiState((state) => state.service !== null);
  const [isSetting, setIsSetting] = useState(service === null || isTyping);
  if (isSetting) {
    return (
      <div className="scroll-thin flex min-h-0 grow flex-col gap-4 overflow-y-auto px-4 py-4">
        <AiServiceForm
          onDone={() => {
            setService(readPrivate('aiService'));
            setIsSetting(false);
          }}
          onCancel={service === null ? null : () => setIsSetting(false)}
        />
        <SwitchRow
          label={t('ai.showToolbox')}
          isOn={isToolboxOn}
          onChange={(showAIToolbox) => workbench.changeSettings({ showAIToolbox })}
        />
      </div>
    );
  }
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex h-9 shrink-0 items-center justify-between gap-2 border-line border-b pr-2 pl-4 text-ink-faint text-xs">
        <span className="truncate">{service?.model}</span>
        <IconButton
          icon={Settings}
          size="iconSm"
          label={t('ai.settings')}
          onClick={() => setIsSetting(true)}
        />
      </div>
      {hasTask ? <AiTaskView /> : <Chat />}
    </div>
  );
}
