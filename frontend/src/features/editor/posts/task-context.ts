import { createContext } from 'react';
import type { Everything } from '../../../storage/everything';
import type { PostHead } from '../../../storage/schema';

/** Something that is done with the documents in a window of its own. */
export type PostTask =
  | { kind: 'moveTo'; post: PostHead }
  | { kind: 'history' | 'search' }
  | { kind: 'choose'; what: 'files' | 'folder' | 'backup' }
  | { kind: 'restore'; all: Everything };

/** Opens the window of a task. */
export const TaskContext = createContext<(task: PostTask) => void>(() => undefined);
