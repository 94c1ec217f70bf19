import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import type { Action } from './actions';

/** Runs an action on the open article. */
export function useRunAction(): (action: Action) => void {
  const { t } = useTranslation(['tools', 'editor']);
  const workbench = useWorkbench();
  return useCallback(
    (action) => {
      if ('dialog' in action.does) return workbench.store.set({ dialog: action.does.dialog });
      if ('call' in action.does) return action.does.call(workbench);
      const source = workbench.source;
      if (source === null) return;
      try {
        const edit = action.does.edit(source.selected(), {
          placeholder: (of) => t(`placeholder.${of}`),
          formatSource: (text) => workbench.module.formatSource(text),
        });
        if (edit !== null) source.apply(edit);
        if (action.id === 'format') {
          toast.success(t(edit === null ? 'editor:format.unchanged' : 'editor:format.done'));
        }
      } catch (error) {
        toast.failure(errorText(t, error));
      }
    },
    [t, workbench],
  );
}
