import { createContext } from 'react';
import type { LibrarySnapshot } from '../../../../storage/library-snapshot';
import type { CategoryRecord, KnowledgeBaseRecord, PostSummary } from '../../../../storage/schema';
import type { LocalImageFiles } from '../../../../transfer/archive/archive';
import type { ImportFile } from '../../../../transfer/import/model';
import type { RedoStep, UndoStep } from '../undo/undo-steps';

/** A task on the documents that has a dialog. */
export type PostTask =
  | { kind: 'moveTo' | 'rename'; post: PostSummary }
  | { kind: 'bin' | 'history' | 'search' }
  | { kind: 'undo'; step: UndoStep }
  | { kind: 'redo'; step: RedoStep }
  | { kind: 'import'; files: ImportFile[]; isRestore?: boolean }
  | { kind: 'choose'; what: 'files' | 'folder' | 'backup' }
  | { kind: 'restore'; all: LibrarySnapshot; images: LocalImageFiles }
  | { kind: 'knowledgeBase'; task: KnowledgeBaseTask }
  | { kind: 'category'; task: CategoryTask };

export type KnowledgeBaseTask =
  | { kind: 'create' }
  | { kind: 'edit' | 'delete'; base: KnowledgeBaseRecord };

export type CategoryTask =
  | { kind: 'create' }
  | { kind: 'edit' | 'delete'; category: CategoryRecord };

/** Opens the dialog of a task. */
export const TaskContext = createContext<(task: PostTask) => void>(() => undefined);
