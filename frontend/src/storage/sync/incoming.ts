import { withVersion } from '../../lib/post-history';
import { textHash } from '../../lib/text-hash';
import { withDatabase } from '../db';
import { POST_STORES, putPost } from '../post-summaries';
import { toPost } from '../repair';
import type { PostRecord } from '../schema';
import { inTransaction, together } from '../transaction';
import { syncItemKey } from './deletions';
import { accepted, withTheirText } from './merge';
import { postHash, type SyncItem, type TheirText } from './rows';

/** The server's text beside the one here: what the tab that writes the post does with it. */

/** A newer text of the server, and whether the text here has changed since it was the server's. */
export interface Incoming {
  theirs: TheirText;
  isConflict: boolean;
}

/** What the server has of a post that is not here; null when there is nothing. Errors: {@link StorageError}. */
export function readIncoming(postId: string): Promise<Incoming | null> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(POST_STORES);
    const stored = await transaction.objectStore('posts').get(postId);
    if (stored === undefined) return null;
    const post = toPost(stored);
    const row = await transaction.objectStore('settings').get(syncItemKey(post));
    const item = row?.value as SyncItem | undefined;
    if (!item?.theirs) return null;
    return { theirs: item.theirs, isConflict: postHash(post) !== item.accepted };
  });
}

/** In the transaction that writes the server's text into its record: the server has this record as it is here. */
export async function markApplied(
  settings: {
    get(key: string): Promise<{ value: unknown } | undefined>;
    put(record: { key: string; value: unknown }): Promise<unknown>;
  },
  post: PostRecord,
  revision: number,
): Promise<void> {
  const key = syncItemKey(post);
  const item = (await settings.get(key))?.value as SyncItem | undefined;
  if (item === undefined) return;
  const seen = { datetime: post.updateDatetime, hash: textHash(post.content) };
  // A newer text has come since the author saw this one: it is taken next.
  const theirs = (item.theirs?.revision ?? 0) > revision ? item.theirs : null;
  const value = { ...accepted(item, postHash(post), revision), seen, theirs };
  await settings.put({ key, value });
}

/**
 * The author makes an older text the newest: it is sent as a restored one, also much later. Without sync nothing is done.
 *
 * Errors: {@link StorageError}.
 */
export function markRestored(
  post: Pick<PostRecord, 'id' | 'knowledgeBaseId'>,
  content: string,
): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const key = syncItemKey(post);
    const item = (await transaction.store.get(key))?.value as SyncItem | undefined;
    if (item !== undefined) {
      void transaction.store.put({ key, value: { ...item, restored: textHash(content) } });
    }
    await transaction.done;
  });
}

/**
 * The author chose the own text of two: what the server has becomes a version, and the own text is sent over it.
 *
 * `seenRevision`: that of the server's text that the author saw. Undefined when it is not the newest any more: nothing is
 * done. Errors: {@link StorageError}.
 */
export function chooseMine(postId: string, seenRevision: number): Promise<PostRecord | undefined> {
  return inTransaction(POST_STORES, async (transaction) => {
    const stored = await transaction.objectStore('posts').get(postId);
    const settings = transaction.objectStore('settings');
    const post = stored === undefined ? undefined : toPost(stored);
    const key = post === undefined ? '' : syncItemKey(post);
    const item = (await settings.get(key))?.value as SyncItem | undefined;
    const theirs = item?.theirs;
    if (post === undefined || item === undefined || theirs?.revision !== seenRevision) {
      return undefined;
    }
    const hash = postHash(withTheirText(post, theirs));
    const version = { datetime: theirs.datetime, content: theirs.content };
    const history = withVersion(post.history, version, Date.now(), true);
    const next = { ...post, history };
    const value = { ...accepted(item, hash, theirs.revision), isMerge: true };
    await together(
      () => settings.put({ key, value }),
      () => putPost(transaction, next),
    );
    return next;
  });
}
