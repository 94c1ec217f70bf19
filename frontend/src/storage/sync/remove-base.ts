import { localImageNames } from '../../lib/local-image';
import { forgetAiTalk } from '../ai-talk';
import { writeCachedPreview } from '../cached-preview';
import { rowKeys, rowPrefixes } from '../keys';
import { createKnowledgeBase } from '../knowledge-bases';
import { deleteLocalImages } from '../local-images';
import { dropPost, LIBRARY_STORES } from '../post-summaries';
import { eachPost } from '../posts';
import { toCategory, toPost } from '../repair';
import type { PostRecord } from '../schema';
import { inTransaction, together } from '../transaction';
import { forgetUnsaved } from '../unsaved';
import { syncGoneKey, syncItemKey } from './deletions';
import { categoryHash, placeOf, postHash, type SyncBase, type SyncItem } from './rows';

/**
 * Takes synchronized knowledge bases out of this browser, with their versions, pictures and all that is known of them.
 * The server keeps them. One stays when the server does not have all of it, and so do all that are not asked for.
 *
 * - `newName`: what a new, empty knowledge base is called, if none is left.
 * - Answers with the names of those that stay. Errors: {@link StorageError}.
 */
export async function removeSyncedBases(
  ids: readonly string[],
  newName: string,
): Promise<string[]> {
  const kept: string[] = [];
  const removed: PostRecord[] = [];
  for (const id of ids) {
    const posts = await removeBase(id, kept);
    removed.push(...posts);
  }
  if (removed.length > 0) await removeTraces(removed);
  if (await inTransaction(LIBRARY_STORES, isEmpty)) await createKnowledgeBase(newName, '');
  return kept;
}

/** The posts that were removed, all or none. */
function removeBase(id: string, kept: string[]): Promise<PostRecord[]> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const categories = transaction.objectStore('categories');
    const settings = transaction.objectStore('settings');
    const base = await bases.get(id);
    if (base === undefined) return [];
    const rowOf = async (key: string) => (await settings.get(key))?.value;
    const row = (await rowOf(rowPrefixes.syncBase + id)) as SyncBase | undefined;
    const posts = await transaction.objectStore('posts').index('knowledgeBaseId').getAll(id);
    const folders = await categories.index('knowledgeBaseId').getAll(id);
    const itemOf = async (one: string) =>
      (await rowOf(syncItemKey({ knowledgeBaseId: id, id: one }))) as SyncItem | undefined;
    const isSent = async () => {
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
      }
      return true;
    };
    if (!(await isSent())) {
      kept.push(base.name);
      return [];
    }
    const { syncItem, syncText, syncGone, syncBin, syncBase } = rowPrefixes;
    await together(
      ...posts.map((post) => () => dropPost(transaction, post.id)),
      ...folders.map((folder) => () => categories.delete(folder.id)),
      ...[syncItem, syncText, syncGone, syncBin].map(
        (prefix) => () => settings.delete(rowKeys(`${prefix}${id}:`)),
      ),
      () => settings.delete(syncBase + id),
      () => bases.delete(id),
    );
    return posts.map(toPost);
  });
}

/** What this browser keeps besides of the posts: texts on their way, the last preview, the talk, and pictures. */
async function removeTraces(posts: readonly PostRecord[]): Promise<void> {
  for (const { id } of posts) forgetUnsaved(id);
  await writeCachedPreview(null);
  await forgetAiTalk();
  const named = new Set(posts.flatMap(imagesOf));
  await eachPost((post) => {
    for (const name of imagesOf(post)) named.delete(name);
  });
  await deleteLocalImages([...named]);
}

function imagesOf({ content, history }: PostRecord): string[] {
  return [content, ...history.map((version) => version.content)].flatMap(localImageNames);
}

async function isEmpty(transaction: {
  objectStore(name: 'knowledgeBases'): { count(): Promise<number> };
}): Promise<boolean> {
  return (await transaction.objectStore('knowledgeBases').count()) === 0;
}
