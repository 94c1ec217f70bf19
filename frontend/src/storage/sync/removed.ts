import { withDatabase } from '../db';
import { rowKeys, rowPrefixes } from '../keys';
import type { PostRecord } from '../schema';

/** A document that others have deleted, kept for a while. */
export interface RemovedPost {
  post: PostRecord;
  /** Milliseconds. */
  removedAt: number;
}

/**
 * The documents of a knowledge base that others have deleted, the last first; those that are here again are left out.
 *
 * Errors: {@link StorageError}.
 */
export function listRemoved(knowledgeBaseId: string): Promise<RemovedPost[]> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['posts', 'settings']);
    const posts = transaction.objectStore('posts');
    const keys = rowKeys(`${rowPrefixes.syncBin}${knowledgeBaseId}:`);
    const removed: RemovedPost[] = [];
    for (const { value } of await transaction.objectStore('settings').getAll(keys)) {
      const row = value as RemovedPost;
      if ((await posts.getKey(row.post.id)) === undefined) removed.push(row);
    }
    return removed.sort((a, b) => b.removedAt - a.removedAt);
  });
}

/** Forgets documents that others deleted before a moment, in milliseconds. Errors: {@link StorageError}. */
export function forgetRemovedBefore(moment: number): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    for (const { key, value } of await transaction.store.getAll(rowKeys(rowPrefixes.syncBin))) {
      if ((value as RemovedPost).removedAt < moment) void transaction.store.delete(key);
    }
    await transaction.done;
  });
}
