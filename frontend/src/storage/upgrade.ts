import type { IDBPDatabase } from 'idb';
import type { EditorDatabase } from './schema';

/** Brings a database of `oldVersion` to the newest version, one step after the other. Steps are never edited. */
export function upgrade(database: IDBPDatabase<EditorDatabase>, oldVersion: number): void {
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
  }
}
