import type { Database } from './db';
import { rowKeys, rowPrefixes } from './keys';
import { headOf, toPost } from './repair';
import type { PostHead, PostRecord, SettingRecord } from './schema';

/**
 * Every post's head stands a second time among the settings, written in the transaction that writes the post.
 *
 * A record holds its past texts, megabytes of them: a list that read records would take seconds.
 * A head that is missing, or names another category, is read from its record and put back.
 */

const PREFIX = rowPrefixes.head;
/** Posts read at once: their texts and histories are dropped again before the next ones are read. */
const RECORDS_PER_READ = 100;

/** Stores that a transaction which writes posts must hold. */
export const POST_STORES = ['posts', 'settings'] as const;
export const LIBRARY_STORES = ['knowledgeBases', 'categories', ...POST_STORES] as const;

interface PostWriting {
  objectStore(name: 'posts'): {
    put(record: PostRecord): Promise<unknown>;
    delete(id: string): Promise<unknown>;
  };
  objectStore(name: 'settings'): {
    put(record: SettingRecord): Promise<unknown>;
    delete(key: string | IDBKeyRange): Promise<unknown>;
  };
}

/** Writes a post and its head: the only way that a post is written. */
export function putPost(transaction: PostWriting, post: PostRecord): Promise<unknown> {
  const posts = transaction.objectStore('posts');
  const settings = transaction.objectStore('settings');
  return together(
    () => posts.put(post),
    () => settings.put({ key: PREFIX + post.id, value: headOf(post) }),
  );
}

/** Removes a post and its head: the only way that a post is removed. */
export function removePost(transaction: PostWriting, id: string): Promise<unknown> {
  const posts = transaction.objectStore('posts');
  const settings = transaction.objectStore('settings');
  return together(
    () => posts.delete(id),
    () => settings.delete(PREFIX + id),
  );
}

/** Both, also when the transaction ends between them: then both fail, and nobody waits in vain. */
function together(...writes: readonly (() => Promise<unknown>)[]): Promise<unknown> {
  return Promise.all(writes.map(async (write) => write()));
}

/** Forgets every head; for one that clears the posts. */
export function clearHeads(transaction: PostWriting): Promise<unknown> {
  return transaction.objectStore('settings').delete(rowKeys(PREFIX));
}

interface SettingReading {
  objectStore(name: 'settings'): { getAll(keys: IDBKeyRange): Promise<SettingRecord[]> };
}

/** The heads that are known, by the post's id. */
export async function allHeads(transaction: SettingReading): Promise<Map<string, PostHead>> {
  const rows = await transaction.objectStore('settings').getAll(rowKeys(PREFIX));
  return new Map(rows.map(({ key, value }) => [key.slice(PREFIX.length), headOf(toPost(value))]));
}

/** The posts of a category without their texts, in no order. */
export async function readHeads(db: Database, categoryId: string): Promise<PostHead[]> {
  const transaction = db.transaction(POST_STORES);
  const [ids, known] = await Promise.all([
    transaction.objectStore('posts').index('categoryId').getAllKeys(categoryId),
    allHeads(transaction),
  ]);
  const heads: PostHead[] = [];
  const missing: string[] = [];
  for (const id of ids) {
    const head = known.get(id);
    if (head?.categoryId === categoryId) heads.push(head);
    else missing.push(id);
  }
  for (let i = 0; i < missing.length; i += RECORDS_PER_READ) {
    heads.push(...(await mendHeads(db, missing.slice(i, i + RECORDS_PER_READ))));
  }
  return heads;
}

async function mendHeads(db: Database, ids: readonly string[]): Promise<PostHead[]> {
  const transaction = db.transaction(POST_STORES, 'readwrite');
  const posts = transaction.objectStore('posts');
  const records = await Promise.all(ids.map((id) => posts.get(id)));
  const heads = records.flatMap((record) => (record === undefined ? [] : [headOf(toPost(record))]));
  const settings = transaction.objectStore('settings');
  await Promise.all([
    ...heads.map((head) => settings.put({ key: PREFIX + head.id, value: head })),
    transaction.done,
  ]);
  return heads;
}

/** Hands every post to `visit`, a part of them at a time, so that the texts never stand in memory together. */
export async function visitPosts(db: Database, visit: (post: PostRecord) => void): Promise<void> {
  const ids = await db.getAllKeys('posts');
  for (let i = 0; i < ids.length; i += RECORDS_PER_READ) {
    const { store } = db.transaction('posts');
    const part = ids.slice(i, i + RECORDS_PER_READ);
    for (const record of await Promise.all(part.map((id) => store.get(id)))) {
      if (record !== undefined) visit(toPost(record));
    }
  }
}
