import { withDatabase } from './db';
import { rowKeys, rowPrefixes } from './keys';
import { type LibraryRecords, restoreRecords } from './knowledge-bases';
import { dropPost, LIBRARY_STORES } from './post-summaries';
import type { KnowledgeBaseRecord } from './schema';
import { inTransaction, together } from './transaction';

/**
 * The bin of knowledge bases: a row beside the settings holds one whole. No list and no editor sees it there.
 *
 * Errors of every function here: {@link StorageError}.
 */

const PREFIX = rowPrefixes.bin;
const DAY_MS = 24 * 60 * 60 * 1000;
/** How long the bin keeps a knowledge base, in milliseconds; the server keeps its own as long. */
export const BIN_MS = 30 * DAY_MS;

interface BinRow {
  records: LibraryRecords;
  deletedAt: number;
  /** The first look at which it was due; absent when the last look found that it was not. */
  dueAt?: number;
}

/** A knowledge base in the bin. */
export interface BinnedBase {
  base: KnowledgeBaseRecord;
  nDocuments: number;
  deletedAt: number;
}

/**
 * Puts a knowledge base with everything in it into the bin, in one transaction.
 *
 * False when it is the last one, which stays: the editor always has one. Source: specification §4.
 */
export function binBase(id: string, now = Date.now()): Promise<boolean> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const stored = await bases.get(id);
    if (stored === undefined || (await bases.count()) <= 1) return stored === undefined;
    const categories = transaction.objectStore('categories');
    const records: LibraryRecords = {
      knowledgeBases: [stored],
      categories: await categories.index('knowledgeBaseId').getAll(id),
      posts: await transaction.objectStore('posts').index('knowledgeBaseId').getAll(id),
    };
    const value: BinRow = { records, deletedAt: now };
    await together(
      () => transaction.objectStore('settings').put({ key: PREFIX + id, value }),
      () => bases.delete(id),
      ...records.categories.map((category) => () => categories.delete(category.id)),
      ...records.posts.map((post) => () => dropPost(transaction, post.id)),
    );
    return true;
  });
}

/** Takes a knowledge base out of the bin. */
export async function restoreBinned(id: string): Promise<void> {
  const row = await withDatabase((db) => db.get('settings', PREFIX + id));
  if (row === undefined) return;
  // Both are there for a moment, rather than neither.
  await restoreRecords((row.value as BinRow).records);
  await deleteBinned(id);
}

/** Deletes a knowledge base of the bin for good. */
export function deleteBinned(id: string): Promise<void> {
  return withDatabase((db) => db.delete('settings', PREFIX + id));
}

/**
 * What is in the bin. What has been there for thirty days is deleted.
 *
 * Not before a second look, a day after the first that found it due and with none in between that did not: the clock may
 * be wrong for a moment.
 */
export function listBinned(now = Date.now()): Promise<BinnedBase[]> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const rows = await transaction.store.getAll(rowKeys(PREFIX));
    const binned: BinnedBase[] = [];
    for (const { key, value } of rows) {
      const { records, deletedAt, dueAt } = value as BinRow;
      const [base] = records.knowledgeBases;
      const isDue = now - deletedAt >= BIN_MS;
      if (base === undefined || (isDue && dueAt !== undefined && now - dueAt >= DAY_MS)) {
        void transaction.store.delete(key);
        continue;
      }
      const first = isDue ? Math.min(dueAt ?? now, now) : undefined;
      if (first !== dueAt) {
        const row: BinRow = {
          records,
          deletedAt,
          ...(first === undefined ? {} : { dueAt: first }),
        };
        void transaction.store.put({ key, value: row });
      }
      binned.push({ base, nDocuments: records.posts.length, deletedAt });
    }
    await transaction.done;
    return binned;
  });
}
