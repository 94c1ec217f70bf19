import { withVersion } from '../../lib/posts/post-history';
import { putPost } from '../post-summaries';
import { toPost } from '../repair';
import type { HistoryEntry, PostRecord } from '../schema';
import type { SettingWriting } from './deletions';
import type { SyncItem } from './rows';

/** What was written of a merge becomes a version of the post when something other than its author ends the merge. */

interface PostTransaction {
  objectStore(name: 'posts'): {
    get(id: string): Promise<PostRecord | undefined>;
    put(record: PostRecord): Promise<unknown>;
    delete(id: string): Promise<unknown>;
  };
  objectStore(name: 'settings'): SettingWriting;
}

type Drafted = Pick<SyncItem, 'draft'> | null | undefined;

/** The versions with what was written of a merge, unless it is the text itself. */
export function withDraft(
  { content, history }: Pick<PostRecord, 'content' | 'history'>,
  item: Drafted,
): HistoryEntry[] {
  const text = item?.draft?.text ?? content;
  if (text === content) return history;
  const now = Date.now();
  return withVersion(history, { datetime: now, content: text }, now, true);
}

/** In the transaction that forgets the row of a post. */
export async function keepDraftOf(
  transaction: PostTransaction,
  id: string,
  item: Drafted,
): Promise<void> {
  if (item?.draft == null) return;
  const stored = await transaction.objectStore('posts').get(id);
  if (stored === undefined) return;
  const post = toPost(stored);
  await putPost(transaction, { ...post, history: withDraft(post, item) });
}
