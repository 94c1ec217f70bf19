import { type ReactNode, useCallback, useState } from 'react';
import { useWorkbench } from '../editor-context';
import { CategoryDialogs } from './category-dialogs';
import { ChooseFiles } from './choose-files';
import { HistoryDialog } from './history-dialog';
import { KnowledgeBaseDialogs } from './knowledge-base-dialogs';
import { MoveToDialog } from './move-to-dialog';
import { RestoreDialog } from './restore-dialog';
import { SearchDialog } from './search/search-dialog';
import { type PostTask, TaskContext } from './task-context';

/** Holds the window in which something is done with the documents, whoever has asked for it. */
export function PostTasks({ children }: { children: ReactNode }) {
  const { store } = useWorkbench();
  const [task, setTask] = useState<PostTask | null>(null);
  const close = useCallback(() => setTask(null), []);
  const begin = useCallback(
    (next: PostTask) => {
      // In a narrow window the documents lie over the page and would lie under the window.
      store.set({ isPostDrawerOpen: false });
      setTask(next);
    },
    [store],
  );
  return (
    <TaskContext value={begin}>
      {children}
      {task?.kind === 'moveTo' && <MoveToDialog post={task.post} onClose={close} />}
      {task?.kind === 'history' && <HistoryDialog onClose={close} />}
      {task?.kind === 'search' && <SearchDialog onClose={close} />}
      {task?.kind === 'choose' && <ChooseFiles what={task.what} onClose={close} />}
      {task?.kind === 'restore' && <RestoreDialog all={task.all} onClose={close} />}
      {task?.kind === 'knowledgeBase' && <KnowledgeBaseDialogs task={task.task} onClose={close} />}
      {task?.kind === 'category' && <CategoryDialogs task={task.task} onClose={close} />}
    </TaskContext>
  );
}
