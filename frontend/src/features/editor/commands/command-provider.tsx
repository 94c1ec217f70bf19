import { createContext, type ReactNode, useCallback, useContext, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { useExportBase } from '../../../transfer/use-export-base';
import { useAppearance } from '../../../ui/appearance';
import { toast } from '../../../ui/states/toast';
import { useWorkbench } from '../editor-context';
import { useExportParts } from '../export/parts-context';
import { usePageExports } from '../export/use-exports';
import { useSaveBackup } from '../posts/backup/use-save-backup';
import { useLibrary } from '../posts/library/library-context';
import { TaskContext } from '../posts/tasks/task-context';
import { useCreatePost } from '../posts/tree/use-create-post';
import { usePostActions } from '../posts/tree/use-post-actions';
import type { Command, CommandContext } from './command';

type RunCommand = (command: Command) => void;

// A page that only shows an article has no provider: there commands do nothing.
const RunContext = createContext<RunCommand>(() => undefined);

/** Lets everything below run commands on the open article. */
export function CommandProvider({ children }: { children: ReactNode }) {
  const { t, i18n } = useTranslation(['tools', 'editor', 'library']);
  const context: CommandContext = {
    workbench: useWorkbench(),
    library: useLibrary(),
    exports: usePageExports(),
    parts: useExportParts(),
    posts: usePostActions(),
    createPost: useCreatePost(),
    saveBackup: useSaveBackup(),
    exportBase: useExportBase(),
    openTask: useContext(TaskContext),
    appearance: useAppearance(),
    i18n,
    t,
  };
  const latest = useRef(context);
  latest.current = context;
  const run = useCallback<RunCommand>((command) => {
    // Begins at once: a browser opens a window only within the click.
    const running = async () => command.run(latest.current);
    running().catch((error: unknown) => {
      toast.failure(errorText(latest.current.t, error), { id: `command.${command.id}` });
    });
  }, []);
  return <RunContext value={run}>{children}</RunContext>;
}

/** Runs a command; the function stays the same. */
export function useRunCommand(): RunCommand {
  return useContext(RunContext);
}
