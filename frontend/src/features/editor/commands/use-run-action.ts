import { useCallback, useContext, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadSource } from '../../../engine/source';
import { errorText } from '../../../i18n/error-text';
import { toast } from '../../../ui/toast';
import { useWorkbench } from '../editor-context';
import { useTakeAlong } from '../export/use-take-along';
import type { Action } from './actions';
import { AppDeedsContext } from './use-app-deeds';

/** Runs an action on the open article. */
export function useRunAction(): (action: Action) => void {
  const { t } = useTranslation(['tools', 'editor']);
  const workbench = useWorkbench();
  const take = useTakeAlong();
  const appDeeds = useContext(AppDeedsContext);
  const deeds = useRef(appDeeds);
  deeds.current = appDeeds;
  return useCallback(
    (action) => {
      if ('dialog' in action.does) return workbench.store.set({ dialog: action.does.dialog });
      if ('app' in action.does) return deeds.current?.[action.does.app]();
      if ('take' in action.does) return take(action.does.take);
      if ('call' in action.does) return action.does.call(workbench);
      const { edit: command } = action.does;
      const run = async () => {
        // It is there before the text is read, so that the text of this moment is edited.
        const module = action.id === 'format' ? await loadSource() : undefined;
        const source = workbench.source;
        if (source === null) return;
        const edit = command(source.selected(), {
          placeholder: (of) => t(`placeholder.${of}`),
          formatSource: (text) => module?.formatSource(text) ?? text,
        });
        if (edit !== null) source.apply(edit);
        if (action.id === 'format') {
          toast.success(t(edit === null ? 'editor:format.unchanged' : 'editor:format.done'));
        }
      };
      run().catch((error: unknown) => toast.failure(errorText(t, error)));
    },
    [t, take, workbench],
  );
}
