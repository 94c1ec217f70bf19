import { type Database, withDatabase } from './db';
import { localKeys, rowKeys, rowPrefixes } from './keys';
import { readKnowledgeBases } from './knowledge-bases';
import { type LibraryMarker, writeNote } from './library-notes';
import { pageMemory } from './page-memory';
import { allSummaries } from './post-summaries';

/** Most posts that the note names, those written last. */
const NAMED_MAX = 300;

/** Writes the note of what the database should hold, see {@link LibraryMarker}. Errors: {@link StorageError}; a full localStorage is none. */
export async function writeMarker(): Promise<void> {
  await withDatabase(async (db) => {
    const { identity } = pageMemory();
    // Nothing can be said of a database that is not known: the note from before stays.
    if (identity !== null) writeNote(localKeys.libraryMarker, await markerOf(db, identity));
  });
}

async function markerOf(db: Database, identity: string): Promise<LibraryMarker | null> {
  const [bases, summaries, nPosts, nSynced, ...nsBinned] = await Promise.all([
    readKnowledgeBases(db),
    allSummaries(db.transaction('settings')),
    db.count('posts'),
    db.count('settings', rowKeys(rowPrefixes.syncBase)),
    db.count('settings', rowKeys(rowPrefixes.postBin)),
    db.count('settings', rowKeys(rowPrefixes.bin)),
  ]);
  const posts = [...summaries.values()].sort((a, b) => b.updateDatetime - a.updateDatetime);
  // What the first start has made, and nobody has touched, is nobody's loss.
  const isUntouched = posts.every((one) => one.updateDatetime <= one.createDatetime);
  if (nPosts === 0 || (nPosts === 1 && isUntouched)) return null;
  const names = new Map(bases.map(({ id, name }) => [id, name]));
  return {
    identity,
    bases: bases.map(({ name }) => name),
    nPosts,
    nBinned: nsBinned.reduce((sum, n) => sum + n, 0),
    posts: posts.slice(0, NAMED_MAX).map(({ id, title, knowledgeBaseId }) => {
      return { id, title, base: names.get(knowledgeBaseId) ?? '' };
    }),
    isSynchronized: nSynced > 0,
  };
}
