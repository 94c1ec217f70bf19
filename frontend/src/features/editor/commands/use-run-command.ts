import { useTranslation } from 'react-i18next';
import { loadSource } from '../../../engine/source';
import { errorText } from '../../../i18n/error-text';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import type { Command } from './command';

/** Runs a command on the open article. */
export function useRunCommand(): (command: Command) => Promise<void> {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  return async (command) => {
    try {
      // It is there before the text is read, so that the text of this moment is edited.
      const module = command.id === 'format' ? await loadSource() : undefined;
      const source = workbench.source;
      if (source === null) return;
      const edit = command.run(source.selected(), {
        placeholder: (of) => t(`command.placeholder.${of}`),
        formatSource: (text) => module?.formatSource(text) ?? text,
      });
      if (edit !== null) source.apply(edit);
      if (command.id === 'format') {
        toast.success(t(edit === null ? 'format.unchanged' : 'format.done'));
      }
    } catch (error) {
      toast.failure(errorText(t, error));
    }
  };
}
