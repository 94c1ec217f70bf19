import type { IDBPTransaction } from 'idb';
import type { LIBRARY_STORES } from '../post-summaries';
import type { EditorDatabase, PostRecord } from '../schema';
import { type SyncDeletion, syncGoneKey, syncItemKey } from './deletions';
import type { SyncItem } from './rows';

/** What came of it. */
export interface Applied {
  /** Lists of documents look different now. */
  isChanged: boolean;
  /** Documents whose text was replaced. */
  written: string[];
  /** Open documents with a text that their tab has to take. */
  incoming: string[];
  /** Documents that others have deleted, as they were. */
  removed: PostRecord[];
  /** Documents that come back, and whose ID a document of another knowledge base has here: they need another one. */
  returning: string[];
}

type Transaction = IDBPTransaction<EditorDatabase, typeof LIBRARY_STORES, 'readwrite'>;

/** One transaction in which what the server told of a knowledge base is written. */
export class ApplyContext {
  readonly transaction: Transaction;
  readonly knowledgeBaseId: string;
  readonly applied: Applied = {
    isChanged: false,
    written: [],
    incoming: [],
    removed: [],
    returning: [],
  };

  constructor(transaction: Transaction, knowledgeBaseId: string) {
    this.transaction = transaction;
    this.knowledgeBaseId = knowledgeBaseId;
  }

  get categories() {
    return this.transaction.objectStore('categories');
  }

  get posts() {
    return this.transaction.objectStore('posts');
  }

  get settings() {
    return this.transaction.objectStore('settings');
  }

  async itemOf(id: string): Promise<SyncItem | undefined> {
    const row = await this.settings.get(syncItemKey(this.deleted(id)));
    return row?.value as SyncItem | undefined;
  }

  async deletionOf(id: string): Promise<SyncDeletion | undefined> {
    const row = await this.settings.get(syncGoneKey(this.deleted(id)));
    return row?.value as SyncDeletion | undefined;
  }

  async putItem(id: string, item: SyncItem | null): Promise<void> {
    const key = syncItemKey(this.deleted(id));
    if (item === null) await this.settings.delete(key);
    else await this.settings.put({ key, value: item });
  }

  /** Names a row of this knowledge base. */
  deleted(id: string) {
    return { id, knowledgeBaseId: this.knowledgeBaseId };
  }
}
