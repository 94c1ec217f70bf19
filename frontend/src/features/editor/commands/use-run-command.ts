import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import type { Command } from './command';

/** Runs a command on the open article. */
export function useRunCommand(): (command: Command) => void {
  const { t } = useTranslation('editor');
  const workbench = useWorkbench();
  return (command) => {
    const source = workbench.source;
    if (source === null) return;
    try {
      const edit = command.run(source.selected(), {
        placeholder: (of) => t(`command.placeholder.${of}`),
        formatSource: (text) => workbench.module.formatSource(text),
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
