import { type ReactNode, useCallback, useState } from 'react';
import { ChooseFiles } from './choose-files';
import { HistoryDialog } from './history-dialog';
import { MoveToDialog } from './move-to-dialog';
import { RestoreDialog } from './restore-dialog';
import { SearchDialog } from './search/search-dialog';
import { type PostTask, TaskContext } from './task-context';
import { type Naming, NamingContext } from './use-create-post';

/** Holds what is being done with the documents: the name that is written, the window that is open. */
export function PostTasks({ children }: { children: ReactNode }) {
  const [naming, name] = useState<Naming | null>(null);
  const [task, begin] = useState<PostTask | null>(null);
  const close = useCallback(() => begin(null), []);
  return (
    <NamingContext value={{ naming, name }}>
      <TaskContext value={begin}>
        {children}
        {task?.kind === 'moveTo' && <MoveToDialog post={task.post} onClose={close} />}
        {task?.kind === 'history' && <HistoryDialog onClose={close} />}
        {task?.kind === 'search' && <SearchDialog onClose={close} />}
        {task?.kind === 'choose' && <ChooseFiles what={task.what} onClose={close} />}
        {task?.kind === 'restore' && <RestoreDialog all={task.all} onClose={close} />}
      </TaskContext>
    </NamingContext>
  );
}
