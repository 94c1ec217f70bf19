import { withDatabase } from './db';
import { settingKeys } from './keys';
import { byOrder } from './knowledge-bases';
import { clearSummaries, putPost } from './post-summaries';
import { toCategory, toKnowledgeBase, toPost } from './repair';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from './schema';
import { type EditorSettings, settingsOf } from './settings';

/** All that the author has: what a backup holds. Keys and tokens of services are no part of it. */
export interface LibrarySnapshot {
  knowledgeBases: KnowledgeBaseRecord[];
  categories: CategoryRecord[];
  posts: PostRecord[];
  settings: EditorSettings;
}

/** The whole library, in one moment. Errors of every function here: {@link StorageError}. */
export function readLibrarySnapshot(): Promise<LibrarySnapshot> {
  return withDatabase(async (db) => {
    const stores = ['knowledgeBases', 'categories', 'posts', 'settings'] as const;
    const transaction = db.transaction(stores);
    const [knowledgeBases, categories, posts, settings] = await Promise.all([
      transaction.objectStore('knowledgeBases').getAll(),
      transaction.objectStore('categories').getAll(),
      transaction.objectStore('posts').getAll(),
      transaction.objectStore('settings').getAll(settingKeys()),
      transaction.done,
    ]);
    return {
      knowledgeBases: knowledgeBases.map(toKnowledgeBase).sort(byOrder),
      categories: categories.map(toCategory).sort(byOrder),
      posts: posts.map(toPost),
      settings: settingsOf(settings),
    };
  });
}

/** Puts `next` in the place of the library there is; all of it or, when anything fails, nothing. */
export function replaceLibrary(next: LibrarySnapshot): Promise<void> {
  return withDatabase(async (db) => {
    const stores = ['knowledgeBases', 'categories', 'posts', 'settings'] as const;
    const transaction = db.transaction(stores, 'readwrite');
    const bases = transaction.objectStore('knowledgeBases');
    const categories = transaction.objectStore('categories');
    const posts = transaction.objectStore('posts');
    const settings = transaction.objectStore('settings');
    // Settings that a backup does not hold, such as keys of services, stay.
    await Promise.all([
      bases.clear(),
      categories.clear(),
      posts.clear(),
      clearSummaries(transaction),
      ...next.knowledgeBases.map((record) => bases.put(record)),
      ...next.categories.map((record) => categories.put(record)),
      ...next.posts.map((record) => putPost(transaction, record)),
      ...Object.entries(next.settings).map(([key, value]) => settings.put({ key, value })),
      transaction.done,
    ]);
  });
}
