import { localImageNames } from '../../lib/images/local-image';
import { forgetAiTalks } from '../ai-talk';
import { writeCachedPreview } from '../cached-preview';
import { withDatabase } from '../db';
import { localKeys, rowKeys, rowPrefixes } from '../keys';
import { createKnowledgeBase, type LibraryRecords } from '../knowledge-bases';
import { forgetLossOf } from '../library-loss';
import { writeMarker } from '../library-marker';
import { writeNote } from '../library-notes';
import { deleteLocalImages } from '../local-images';
import { forgetBase } from '../page-memory';
import { dropPost, LIBRARY_STORES } from '../post-summaries';
import { eachPost } from '../posts';
import { toCategory, toPost } from '../repair';
import type { PostRecord } from '../schema';
import { inTransaction, onCommit, together } from '../transaction';
import { allUnsaved, forgetKept } from '../unsaved';
import { syncGoneKey, syncItemKey } from './deletions';
import { categoryHash, getSyncBase, placeOf, postHash, type SyncBase, type SyncItem } from './rows';

/**
 * Takes synchronized knowledge bases out of this browser, with their versions, pictures and all that is known of them.
 * The server keeps them. One stays when the server does not have all of it, and so do all that are not asked for.
 *
 * - `isAtServer`: whether the server has the knowledge base now, as far as it was pulled here. One that it may lack stays.
 * - `newName`: what a new, empty knowledge base is called, if none is left.
 * - Answers with the names of those that stay. Errors: {@link StorageError}.
 */
export async function removeSyncedBases(
  ids: readonly string[],
  newName: string,
  isAtServer: (row: SyncBase) => Promise<boolean>,
): Promise<string[]> {
  const kept: string[] = [];
  const removed: PostRecord[] = [];
  const names: string[] = [];
  for (const id of ids) {
    const row = await getSyncBase(id);
    const isThere = row !== undefined && (await isAtServer(row).catch(() => false));
    const base = await removeBase(id, isThere);
    if (base === null) continue;
    if (!base.isRemoved) kept.push(base.name);
    else {
      names.push(base.name);
      removed.push(...base.posts);
    }
  }
  if (names.length > 0) await removeTraces(removed, names);
  if (await inTransaction(LIBRARY_STORES, isEmpty)) await createKnowledgeBase(newName, '');
  return kept;
}

interface Removal {
  name: string;
  isRemoved: boolean;
  /** Those that were removed, also from the bin. */
  posts: PostRecord[];
}

/** Removes all of it or nothing. Null when it is not here, nor in the bin. */
function removeBase(id: string, isThere: boolean): Promise<Removal | null> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const categories = transaction.objectStore('categories');
    const settings = transaction.objectStore('settings');
    const rowOf = async (key: string) => (await settings.get(key))?.value;
    const binned = (await rowOf(rowPrefixes.bin + id)) as { records: LibraryRecords } | undefined;
    const base = (await bases.get(id)) ?? binned?.records.knowledgeBases[0];
    if (base === undefined) return null;
    const row = (await rowOf(rowPrefixes.syncBase + id)) as SyncBase | undefined;
    const listed = await transaction.objectStore('posts').index('knowledgeBaseId').getAll(id);
    const posts = [...listed, ...(binned?.records.posts ?? [])];
    const listedFolders = await categories.index('knowledgeBaseId').getAll(id);
    const folders = [...listedFolders, ...(binned?.records.categories ?? [])];
    const unsaved = allUnsaved();
    const itemOf = async (one: string) =>
      (await rowOf(syncItemKey({ knowledgeBaseId: id, id: one }))) as SyncItem | undefined;
    const isSent = async () => {
      if (!isThere) return false;
      if (row?.serverId == null || row.problem !== null || row.unsentImages?.length) return false;
      if (base.name !== row.settings?.name || base.description !== row.settings.description)
        return false;
      const gone = await settings.getAllKeys(rowKeys(syncGoneKey({ knowledgeBaseId: id, id: '' })));
      if (gone.length > 0) return false;
      for (const folder of folders.map(toCategory)) {
        if ((await itemOf(folder.id))?.accepted !== categoryHash(folder)) return false;
      }
      for (const post of posts.map(toPost)) {
        const item = await itemOf(post.id);
        const isSame = item?.accepted === postHash(post) && item.place === placeOf(post);
        if (!isSame || item.theirs !== null) return false;
        const isOnItsWay = (edit: (typeof unsaved)[number]) =>
          edit.postId === post.id && edit.content !== post.content;
        if (unsaved.some(isOnItsWay)) return false;
      }
      return true;
    };
    if (!(await isSent())) return { name: base.name, isRemoved: false, posts: [] };
    const { bin, postBin, syncItem, syncText, syncGone, syncBin, syncBase } = rowPrefixes;
    const inBin = await Promise.all(
      [postBin, syncBin].map((prefix) => settings.getAll(rowKeys(`${prefix}${id}:`))),
    );
    const deleted = inBin.flat().map(({ value }) => (value as { post: PostRecord }).post);
    await together(
      ...posts.map((post) => () => dropPost(transaction, post.id)),
      ...folders.map((folder) => () => categories.delete(folder.id)),
      ...[syncItem, syncText, syncGone, syncBin, postBin].map(
        (prefix) => () => settings.delete(rowKeys(`${prefix}${id}:`)),
      ),
      () => settings.delete(syncBase + id),
      () => settings.delete(bin + id),
      () => bases.delete(id),
    );
    onCommit(transaction, () => forgetBase(id));
    return { name: base.name, isRemoved: true, posts: [...posts, ...deleted].map(toPost) };
  });
}

/** What this browser keeps besides of the posts: texts on their way, notes, the last preview, the talks, and pictures. */
async function removeTraces(posts: readonly PostRecord[], bases: readonly string[]): Promise<void> {
  const ids = new Set(posts.map(({ id }) => id));
  for (const edit of allUnsaved()) if (ids.has(edit.postId)) forgetKept(edit);
  for (const id of ids) writeNote(localKeys.mergeDraft + id, null);
  await writeCachedPreview(null);
  await inTransaction(['settings'], (transaction) =>
    forgetAiTalks(transaction.objectStore('settings'), ids),
  );
  await writeMarker();
  forgetLossOf(bases);
  const named = new Set(posts.flatMap(imagesOf));
  const keepImages = (post: PostRecord) => {
    for (const name of imagesOf(post)) named.delete(name);
  };
  await eachPost(keepImages);
  for (const post of await binnedPosts()) keepImages(toPost(post));
  await deleteLocalImages([...named]);
}

/** Posts in the bins, those of knowledge bases there too. */
function binnedPosts(): Promise<PostRecord[]> {
  return withDatabase(async (db) => {
    const { bin, postBin, syncBin } = rowPrefixes;
    const [bases, own, others] = await Promise.all(
      [bin, postBin, syncBin].map((prefix) => db.getAll('settings', rowKeys(prefix))),
    );
    return [
      ...(bases ?? []).flatMap(({ value }) => (value as { records: LibraryRecords }).records.posts),
      ...[...(own ?? []), ...(others ?? [])].map(
        ({ value }) => (value as { post: PostRecord }).post,
      ),
    ];
  });
}

function imagesOf({ content, history }: PostRecord): string[] {
  return [content, ...history.map((version) => version.content)].flatMap(localImageNames);
}

async function isEmpty(transaction: {
  objectStore(name: 'knowledgeBases'): { count(): Promise<number> };
}): Promise<boolean> {
  return (await transaction.objectStore('knowledgeBases').count()) === 0;
}
