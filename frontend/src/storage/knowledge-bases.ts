import { orderAtEnd } from '../lib/posts/post-order';
import { comeBack, readBinKeys, withStored } from './come-back';
import { type Database, withDatabase } from './db';
import { rowPrefixes } from './keys';
import { newCategory, newKnowledgeBase } from './new-records';
import { dropBase, pageMemory } from './page-memory';
import { binPost, dropPost, LIBRARY_STORES, putPost, removePost } from './post-summaries';
import { toCategory, toKnowledgeBase, toPost } from './repair';

import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from './schema';
import { rememberDeletion, undoDeletion } from './sync/deletions';
import { inTransaction, onCommit, together } from './transaction';

/** All knowledge bases in their order. Errors of every function here: {@link StorageError}. */
export function listKnowledgeBases(): Promise<KnowledgeBaseRecord[]> {
  return withDatabase(readKnowledgeBases);
}

/** The knowledge base, or undefined when there is none. */
export function getKnowledgeBase(id: string): Promise<KnowledgeBaseRecord | undefined> {
  return withDatabase(async (db) => {
    const stored = await db.get('knowledgeBases', id);
    return stored === undefined ? undefined : toKnowledgeBase(stored);
  });
}

/** Whether the post is in a knowledge base that is archived: it can only be read. */
export function isInArchivedBase(postId: string): Promise<boolean> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['posts', 'knowledgeBases']);
    const post = await transaction.objectStore('posts').get(postId);
    if (post === undefined) return false;
    const base = await transaction.objectStore('knowledgeBases').get(post.knowledgeBaseId);
    return base?.status === 'archived';
  });
}

/** As {@link listKnowledgeBases}, on an open database. */
export async function readKnowledgeBases(db: Database): Promise<KnowledgeBaseRecord[]> {
  const bases = (await db.getAll('knowledgeBases')).map(toKnowledgeBase).sort(byOrder);
  pageMemory().knowledgeBases = bases;
  return bases;
}

/** Makes a knowledge base with its first category: none is ever without one. */
export function createKnowledgeBase(
  name: string,
  description: string,
): Promise<{ knowledgeBase: KnowledgeBaseRecord; category: CategoryRecord }> {
  return withDatabase(async (db) => {
    const order = orderAtEnd(await readKnowledgeBases(db));
    const knowledgeBase = newKnowledgeBase(name, description, order);
    const category = newCategory(knowledgeBase.id, 'docs', 'docs', 1);
    await inTransaction(['knowledgeBases', 'categories'], (transaction) =>
      together(
        () => transaction.objectStore('knowledgeBases').put(knowledgeBase),
        () => transaction.objectStore('categories').put(category),
      ),
    );
    return { knowledgeBase, category };
  });
}

export function updateKnowledgeBase(
  id: string,
  changes: Partial<Pick<KnowledgeBaseRecord, 'name' | 'description' | 'category' | 'status'>>,
): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('knowledgeBases', 'readwrite');
    const stored = await transaction.store.get(id);
    if (stored !== undefined) {
      await transaction.store.put({ ...stored, ...changes, updateDatetime: Date.now() });
    }
    await transaction.done;
  });
}

/** Records that come or go together: what a deletion took away, what an import brought. */
export interface LibraryRecords {
  knowledgeBases: KnowledgeBaseRecord[];
  categories: CategoryRecord[];
  posts: PostRecord[];
}

/**
 * Removes a knowledge base with its categories and posts; the bin keeps it whole (`base-bin.ts`).
 *
 * Null when it is the last one: refused, with a warning in the console. Source: specification §4 and §8.
 */
export function deleteKnowledgeBase(id: string, now = Date.now()): Promise<LibraryRecords | null> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const stored = await bases.get(id);
    if (stored === undefined || (await bases.count()) <= 1) {
      // biome-ignore lint/suspicious/noConsole: the specification (§8) asks for exactly this.
      console.warn('the last knowledge base cannot be deleted');
      return null;
    }
    const categories = transaction.objectStore('categories');
    const posts = transaction.objectStore('posts');
    const deleted = {
      knowledgeBases: [stored],
      categories: await categories.index('knowledgeBaseId').getAll(id),
      posts: await posts.index('knowledgeBaseId').getAll(id),
    };
    const row = { key: rowPrefixes.bin + id, value: { records: deleted, deletedAt: now } };
    onCommit(transaction, () => {
      dropBase(id);
      pageMemory().bin.hold(row.key, row);
    });
    await together(
      () => transaction.objectStore('settings').put(row),
      () => bases.delete(id),
      ...deleted.categories.map((category) => () => categories.delete(category.id)),
      // The server keeps what it has: this browser alone is rid of the knowledge base.
      ...deleted.posts.map((post) => () => dropPost(transaction, post.id)),
    );
    return deleted;
  });
}

/**
 * Puts back what was deleted, exactly as it was.
 *
 * A post that another tab has written again meanwhile keeps its text; the deleted one becomes a version of it, and so
 * does what the bin has of it besides.
 */
export function restoreRecords(records: LibraryRecords): Promise<void> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const categories = transaction.objectStore('categories');
    const posts = transaction.objectStore('posts');
    const settings = transaction.objectStore('settings');
    const stored = await Promise.all(records.posts.map(({ id }) => posts.get(id)));
    const bin = await readBinKeys(settings);
    const binned = records.knowledgeBases.map(({ id }) => rowPrefixes.bin + id);
    onCommit(transaction, () => {
      for (const key of binned) pageMemory().bin.drop(key);
    });
    const restored = await Promise.all(
      records.posts.map(async (record, i) =>
        withStored(await comeBack(settings, record, bin.get(record.id)), stored[i]),
      ),
    );
    await together(
      ...records.knowledgeBases.map((record) => () => bases.put(record)),
      ...records.categories.map((record) => () => categories.put(record)),
      ...records.categories.map((record) => () => undoDeletion(settings, record)),
      ...restored.map((record) => () => putPost(transaction, record)),
      ...binned.map((key) => () => settings.delete(key)),
    );
  });
}

/**
 * Takes records out again that were put in, and answers with those that are gone.
 *
 * A post that was edited since stays, and so do its category and knowledge base. The last knowledge base stays with its
 * first category, unless `mayEmpty`: no editor is open, and none was there before. `isBinned`: into the bin, where
 * posts with versions that the record lacks go in any case.
 */
export function removeRecords(
  records: LibraryRecords,
  { mayEmpty = false, isBinned = false } = {},
): Promise<LibraryRecords> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const categories = transaction.objectStore('categories');
    const posts = transaction.objectStore('posts');
    const removed: LibraryRecords = { knowledgeBases: [], categories: [], posts: [] };
    for (const record of records.posts) {
      const stored = await posts.get(record.id);
      if (stored === undefined || toPost(stored).content !== record.content) continue;
      const post = toPost(stored);
      // What was kept of it since is nowhere else.
      const isChanged = post.history.length > record.history.length;
      await (isBinned || isChanged ? binPost : removePost)(transaction, post);
      removed.posts.push(post);
    }
    const isLast = !mayEmpty && (await bases.count()) <= 1;
    for (const record of records.categories) {
      if ((await posts.index('categoryId').count(record.id)) > 0) continue;
      const siblings = categories.index('knowledgeBaseId').count(record.knowledgeBaseId);
      if (isLast && (await siblings) <= 1) continue;
      await categories.delete(record.id);
      await rememberDeletion(transaction.objectStore('settings'), record, record);
      removed.categories.push(record);
    }
    for (const record of records.knowledgeBases) {
      const nCategories = await categories.index('knowledgeBaseId').count(record.id);
      if (nCategories > 0 || isLast) continue;
      await bases.delete(record.id);
      removed.knowledgeBases.push(record);
    }
    return removed;
  });
}

/** By order, the older first among equals. */
export function byOrder(
  a: { order: number; createDatetime: number },
  b: { order: number; createDatetime: number },
): number {
  return a.order - b.order || a.createDatetime - b.createDatetime;
}

/** Whether one of the records' ids is in use already. */
export function hasAnyOf({ knowledgeBases, categories, posts }: LibraryRecords): Promise<boolean> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['knowledgeBases', 'categories', 'posts']);
    const found = await Promise.all([
      ...knowledgeBases.map(({ id }) => transaction.objectStore('knowledgeBases').getKey(id)),
      ...categories.map(({ id }) => transaction.objectStore('categories').getKey(id)),
      ...posts.map(({ id }) => transaction.objectStore('posts').getKey(id)),
    ]);
    await transaction.done;
    return found.some((key) => key !== undefined);
  });
}

/** A knowledge base with everything in it, in one moment; null when there is none of that id. */
export function readWholeBase(id: string): Promise<LibraryRecords | null> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['knowledgeBases', 'categories', 'posts']);
    const [base, categories, posts] = await Promise.all([
      transaction.objectStore('knowledgeBases').get(id),
      transaction.objectStore('categories').index('knowledgeBaseId').getAll(id),
      transaction.objectStore('posts').index('knowledgeBaseId').getAll(id),
      transaction.done,
    ]);
    if (base === undefined) return null;
    return {
      knowledgeBases: [toKnowledgeBase(base)],
      categories: categories.map(toCategory).sort(byOrder),
      posts: posts.map(toPost),
    };
  });
}
