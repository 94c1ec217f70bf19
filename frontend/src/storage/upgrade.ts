import type { IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { newId } from '../lib/new-id';
import { rowPrefixes } from './keys';
import type { EditorDatabase } from './schema';

type Upgrading = IDBPTransaction<EditorDatabase, StoreNames<EditorDatabase>[], 'versionchange'>;

/** Brings a database of `oldVersion` to the newest version, one step after the other. Steps are never edited. */
export function upgrade(
  database: IDBPDatabase<EditorDatabase>,
  oldVersion: number,
  _newVersion: number | null,
  transaction: Upgrading,
): void {
  if (oldVersion < 1) {
    database.createObjectStore('knowledgeBases', { keyPath: 'id' }).createIndex('order', 'order');
    database
      .createObjectStore('categories', { keyPath: 'id' })
      .createIndex('knowledgeBaseId', 'knowledgeBaseId');
    const posts = database.createObjectStore('posts', { keyPath: 'id' });
    posts.createIndex('knowledgeBaseId', 'knowledgeBaseId');
    posts.createIndex('categoryId', 'categoryId');
    posts.createIndex('parentId', 'parentId');
    database.createObjectStore('settings', { keyPath: 'key' });
    // A failure is that of opening the database.
    identify(transaction).catch(() => undefined);
  }
}

/** Which database this is, see `library-loss.ts`. */
async function identify(transaction: Upgrading): Promise<void> {
  await transaction.objectStore('settings').put({ key: rowPrefixes.identity, value: newId() });
}
