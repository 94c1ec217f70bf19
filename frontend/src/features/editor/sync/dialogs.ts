import { Store } from '../../../lib/store';

type SyncDialog =
  | { kind: 'enable' | 'disable'; knowledgeBaseId: string }
  | { kind: 'fetch' }
  | { kind: 'conflict'; postId: string };

/** The dialog of sync that is open. */
export const syncDialogs = new Store<{ open: SyncDialog | null }>({ open: null });
