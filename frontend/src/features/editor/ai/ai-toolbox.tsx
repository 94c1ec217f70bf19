import { Bot, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../lib/class-names';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { useEditor, useWorkbench } from '../editor-context';
import type { SourceEditor } from '../source-editor';
import { AI_TOOLS } from './tools';
import { useAi } from './use-ai';

/** Height of the tools with the distance to the edge, and two lines of text, in CSS pixels. */
const ROOM_PX = 112;

/** Whether the selection ends where the tools would cover it. */
function endsLow(source: SourceEditor | null): boolean {
  const cursor = source?.cursorBox() ?? null;
  const pane = document.getElementById('source')?.getBoundingClientRect();
  return cursor !== null && pane !== undefined && cursor.bottom > pane.bottom - ROOM_PX;
}

/** Tools of the assistant while something is selected. Source: specification §3 (showAIToolbox). */
export function AiToolbox() {
  const { t } = useTranslation('tools');
  const workbench = useWorkbench();
  const session = useAi();
  const isOn = useEditor((state) => state.settings.showAIToolbox);
  const selected = useEditor((state) => state.selection.text);
  if (!isOn || selected.trim() === '') return null;
  return (
    <section
      aria-label={t('ai.toolbox')}
      className={classNames(
        'absolute left-1/2 z-10 flex w-max max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-0.5 rounded-lg bg-raised p-1 shadow-popup',
        endsLow(workbench.source) ? 'top-3' : 'bottom-3',
      )}
    >
      <Bot size={16} strokeWidth={1.75} className="mx-1.5 shrink-0 text-accent-text" aria-hidden />
      <div className="scroll-fade flex min-w-0 items-center gap-0.5 [scrollbar-width:none] max-md:overflow-x-auto md:flex-wrap">
        {AI_TOOLS.map((tool) => (
          <Button
            key={tool}
            size="sm"
            className="pointer-coarse:h-11"
            // The selection in the text must stay.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              workbench.changeSettings({ is_open_right_slider: true, right_panel: 'ai' });
              session.start(tool);
            }}
          >
            {t(`ai.tool.${tool}`)}
          </Button>
        ))}
      </div>
      <IconButton
        icon={X}
        size="iconSm"
        label={t('ai.hideToolbox')}
        onClick={() => workbench.changeSettings({ showAIToolbox: false })}
      />
    </section>
  );
}
