import { database } from './db';
import { storageError } from './errors';
import type { PostFrontMatter, PostRecord } from './schema';

/** The post, or undefined when there is none. Errors: {@link StorageError}. */
export async function getPost(id: string): Promise<PostRecord | undefined> {
  try {
    return await (await database()).get('posts', id);
  } catch (error) {
    throw storageError(error);
  }
}

/** What an edit changes of a post. */
export interface PostChanges {
  content: string;
  frontMatter?: PostFrontMatter;
}

/** `saved`: written, with the new stamp. `conflict`: someone else wrote since `seen`; nothing was written. */
export type SaveResult =
  | { state: 'saved'; updateDatetime: number }
  | { state: 'conflict'; theirs: PostRecord };

/**
 * Writes an edit, unless another tab has written the post since this one read it.
 *
 * - `base`: the post as this tab knows it; written whole when the store has lost it.
 * - `seen`: `updateDatetime` of what this tab read or wrote last; null overwrites whatever is there.
 * - Errors: {@link StorageError}.
 */
export async function savePost(
  base: PostRecord,
  changes: PostChanges,
  seen: number | null,
): Promise<SaveResult> {
  try {
    const transaction = (await database()).transaction('posts', 'readwrite');
    const stored = await transaction.store.get(base.id);
    if (stored !== undefined && seen !== null && stored.updateDatetime !== seen) {
      await transaction.done;
      if (stored.content !== changes.content) return { state: 'conflict', theirs: stored };
      return { state: 'saved', updateDatetime: stored.updateDatetime };
    }
    // Two writes within one millisecond must still differ, or a conflict would go unseen.
    const updateDatetime = Math.max(Date.now(), (stored?.updateDatetime ?? 0) + 1);
    await transaction.store.put({ ...base, ...stored, ...changes, updateDatetime });
    await transaction.done;
    return { state: 'saved', updateDatetime };
  } catch (error) {
    throw storageError(error);
  }
}
