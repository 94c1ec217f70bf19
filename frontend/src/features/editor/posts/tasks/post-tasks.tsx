import { type ReactNode, useCallback, useState } from 'react';
import { getI18n } from 'react-i18next';
import { loadFeatureWords } from '../../../../i18n';
import { loadedDialog } from '../../../../ui/dialogs/loaded-dialog';
import { useWorkbench } from '../../editor-context';
import { ChooseFiles } from '../import/choose-files';
import { CategoryDialogs } from '../rename/category-dialogs';
import { KnowledgeBaseDialogs } from '../rename/knowledge-base-dialogs';
import { type PostTask, TaskContext } from './task-context';

// Dialogs that are rarely used are loaded when they open for the first time.
const BinDialog = loadedDialog(async () => (await import('../bin/bin-dialog')).BinDialog);
const HistoryDialog = loadedDialog(
  async () => (await import('../post/history-dialog')).HistoryDialog,
);
const ImportTask = loadedDialog(async () => {
  const [module] = await Promise.all([
    import('../import/import-task'),
    loadFeatureWords(getI18n(), 'transfer'),
  ]);
  return module.ImportTask;
});
const MoveToDialog = loadedDialog(
  async () => (await import('../post/move-to-dialog')).MoveToDialog,
);
const RenamePostDialog = loadedDialog(
  async () => (await import('../rename/rename-post-dialog')).RenamePostDialog,
);
const RestoreDialog = loadedDialog(
  async () => (await import('../backup/restore-dialog')).RestoreDialog,
);
const UndoQuestion = loadedDialog(async () => (await import('../undo/undo-question')).UndoQuestion);
const RedoQuestion = loadedDialog(async () => (await import('../undo/undo-question')).RedoQuestion);
const SearchDialog = loadedDialog(
  async () => (await import('../search/search-dialog')).SearchDialog,
);

/** Shows the dialog of a task, which any component below can open. */
export function PostTasks({ children }: { children: ReactNode }) {
  const { store } = useWorkbench();
  const [task, setTask] = useState<PostTask | null>(null);
  const close = useCallback(() => setTask(null), []);
  const openTask = useCallback(
    (next: PostTask) => {
      // In a narrow window the documents drawer covers the page and would be below the dialog.
      store.set({ isPostDrawerOpen: false });
      setTask(next);
    },
    [store],
  );
  return (
    <TaskContext value={openTask}>
      {children}
      {task?.kind === 'moveTo' && <MoveToDialog post={task.post} onClose={close} />}
      {task?.kind === 'rename' && <RenamePostDialog post={task.post} onClose={close} />}
      {task?.kind === 'history' && <HistoryDialog onClose={close} />}
      {task?.kind === 'bin' && <BinDialog onClose={close} />}
      {task?.kind === 'undo' && <UndoQuestion step={task.step} onClose={close} />}
      {task?.kind === 'redo' && <RedoQuestion step={task.step} onClose={close} />}
      {task?.kind === 'search' && <SearchDialog onClose={close} />}
      {task?.kind === 'restore' && (
        <RestoreDialog all={task.all} images={task.images} onClose={close} />
      )}
      {task?.kind === 'import' && (
        <ImportTask files={task.files} isRestore={task.isRestore ?? false} onClose={close} />
      )}
      {task?.kind === 'choose' && <ChooseFiles what={task.what} onClose={close} />}
      {task?.kind === 'knowledgeBase' && <KnowledgeBaseDialogs task={task.task} onClose={close} />}
      {task?.kind === 'category' && <CategoryDialogs task={task.task} onClose={close} />}
    </TaskContext>
  );
}
