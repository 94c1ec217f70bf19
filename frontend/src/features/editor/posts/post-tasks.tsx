import { createContext, type ReactNode, useState } from 'react';
import type { PostHead } from '../../../storage/schema';
import { HistoryDialog } from './history-dialog';
import { MoveToDialog } from './move-to-dialog';
import { type Naming, NamingContext } from './use-create-post';

/** Something that is done with a post in a window of its own. */
export type PostTask = { kind: 'moveTo'; post: PostHead } | { kind: 'history' };

/** Opens the window of a task. */
export const TaskContext = createContext<(task: PostTask) => void>(() => undefined);

/** Holds what is being done with a post: the name that is written, the window that is open. */
export function PostTasks({ children }: { children: ReactNode }) {
  const [naming, name] = useState<Naming | null>(null);
  const [task, begin] = useState<PostTask | null>(null);
  const close = () => begin(null);
  return (
    <NamingContext value={{ naming, name }}>
      <TaskContext value={begin}>
        {children}
        {task?.kind === 'moveTo' && <MoveToDialog post={task.post} onClose={close} />}
        {task?.kind === 'history' && <HistoryDialog onClose={close} />}
      </TaskContext>
    </NamingContext>
  );
}
