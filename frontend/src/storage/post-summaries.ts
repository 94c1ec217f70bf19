import type { BinStamps } from './bin-time';
import type { Database } from './db';
import { postBinKey, rowKeys, rowPrefixes } from './keys';
import { pageMemory } from './page-memory';
import { summaryOf, toPost } from './repair';
import type { PostRecord, PostSummary, SettingRecord } from './schema';
import { rememberDeletion, type SettingWriting, undoDeletion } from './sync/deletions';
import { onCommit, together } from './transaction';

/**
 * Every post's summary stands a second time among the settings, written in the transaction that writes the post.
 *
 * A record holds its past texts, megabytes of them: a list that read records would take seconds.
 * A summary that is missing, or names another category, is read from its record and put back.
 */

const PREFIX = rowPrefixes.summary;
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
  objectStore(name: 'settings'): SettingWriting;
}

/** Writes a post that the author works on, which the page holds from here on; else as {@link putPost}. */
export function putOwnPost(transaction: PostWriting, post: PostRecord): Promise<unknown> {
  onCommit(transaction, () => pageMemory().posts.hold(post.id, post));
  return putPost(transaction, post);
}

/** Writes a post and its summary: the only way that a post is written. */
export function putPost(transaction: PostWriting, post: PostRecord): Promise<unknown> {
  onCommit(transaction, () => pageMemory().posts.refresh(post.id, post));
  const posts = transaction.objectStore('posts');
  const settings = transaction.objectStore('settings');
  return together(
    () => posts.put(post),
    () => settings.put({ key: PREFIX + post.id, value: summaryOf(post) }),
    () => undoDeletion(settings, post),
  );
}

/** Removes a post and its summary by the author's doing, for good. */
export function removePost(
  transaction: PostWriting,
  { id, knowledgeBaseId }: Pick<PostRecord, 'id' | 'knowledgeBaseId'>,
): Promise<unknown> {
  const posts = transaction.objectStore('posts');
  const settings = transaction.objectStore('settings');
  onCommit(transaction, () => pageMemory().posts.drop(id));
  return together(
    () => posts.delete(id),
    () => settings.delete(PREFIX + id),
    () => rememberDeletion(settings, { id, knowledgeBaseId }),
  );
}

/** The row of a post in the bin. */
export interface BinRow extends BinStamps {
  post: PostRecord;
}

/** The row of a post that goes into the bin. */
export function binRow(post: PostRecord, deletedAt: number): { key: string; value: BinRow } {
  return { key: postBinKey(post), value: { post, deletedAt } };
}

/** Removes a post by the author's doing and keeps it in the bin, whole; see `post-bin.ts`. */
export function binPost(
  transaction: PostWriting,
  post: PostRecord,
  now = Date.now(),
): Promise<unknown> {
  const row = binRow(post, now);
  onCommit(transaction, () => pageMemory().bin.hold(row.key, row));
  return together(
    () => transaction.objectStore('settings').put(row),
    () => removePost(transaction, post),
  );
}

/** Removes a post that the server has no more: nobody has to be told of it. */
export function dropPost(transaction: PostWriting, id: string): Promise<unknown> {
  const posts = transaction.objectStore('posts');
  const settings = transaction.objectStore('settings');
  onCommit(transaction, () => pageMemory().posts.drop(id));
  return together(
    () => posts.delete(id),
    () => settings.delete(PREFIX + id),
  );
}

/** Forgets every summary; for one that clears the posts and writes those of `kept`. */
export function clearSummaries(
  transaction: PostWriting,
  kept: ReadonlySet<string>,
): Promise<unknown> {
  onCommit(transaction, () => pageMemory().posts.retain(kept));
  return transaction.objectStore('settings').delete(rowKeys(PREFIX));
}

interface SettingReading {
  objectStore(name: 'settings'): { getAll(keys: IDBKeyRange): Promise<SettingRecord[]> };
}

/** The summaries that are known, by the post's id. */
export async function allSummaries(transaction: SettingReading): Promise<Map<string, PostSummary>> {
  const rows = await transaction.objectStore('settings').getAll(rowKeys(PREFIX));
  return new Map(
    rows.map(({ key, value }) => [key.slice(PREFIX.length), summaryOf(toPost(value))]),
  );
}

/** The posts of categories, or of knowledge bases, without their texts, in no order. */
export async function readSummaries(
  db: Database,
  places: readonly string[],
  index: 'categoryId' | 'knowledgeBaseId' = 'categoryId',
): Promise<PostSummary[]> {
  const transaction = db.transaction(POST_STORES);
  const posts = transaction.objectStore('posts').index(index);
  const [idsOf, known] = await Promise.all([
    Promise.all(places.map((place) => posts.getAllKeys(place))),
    allSummaries(transaction),
  ]);
  const summaries: PostSummary[] = [];
  const missing: string[] = [];
  places.forEach((place, i) => {
    for (const id of idsOf[i] ?? []) {
      const summary = known.get(id);
      if (summary?.[index] === place) summaries.push(summary);
      else missing.push(id);
    }
  });
  for (let i = 0; i < missing.length; i += RECORDS_PER_READ) {
    summaries.push(...(await repairSummaries(db, missing.slice(i, i + RECORDS_PER_READ))));
  }
  return summaries;
}

async function repairSummaries(db: Database, ids: readonly string[]): Promise<PostSummary[]> {
  const { store } = db.transaction('posts');
  const records = await Promise.all(ids.map((id) => store.get(id)));
  const summaries = records.flatMap((record) =>
    record === undefined ? [] : [summaryOf(toPost(record))],
  );
  // On a full disk they are read again next time: no list depends on a write.
  await putMissing(db, summaries).catch(() => undefined);
  return summaries;
}

/** Writes the summaries of posts as these are now: another tab may have changed them since they were read. */
async function putMissing(db: Database, summaries: readonly PostSummary[]): Promise<void> {
  const transaction = db.transaction(POST_STORES, 'readwrite');
  const posts = transaction.objectStore('posts');
  const settings = transaction.objectStore('settings');
  const records = await Promise.all(summaries.map(({ id }) => posts.get(id)));
  const puts = records.map(
    async (record) =>
      record !== undefined &&
      settings.put({ key: PREFIX + record.id, value: summaryOf(toPost(record)) }),
  );
  await Promise.all([...puts, transaction.done]);
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
