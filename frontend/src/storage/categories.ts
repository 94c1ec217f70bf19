import { orderAtEnd } from '../lib/posts/post-order';
import { type Database, withDatabase } from './db';
import { byOrder, type LibraryRecords } from './knowledge-bases';
import { newCategory } from './new-records';
import { pageMemory } from './page-memory';
import { binPost, LIBRARY_STORES } from './post-summaries';
import { toCategory, toPost } from './repair';
import type { CategoryRecord } from './schema';
import { rememberDeletion } from './sync/deletions';
import { inTransaction, together } from './transaction';

/** Categories of a knowledge base in their order. Errors of every function here: {@link StorageError}. */
export function listCategories(knowledgeBaseId: string): Promise<CategoryRecord[]> {
  return withDatabase((db) => readCategories(db, knowledgeBaseId));
}

/** As {@link listCategories}, on an open database. */
export async function readCategories(
  db: Database,
  knowledgeBaseId: string,
): Promise<CategoryRecord[]> {
  const records = await db.getAllFromIndex('categories', 'knowledgeBaseId', knowledgeBaseId);
  const categories = records.map(toCategory).sort(byOrder);
  pageMemory().categories.set(knowledgeBaseId, categories);
  return categories;
}

/** `slug` is derived from the name by the engine; an empty one takes the category's id. */
export function createCategory(
  knowledgeBaseId: string,
  { name, slug, description = '' }: { name: string; slug: string; description?: string },
): Promise<CategoryRecord> {
  return withDatabase(async (db) => {
    const order = orderAtEnd(await readCategories(db, knowledgeBaseId));
    const category = { ...newCategory(knowledgeBaseId, name, slug, order), description };
    await db.put('categories', category);
    return category;
  });
}

export function updateCategory(
  id: string,
  changes: { name: string; slug: string; description: string },
): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('categories', 'readwrite');
    const stored = await transaction.store.get(id);
    if (stored !== undefined) {
      const slug = changes.slug || stored.slug;
      await transaction.store.put({ ...stored, ...changes, slug, updateDatetime: Date.now() });
    }
    await transaction.done;
  });
}

/**
 * Removes a category with its posts, which the bin keeps.
 *
 * Null when it is the last of its knowledge base: refused, with a warning in the console. Source: specification §4, §8.
 */
export function deleteCategory(id: string): Promise<LibraryRecords | null> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const categories = transaction.objectStore('categories');
    const stored = await categories.get(id);
    const siblings =
      stored === undefined
        ? 0
        : await categories.index('knowledgeBaseId').count(stored.knowledgeBaseId);
    if (stored === undefined || siblings <= 1) {
      // biome-ignore lint/suspicious/noConsole: the specification (§8) asks for exactly this.
      console.warn('the last category of a knowledge base cannot be deleted');
      return null;
    }
    const posts = transaction.objectStore('posts');
    const deleted = await posts.index('categoryId').getAll(id);
    await together(
      () => categories.delete(id),
      () => rememberDeletion(transaction.objectStore('settings'), stored, stored),
      ...deleted.map((post) => () => binPost(transaction, toPost(post))),
    );
    return { knowledgeBases: [], categories: [stored], posts: deleted };
  });
}
