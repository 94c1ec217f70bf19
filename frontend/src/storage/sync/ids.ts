import { withDatabase } from '../db';
import { syncItemKey } from './deletions';

/**
 * Those of `ids` that a record of another knowledge base has here: a duplicate at the server keeps the IDs of its documents.
 *
 * A document that was moved to another knowledge base is none of them. Errors: {@link StorageError}.
 */
export function idsOfOthers(knowledgeBaseId: string, ids: readonly string[]): Promise<string[]> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['categories', 'posts', 'settings']);
    const categories = transaction.objectStore('categories');
    const posts = transaction.objectStore('posts');
    const settings = transaction.objectStore('settings');
    const found: string[] = [];
    for (const id of ids) {
      const record = (await posts.get(id)) ?? (await categories.get(id));
      if (record === undefined || record.knowledgeBaseId === knowledgeBaseId) continue;
      const isMoved = await settings.getKey(syncItemKey({ knowledgeBaseId, id }));
      if (isMoved === undefined) found.push(id);
    }
    return found;
  });
}
