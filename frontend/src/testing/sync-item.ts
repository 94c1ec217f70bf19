import { withDatabase } from '../storage/db';
import { readSyncItem, type SyncItem } from '../storage/sync/rows';

/** The row of a document, if its knowledge base is synchronized. */
export function getSyncItem(knowledgeBaseId: string, id: string): Promise<SyncItem | undefined> {
  return withDatabase((db) => readSyncItem(db, knowledgeBaseId, id));
}
