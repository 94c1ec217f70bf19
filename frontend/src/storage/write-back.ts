import type { IDBPTransaction } from 'idb';
import { comeBack, readBinKeys, withOlder } from './come-back';
import type { Database } from './db';
import { rowPrefixes } from './keys';
import type { BinnedRow, PageMemory } from './page-memory';
import { toPost } from './repair';
import type { EditorDatabase, PostRecord } from './schema';

/** What a page holds of a database that the browser has emptied goes back into it; see `library-loss.ts`. */

const STORES = ['knowledgeBases', 'categories', 'posts', 'settings'] as const;
type Writing = IDBPTransaction<EditorDatabase, typeof STORES, 'readwrite'>;

/**
 * Writes what the page holds and the database lacks: all of it, or nothing when anything fails.
 *
 * Another tab may have written back before. What was written last stands then; the other's text becomes a version.
 */
export async function writeBack(db: Database, memory: PageMemory): Promise<void> {
  const transaction = db.transaction(STORES, 'readwrite');
  const { done } = transaction;
  // Its failure is that of one of the requests, or told below.
  done.catch(() => undefined);
  try {
    await writeLists(transaction, memory);
    const settings = transaction.objectStore('settings');
    // The bin first: what is in it does not come back beside it.
    for (const row of [...memory.bin.all, ...rowsOf(memory)]) {
      if ((await settings.getKey(row.key)) === undefined) await settings.put(row);
    }
    const bin = await readBinKeys(settings);
    for (const record of memory.posts.all) await writePost(transaction, record, bin);
    await done;
  } catch (error) {
    try {
      transaction.abort();
    } catch {
      // The browser has ended it already.
    }
    throw error;
  }
}

/** Knowledge bases, and the categories of those that there are: those of a deleted one would come up in another. */
async function writeLists(transaction: Writing, memory: PageMemory): Promise<void> {
  const bases = transaction.objectStore('knowledgeBases');
  const categories = transaction.objectStore('categories');
  for (const record of memory.knowledgeBases) {
    if (isNewer(record, await bases.get(record.id))) await bases.put(record);
  }
  for (const record of [...memory.categories.values()].flat()) {
    if ((await bases.getKey(record.knowledgeBaseId)) === undefined) continue;
    if (isNewer(record, await categories.get(record.id))) await categories.put(record);
  }
}

/** One that was put into the bin after it was written stays there, with all of its words; one that was written since lives. */
async function writePost(
  transaction: Writing,
  record: PostRecord,
  bin: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const posts = transaction.objectStore('posts');
  const settings = transaction.objectStore('settings');
  const stored = await posts.get(record.id);
  const keys = bin.get(record.id) ?? [];
  if (stored === undefined) {
    const row = await deletionAfter(settings, keys, record);
    if (row !== undefined) {
      const post = withOlder(toPost(row.value.post), record);
      await settings.put({ ...row, value: { ...row.value, post } });
      return;
    }
  }
  const other = stored === undefined ? undefined : toPost(stored);
  const next = other === undefined ? record : withOlder(other, record);
  if (next === other) return;
  await posts.put(await comeBack(settings, next, keys));
  // It is read again from the record.
  await settings.delete(rowPrefixes.summary + record.id);
}

interface PostRow extends BinnedRow {
  value: { deletedAt: number; post: PostRecord };
}

/** The row of the bin of a post that was deleted after the record was written. */
async function deletionAfter(
  settings: { get(key: string): Promise<unknown> },
  keys: readonly string[],
  { updateDatetime }: PostRecord,
): Promise<PostRow | undefined> {
  const rows = (await Promise.all(keys.map((key) => settings.get(key)))) as PostRow[];
  return rows.find(({ value }) => value.deletedAt >= updateDatetime);
}

function isNewer(
  record: { updateDatetime: number },
  stored: { updateDatetime: number } | undefined,
): boolean {
  return stored === undefined || record.updateDatetime > stored.updateDatetime;
}

/**
 * Rows beside the settings. A synchronized knowledge base is compared as a whole: what is missing comes from the server.
 * One that the author has deleted here is not fetched again.
 */
function rowsOf({ settings, syncBases, images, knowledgeBases }: PageMemory) {
  const here = new Set(knowledgeBases.map(({ id }) => id));
  const bases = [...syncBases.values()].map(({ key, value }) => {
    const isHere = here.size === 0 || here.has(key.slice(rowPrefixes.syncBase.length));
    const row = value as { isFetched: boolean };
    return { key, value: { ...row, cursor: 0, isFetched: row.isFetched || isHere } };
  });
  return [...settings.values(), ...bases, ...images.all];
}
