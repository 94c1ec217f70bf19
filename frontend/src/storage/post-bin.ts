import { forgetAiTalks } from './ai-talk';
import { stampsAt } from './bin-time';
import { comeBack, hasTextsOf, withStored } from './come-back';
import { withDatabase } from './db';
import { postBinKey, postBinKeys, rowKeys, rowPrefixes } from './keys';
import { pageMemory } from './page-memory';
import { type BinRow, LIBRARY_STORES, POST_STORES, putOwnPost } from './post-summaries';
import { toCategory, toPost } from './repair';
import type { PostRecord } from './schema';
import { inTransaction } from './transaction';

/**
 * The bin of posts: a row beside the settings holds one whole, with its versions, for thirty days.
 *
 * What was deleted in this browser and what others have deleted of a synchronized knowledge base stand in rows of
 * different names. Lists, search and backups see neither. Errors of every function here: {@link StorageError}.
 */

/** Rows that sync writes; see `sync/apply.ts`. */
interface RemovedRow {
  post: PostRecord;
  removedAt: number;
}

/** A post in the bin. */
export interface BinnedPost {
  id: string;
  title: string;
  knowledgeBaseId: string;
  /** Names of the knowledge base and the category that it was in; empty when they are gone. */
  place: string;
  deletedAt: number;
  isByOthers: boolean;
  /** Length of its texts, past ones too, in UTF-16 units. */
  nChars: number;
}

/** What is in the bin, the last first. What has been there for thirty days is deleted, and so is what a list has again with all its texts. */
export function listBinnedPosts(now = Date.now()): Promise<BinnedPost[]> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const settings = transaction.objectStore('settings');
    const posts = transaction.objectStore('posts');
    const [own, others, bases, categories] = await Promise.all([
      settings.getAll(rowKeys(rowPrefixes.postBin)),
      settings.getAll(rowKeys(rowPrefixes.syncBin)),
      transaction.objectStore('knowledgeBases').getAll(),
      transaction.objectStore('categories').getAll(),
    ]);
    const baseNames = new Map(bases.map(({ id, name }) => [id, name]));
    const categoryNames = new Map(categories.map(({ id, name }) => [id, name]));
    const binned = new Map<string, BinnedPost>();
    const add = (raw: PostRecord, deletedAt: number, isByOthers: boolean) => {
      const post = toPost(raw);
      if ((binned.get(post.id)?.deletedAt ?? 0) > deletedAt) return;
      const { id, title, knowledgeBaseId } = post;
      const names = [baseNames.get(knowledgeBaseId), categoryNames.get(post.categoryId)];
      const place = names.filter((name) => name !== undefined).join(' / ');
      const nChars = post.history.reduce((sum, { content }) => sum + content.length, 0);
      const facts = { id, title, knowledgeBaseId, place, deletedAt, isByOthers };
      binned.set(id, { ...facts, nChars: nChars + post.content.length });
    };
    for (const { key, value } of own) {
      const row = value as BinRow;
      const stamps = stampsAt(row, now);
      const stored = await posts.get(row.post.id);
      if (stamps === null || (stored !== undefined && hasTextsOf(stored, row.post))) {
        await settings.delete(key);
        if (stored === undefined) await forgetAiTalks(settings, [row.post.id]);
        pageMemory().bin.drop(key);
        continue;
      }
      if (stamps.dueAt !== row.dueAt) {
        const next: BinRow = { post: row.post, ...stamps };
        await settings.put({ key, value: next });
      }
      add(row.post, row.deletedAt, false);
    }
    // Sync forgets these by the server's clock.
    for (const { value } of others) {
      const { post, removedAt } = value as RemovedRow;
      if ((await posts.getKey(post.id)) === undefined) add(post, removedAt, true);
    }
    return [...binned.values()].sort((a, b) => b.deletedAt - a.deletedAt);
  });
}

/**
 * Takes a post out of the bin. It stands where it was; at the top when its parent is gone, in the first category when its
 * own is, and in `home` when the knowledge base is. Null when the bin does not hold it.
 */
export function restoreBinnedPost(
  { id, knowledgeBaseId }: Pick<BinnedPost, 'id' | 'knowledgeBaseId'>,
  home: { knowledgeBaseId: string; categoryId: string },
): Promise<PostRecord | null> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const settings = transaction.objectStore('settings');
    const posts = transaction.objectStore('posts');
    const keys = postBinKeys({ id, knowledgeBaseId });
    const found = await Promise.all(keys.map((key) => settings.get(key)));
    const [row] = found
      .flatMap((one) => (one === undefined ? [] : [one.value as BinRow & RemovedRow]))
      .sort((a, b) => (b.deletedAt ?? b.removedAt) - (a.deletedAt ?? a.removedAt));
    if (row === undefined) return null;
    const post = toPost(row.post);
    const inBase = await transaction
      .objectStore('categories')
      .index('knowledgeBaseId')
      .getAll(post.knowledgeBaseId);
    const siblings = inBase.map(toCategory).sort((a, b) => a.order - b.order);
    const category = siblings.find((one) => one.id === post.categoryId) ?? siblings[0];
    const place =
      category === undefined
        ? home
        : { knowledgeBaseId: post.knowledgeBaseId, categoryId: category.id };
    const parent = post.parentId === null ? undefined : await posts.get(post.parentId);
    const parentId = parent?.categoryId === place.categoryId ? post.parentId : null;
    const placed = withStored({ ...post, ...place, parentId }, await posts.get(id));
    const restored = await comeBack(settings, placed, keys);
    await putOwnPost(transaction, restored);
    return restored;
  });
}

/** Deletes posts of the bin for good. */
export function deleteBinnedPosts(
  posts: readonly Pick<BinnedPost, 'id' | 'knowledgeBaseId'>[],
): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    for (const post of posts) {
      for (const key of postBinKeys(post)) {
        void transaction.store.delete(key);
        pageMemory().bin.drop(key);
      }
    }
    await forgetAiTalks(
      transaction.store,
      posts.map(({ id }) => id),
    );
    await transaction.done;
  });
}

/**
 * Another tab has deleted posts: what this page holds of them counts as deleted, too. Else an emptied database would get
 * them back; see `library-loss.ts`.
 */
export function forgetGone(): Promise<void> {
  return withDatabase(async (db) => {
    const memory = pageMemory();
    const transaction = db.transaction(POST_STORES);
    const posts = transaction.objectStore('posts');
    const settings = transaction.objectStore('settings');
    for (const post of memory.posts.all) {
      if ((await posts.getKey(post.id)) !== undefined) continue;
      memory.posts.drop(post.id);
      const key = postBinKey(post);
      const row = await settings.get(key);
      if (row !== undefined) memory.bin.hold(key, { key, value: row.value as BinRow });
    }
  });
}
