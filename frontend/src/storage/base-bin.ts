import { forgetAiTalks } from './ai-talk';
import { type BinStamps, stampsAt } from './bin-time';
import { withDatabase } from './db';
import { rowKeys, rowPrefixes } from './keys';
import {
  deleteKnowledgeBase,
  getKnowledgeBase,
  type LibraryRecords,
  restoreRecords,
} from './knowledge-bases';
import { pageMemory } from './page-memory';
import type { KnowledgeBaseRecord } from './schema';
import { inTransaction } from './transaction';

/**
 * The bin of knowledge bases: a row beside the settings holds one whole. No list and no editor sees it there.
 *
 * Errors of every function here: {@link StorageError}.
 */

const PREFIX = rowPrefixes.bin;
interface BinRow extends BinStamps {
  records: LibraryRecords;
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
export async function binBase(id: string, now = Date.now()): Promise<boolean> {
  if ((await getKnowledgeBase(id)) === undefined) return true;
  return (await deleteKnowledgeBase(id, now)) !== null;
}

/** Takes a knowledge base out of the bin. */
export async function restoreBinned(id: string): Promise<void> {
  const row = await withDatabase((db) => db.get('settings', PREFIX + id));
  if (row === undefined) return;
  await restoreRecords((row.value as BinRow).records);
}

/** Deletes a knowledge base of the bin for good. */
export function deleteBinned(id: string): Promise<void> {
  return inTransaction(['settings'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    const row = await settings.get(PREFIX + id);
    if (row !== undefined) await forgetAiTalks(settings, idsOf(row.value as BinRow));
    await settings.delete(PREFIX + id);
    pageMemory().bin.drop(PREFIX + id);
  });
}

function idsOf({ records }: BinRow): string[] {
  return records.posts.map(({ id }) => id);
}

/** What is in the bin. What has been there for thirty days is deleted. */
export function listBinned(now = Date.now()): Promise<BinnedBase[]> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const rows = await transaction.store.getAll(rowKeys(PREFIX));
    const binned: BinnedBase[] = [];
    for (const { key, value } of rows) {
      const row = value as BinRow;
      const { records, deletedAt } = row;
      const [base] = records.knowledgeBases;
      const stamps = stampsAt(row, now);
      if (base === undefined || stamps === null) {
        await forgetAiTalks(transaction.store, idsOf(row));
        await transaction.store.delete(key);
        pageMemory().bin.drop(key);
        continue;
      }
      if (stamps.dueAt !== row.dueAt) {
        const next: BinRow = { records, ...stamps };
        void transaction.store.put({ key, value: next });
      }
      binned.push({ base, nDocuments: records.posts.length, deletedAt });
    }
    await transaction.done;
    return binned;
  });
}
