import { newId } from '../lib/new-id';
import { Store } from '../lib/store';
import type { Database } from './db';
import { type StorageError, storageError } from './errors';
import { localKeys, rowPrefixes } from './keys';
import { type MarkedPost, readMarker, readNote, writeNote } from './library-notes';
import { type PageMemory, pageMemory } from './page-memory';
import { writeBack } from './write-back';

/**
 * A database that the browser has emptied is told from one that is new, and gets back what this page still holds.
 *
 * Each database has an identity of its own, in a row beside the settings. A page that finds another one than before has
 * lost what was in it: no other code reads or writes until what is held is back.
 * Nothing here is a deletion: no row says so, and sync takes what is missing for lost.
 */

/** What is gone. */
export interface LibraryLoss {
  /** While a page was open, or between two visits. */
  kind: 'emptied' | 'evicted';
  /** Those that are known by name. */
  posts: MarkedPost[];
  /** Posts that are gone; null when nobody knows how many there were. */
  nGone: number | null;
  /** Posts that the page held and that were written back. */
  nKept: number;
  /** Articles and knowledge bases that were in the bin and are gone. A note of an older version does not say. */
  nBinned?: number;
  /** One of the knowledge bases was synchronized. */
  isSynchronized: boolean;
}

export const libraryLoss = new Store<{
  loss: LibraryLoss | null;
  /** Why the database cannot be looked at, or what the page holds cannot be written back. */
  trouble: StorageError | null;
  /** How often the page has written back what it holds. */
  nWrittenBack: number;
}>({ loss: null, trouble: null, nWrittenBack: 0 });

/** Compares an opened database with the one from before. Errors: those of IndexedDB, when something is not written back. */
export async function checkDatabase(db: Database): Promise<void> {
  const memory = pageMemory();
  const identity = await identityOf(db);
  if (memory.identity === null && !(await hasLostPosts(db, memory))) {
    memory.identity = identity;
    await compareWithMarker(db, identity);
    return;
  }
  if (memory.identity !== null && identity === memory.identity) return;
  // Told before anything is written: the write may fail as long as there is no room.
  tellLoss(emptied(memory));
  try {
    await writeBack(db, memory);
  } catch (error) {
    libraryLoss.set({ trouble: storageError(error) });
    throw error;
  }
  memory.identity = identity;
  // The page held everything.
  const { loss } = libraryLoss.get();
  if (loss?.nGone === 0 && !loss.nBinned) forgetLoss();
  libraryLoss.set({ trouble: null, nWrittenBack: libraryLoss.get().nWrittenBack + 1 });
}

/** The loss that the author has not seen yet, without what has come back. Errors: those of IndexedDB. */
export async function refreshLoss(db: Database): Promise<void> {
  const told = untoldLoss();
  if (told === null) return;
  const transaction = db.transaction('posts');
  const keys = await Promise.all(told.posts.map(({ id }) => transaction.store.getKey(id)));
  const posts = told.posts.filter((_, i) => keys[i] === undefined);
  const nBack = told.posts.length - posts.length;
  const nGone = told.nGone === null ? null : told.nGone - nBack;
  if (nBack === 0) libraryLoss.set({ loss: told });
  // Not all that is gone may be known by name.
  else if ((nGone ?? posts.length) <= 0) forgetLoss();
  else tellLoss({ ...told, posts, nGone });
}

/** What the author has not seen yet, on this page or one before; null when there is nothing. */
export function untoldLoss(): LibraryLoss | null {
  return libraryLoss.get().loss ?? readNote<LibraryLoss>(localKeys.libraryLoss);
}

/** The author has seen it. */
export function forgetLoss(): void {
  writeNote(localKeys.libraryLoss, null);
  libraryLoss.set({ loss: null });
}

/** Names nothing of these knowledge bases any more. */
export function forgetLossOf(bases: readonly string[]): void {
  const told = untoldLoss();
  const posts = told?.posts.filter(({ base }) => !bases.includes(base)) ?? [];
  if (told === null || posts.length === told.posts.length) return;
  const nForgotten = told.posts.length - posts.length;
  if (posts.length === 0) forgetLoss();
  else tellLoss({ ...told, posts, nGone: told.nGone === null ? null : told.nGone - nForgotten });
}

function tellLoss(loss: LibraryLoss): void {
  writeNote(localKeys.libraryLoss, loss);
  libraryLoss.set({ loss });
}

/** The identity of the database, which gets one when it has none. Null when it cannot be written. */
async function identityOf(db: Database): Promise<string | null> {
  const key = rowPrefixes.identity;
  const known = await db.get('settings', key);
  if (known !== undefined) return known.value as string;
  try {
    const transaction = db.transaction('settings', 'readwrite');
    // Two tabs may look at once.
    const now = await transaction.store.get(key);
    const value = now === undefined ? newId() : (now.value as string);
    if (now === undefined) await transaction.store.put({ key, value });
    await transaction.done;
    return value;
  } catch {
    return null;
  }
}

/** Whether the page has seen posts in a database without an identity, and there are none now. */
async function hasLostPosts(db: Database, { posts }: PageMemory): Promise<boolean> {
  return posts.all.length > 0 && (await db.count('posts')) === 0;
}

/** Another visit may have left more than there is now. Without an identity only an empty database is told. */
async function compareWithMarker(db: Database, identity: string | null): Promise<void> {
  const marker = readMarker();
  if (marker === null || marker.identity === identity) return;
  if (identity !== null) writeNote(localKeys.libraryMarker, null);
  else if ((await db.count('posts')) > 0) return;
  const { nPosts, nBinned = 0, posts, isSynchronized } = marker;
  const transaction = db.transaction('posts');
  const keys = await Promise.all(posts.map(({ id }) => transaction.store.getKey(id)));
  const gone = posts.filter((_, i) => keys[i] === undefined);
  if (gone.length === 0 && nBinned === 0) return;
  const nGone = nPosts - (posts.length - gone.length);
  tellLoss({ kind: 'evicted', posts: gone, nGone, nKept: 0, nBinned, isSynchronized });
}

function emptied({ posts, bin, syncBases }: PageMemory): LibraryLoss {
  const marker = readMarker();
  const held = new Set(posts.all.map(({ id }) => id));
  const known = marker?.posts ?? [];
  const gone = known.filter(({ id }) => !held.has(id));
  const nNamed = known.length - gone.length;
  // What an earlier loss has named, and nobody has seen, is still gone.
  const named = new Set(gone.map(({ id }) => id));
  const before = (libraryLoss.get().loss?.posts ?? []).filter(
    ({ id }) => !named.has(id) && !held.has(id),
  );
  return {
    kind: 'emptied',
    posts: [...gone, ...before],
    nGone: marker === null ? null : marker.nPosts - nNamed + before.length,
    nKept: held.size,
    // What the page holds of the bin comes back into it.
    nBinned: Math.max(0, (marker?.nBinned ?? 0) - bin.all.length),
    isSynchronized: syncBases.size > 0 || marker?.isSynchronized === true,
  };
}
