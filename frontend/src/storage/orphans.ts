import { postReparenter, reparentCategories } from '../lib/collections/reparent';
import type { Database } from './db';
import { readKnowledgeBases } from './knowledge-bases';
import { newCategory, newKnowledgeBase } from './new-records';
import { LIBRARY_STORES, putPost } from './post-summaries';
import { toCategory, toPost } from './repair';
import type { CategoryRecord, KnowledgeBaseRecord } from './schema';
import { inTransaction, together } from './transaction';

/** Words for a knowledge base that has to be made to hold what was found. */
interface Words {
  knowledgeBaseName: string;
  knowledgeBaseDescription: string;
}

/**
 * Gives every post a category and every category a knowledge base that exists, and every knowledge base a category.
 *
 * A database in order costs a look at its indexes; nothing is written, and no text is read.
 */
export async function adoptOrphans(db: Database, words: Words): Promise<void> {
  if (await isInOrder(db)) return;
  const bases = await readKnowledgeBases(db);
  const stored = (await db.getAll('categories')).map(toCategory);
  const base =
    bases[0] ?? newKnowledgeBase(words.knowledgeBaseName, words.knowledgeBaseDescription, 1);
  const baseIds = [...new Set([base.id, ...bases.map(({ id }) => id)])];
  const categories = reparentCategories(baseIds, stored);
  const filled = new Set(categories.map(({ knowledgeBaseId }) => knowledgeBaseId));
  const added = baseIds
    .filter((id) => !filled.has(id))
    .map((id) => newCategory(id, 'docs', 'docs', 1));
  await writeLibrary(base, [...categories, ...added]);
}

async function isInOrder(db: Database): Promise<boolean> {
  const transaction = db.transaction(['knowledgeBases', 'categories', 'posts']);
  const posts = transaction.objectStore('posts');
  const [bases, categories, nPosts, nIndexed, nInBases] = await Promise.all([
    transaction.objectStore('knowledgeBases').getAllKeys(),
    transaction.objectStore('categories').getAll(),
    posts.count(),
    posts.index('categoryId').count(),
    posts.index('knowledgeBaseId').count(),
  ]);
  if (bases.length === 0) return nPosts === 0 && categories.length === 0;
  if (nPosts !== nIndexed || nPosts !== nInBases) return false;
  const known = new Set(categories.map(({ id }) => id));
  const filled = new Set(categories.map(({ knowledgeBaseId }) => knowledgeBaseId));
  if (!bases.every((id) => filled.has(id))) return false;
  if (![...filled].every((id) => bases.includes(id))) return false;
  for (const index of ['categoryId', 'knowledgeBaseId'] as const) {
    let cursor = await posts.index(index).openKeyCursor(null, 'nextunique');
    while (cursor !== null) {
      const isKnown = index === 'categoryId' ? known.has(cursor.key) : bases.includes(cursor.key);
      if (!isKnown) return false;
      cursor = await cursor.continue();
    }
  }
  return true;
}

async function writeLibrary(
  base: KnowledgeBaseRecord,
  categories: readonly CategoryRecord[],
): Promise<void> {
  // The categories of the first knowledge base come first: they take what belongs nowhere.
  const ofBase = ({ knowledgeBaseId }: CategoryRecord) => knowledgeBaseId === base.id;
  const reparent = postReparenter([...categories.filter(ofBase), ...categories]);
  await inTransaction(LIBRARY_STORES, async (transaction) => {
    await together(
      () => transaction.objectStore('knowledgeBases').put(base),
      ...categories.map((category) => () => transaction.objectStore('categories').put(category)),
    );
    for await (const cursor of transaction.objectStore('posts')) {
      const post = reparent(toPost(cursor.value));
      if (post === null) continue;
      // A key that is no text cannot be updated in place.
      if (cursor.primaryKey !== post.id) await cursor.delete();
      await putPost(transaction, post);
    }
  });
}
