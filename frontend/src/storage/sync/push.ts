import { withDatabase } from '../db';
import { rowPrefixes } from '../keys';
import { POST_STORES } from '../post-summaries';
import { inTransaction, together } from '../transaction';
import { type SyncDeletion, syncGoneKey, syncItemKey } from './deletions';
import { keepDraftOf } from './kept-draft';
import { readSyncItem, type SyncBase, type SyncItem } from './rows';

/** What becomes of deletions that are sent. Errors of every function: {@link StorageError}. */

/** The deletion is about to be sent under this ID. */
export function rememberSentDeletion(deletion: SyncDeletion, changeId: string): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const key = syncGoneKey(deletion);
    const stored = (await transaction.store.get(key))?.value as SyncDeletion | undefined;
    // It was undone meanwhile.
    if (stored !== undefined) void transaction.store.put({ key, value: { ...stored, changeId } });
    await transaction.done;
  });
}

/**
 * The IDs of documents that wait to be deleted in one knowledge base because they were moved to another one, which has
 * not sent them yet: until then the server keeps the only copy where it is.
 */
export function listHeldDeletions(deletions: readonly SyncDeletion[]): Promise<Set<string>> {
  return withDatabase(async (db) => {
    const held = new Set<string>();
    for (const { id, knowledgeBaseId } of deletions) {
      const home = (await db.get('posts', id))?.knowledgeBaseId;
      if (home === undefined || home === knowledgeBaseId) continue;
      const base = (await db.get('settings', rowPrefixes.syncBase + home))?.value as
        | SyncBase
        | undefined;
      if (base === undefined || base.state === 'off') continue;
      const item = await readSyncItem(db, home, id);
      if (item === undefined || item.revision === 0) held.add(id);
    }
    return held;
  });
}

/** The server has it no more. What was brought back here meanwhile is new to it. */
export function dropDeletion(deletion: SyncDeletion): Promise<void> {
  return inTransaction(POST_STORES, async (transaction) => {
    const settings = transaction.objectStore('settings');
    const item = (await settings.get(syncItemKey(deletion)))?.value as SyncItem | undefined;
    await keepDraftOf(transaction, deletion.id, item);
    await together(
      () => settings.delete(syncGoneKey(deletion)),
      () => settings.delete(syncItemKey(deletion)),
    );
  });
}

/** The server keeps the category: it is here again, with what the server has in it. */
export function undoCategoryDeletion(deletion: SyncDeletion): Promise<void> {
  return inTransaction(['categories', 'settings'], async (transaction) => {
    const categories = transaction.objectStore('categories');
    const isHere = (await categories.getKey(deletion.id)) !== undefined;
    if (!isHere && deletion.category !== null) await categories.put(deletion.category);
    await transaction.objectStore('settings').delete(syncGoneKey(deletion));
  });
}
