import { withVersion } from '../../lib/posts/post-history';
import { serverNow } from '../../lib/time/server-clock';
import { comeBack, readBinKeys } from '../come-back';
import { withDatabase } from '../db';
import { rowKeys, rowPrefixes } from '../keys';
import { dropPost, LIBRARY_STORES, putPost } from '../post-summaries';
import { isWithoutText, toCategory, toPost } from '../repair';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from '../schema';
import { inTransaction } from '../transaction';
import { forgetCommonTexts, putCommonText, readCommonText } from './common-text';
import { forgetDeletion, type SyncDeletion, syncGoneKey, syncItemKey } from './deletions';
import { withDraft } from './kept-draft';
import {
  type Merge,
  mergeDocument,
  type RemoteCategory,
  type RemoteDocument,
  withTheirText,
} from './merge';
import { categoryHash, newSyncItem, type SyncItem, type TheirText } from './rows';

/** What the server told of a knowledge base. */
export interface RemoteChanges {
  categories: readonly RemoteCategory[];
  documents: readonly RemoteDocument[];
  /** Made when this browser does not have it. */
  base?: KnowledgeBaseRecord;
}

/** What came of it. */
export interface Applied {
  /** Lists of documents look different now. */
  isChanged: boolean;
  /** Documents whose text was replaced. */
  written: string[];
  /** Open documents with a text that their tab has to take. */
  incoming: string[];
  /** Documents that others have deleted, as they were. */
  removed: PostRecord[];
  /** Documents that come back, and whose ID a document of another knowledge base has here: they need another one. */
  returning: string[];
}

/** A document that others have deleted, kept for a while. */
export interface RemovedPost {
  post: PostRecord;
  /** Milliseconds. */
  removedAt: number;
}

/**
 * Writes what the server told, all of it or nothing. `isOpen` says whether a tab is writing a document.
 *
 * Each document is compared with what stands in the database in this moment. Errors: {@link StorageError}.
 */
export function applyRemote(
  knowledgeBaseId: string,
  remote: RemoteChanges,
  isOpen: (id: string) => boolean,
): Promise<Applied> {
  return inTransaction(LIBRARY_STORES, async (transaction) => {
    const bases = transaction.objectStore('knowledgeBases');
    const categories = transaction.objectStore('categories');
    const posts = transaction.objectStore('posts');
    const settings = transaction.objectStore('settings');
    const applied: Applied = {
      isChanged: false,
      written: [],
      incoming: [],
      removed: [],
      returning: [],
    };
    const itemOf = async (id: string) =>
      (await settings.get(syncItemKey({ knowledgeBaseId, id })))?.value as SyncItem | undefined;
    const goneOf = async (id: string) =>
      (await settings.get(syncGoneKey({ knowledgeBaseId, id })))?.value as SyncDeletion | undefined;
    const putItem = (id: string, item: SyncItem | null) => {
      const key = syncItemKey({ knowledgeBaseId, id });
      return item === null ? settings.delete(key) : settings.put({ key, value: item });
    };

    const bin = await readBinKeys(settings);
    if (remote.base !== undefined && (await bases.getKey(knowledgeBaseId)) === undefined) {
      await bases.put(remote.base);
      applied.isChanged = true;
    }
    for (const { category, revision, isDeleted } of remote.categories) {
      if (!isDeleted) await takeCategory(category, revision);
    }
    for (const document of remote.documents) await takeDocument(document);
    for (const { category, isDeleted } of remote.categories) {
      if (isDeleted) await dropCategory(category.id);
    }
    return applied;

    async function takeCategory(theirs: CategoryRecord, revision: number): Promise<void> {
      const { id } = theirs;
      const [stored, item, gone] = await Promise.all([categories.get(id), itemOf(id), goneOf(id)]);
      const hash = categoryHash(theirs);
      const known = {
        ...(item ?? newSyncItem(knowledgeBaseId, id, 'category')),
        accepted: hash,
        revision,
      };
      await putItem(id, known);
      if (stored === undefined && gone !== undefined) return;
      const local = stored === undefined ? undefined : toCategory(stored);
      // One of another knowledge base has the ID: never seen, for IDs are made by chance and mapped.
      if (local !== undefined && local.knowledgeBaseId !== knowledgeBaseId) return;
      const isChanged =
        item !== undefined && local !== undefined && categoryHash(local) !== item.accepted;
      if (isChanged || (local !== undefined && categoryHash(local) === hash)) return;
      const { createDatetime } = local ?? theirs;
      await categories.put({ ...theirs, createDatetime });
      applied.isChanged = true;
    }

    async function takeDocument(theirs: RemoteDocument): Promise<void> {
      const { id } = theirs;
      const [stored, item, gone] = await Promise.all([posts.get(id), itemOf(id), goneOf(id)]);
      const found = stored === undefined || isWithoutText(stored) ? undefined : toPost(stored);
      const local = found?.knowledgeBaseId === knowledgeBaseId ? found : undefined;
      // It was moved to another knowledge base, and its deletion from this one waits to be sent.
      if (found !== undefined && local === undefined && gone === undefined) return;
      const merge = mergeDocument(
        knowledgeBaseId,
        local,
        item,
        gone !== undefined,
        theirs,
        isOpen(id),
        local && item && (await readCommonText(settings, local, item.accepted)),
      );
      if (found !== undefined && local === undefined && merge.text === 'create') {
        // It lives elsewhere now, and others have written in it here since: it comes back beside it, under another ID.
        await putItem(id, null);
        await forgetDeletion(settings, { id, knowledgeBaseId });
        applied.returning.push(id);
        return;
      }
      await putItem(id, merge.item);
      if (found !== undefined && !merge.item?.draft) {
        // What is written below goes on with these versions.
        const history = withDraft(found, item);
        if (history !== found.history) await putPost(transaction, { ...found, history });
        found.history = history;
      }
      if (merge.isDeletionOver) await forgetDeletion(settings, { id, knowledgeBaseId });
      if (merge.item?.theirs && isOpen(id)) applied.incoming.push(id);
      if (merge.text === 'drop') await drop(id, local);
      else if (merge.text !== 'keep' || merge.takesPlace) await write(theirs, local, merge);
    }

    async function drop(id: string, local: PostRecord | undefined): Promise<void> {
      if (local === undefined) return;
      const value: RemovedPost = { post: local, removedAt: serverNow() ?? Date.now() };
      await settings.put({ key: `${rowPrefixes.syncBin}${knowledgeBaseId}:${id}`, value });
      await dropPost(transaction, id);
      await forgetCommonTexts(settings, { id, knowledgeBaseId });
      applied.removed.push(local);
      applied.isChanged = true;
    }

    async function write(
      theirs: RemoteDocument,
      local: PostRecord | undefined,
      { text, merged = theirs.text, takesPlace }: Merge,
    ): Promise<void> {
      const now = Date.now();
      const { categoryId, parentId, order } = theirs;
      await homeOf(categoryId);
      if (local === undefined) {
        const made = {
          id: theirs.id,
          history: [],
          createDatetime: theirs.createDatetime,
          updateDatetime: now,
          knowledgeBaseId,
          categoryId,
          parentId,
          order,
          collapsed: false,
        };
        const { title, isNamed, router_path, content, frontMatter } = theirs.text;
        const post = { ...made, title, isNamed, router_path, content, frontMatter };
        await putPost(transaction, await comeBack(settings, post, bin.get(post.id)));
        applied.written.push(theirs.id);
        applied.isChanged = true;
        return;
      }
      let next = takesPlace ? { ...local, categoryId, parentId, order } : local;
      if (text === 'take' || text === 'merge') {
        const updateDatetime = Math.max(now, next.updateDatetime + 1);
        const history = withBoth(next, theirs.text, merged.content, now);
        next = { ...withTheirText(next, merged), history, updateDatetime };
        applied.written.push(theirs.id);
      }
      if (text === 'take') await forgetCommonTexts(settings, local);
      if (text === 'merge') await putCommonText(settings, local, theirs.text);
      if (JSON.stringify(summary(next)) === JSON.stringify(summary(local)) && text === 'keep')
        return;
      await putPost(transaction, next);
      applied.isChanged = true;
    }

    /** A document needs its category at once, also when the server tells of it later, or it was about to be deleted. */
    async function homeOf(id: string): Promise<void> {
      if ((await categories.getKey(id)) !== undefined) return;
      const gone = await goneOf(id);
      const now = Date.now();
      const category: CategoryRecord = gone?.category ?? {
        id,
        knowledgeBaseId,
        name: 'docs',
        slug: id,
        type: 'docs',
        description: '',
        order: 0,
        createDatetime: now,
        updateDatetime: now,
      };
      await categories.put(category);
      await forgetDeletion(settings, { id, knowledgeBaseId });
      applied.isChanged = true;
      if (gone === undefined) {
        const item = newSyncItem(knowledgeBaseId, id, 'category');
        await putItem(id, { ...item, accepted: categoryHash(category) });
      }
    }

    /** What this browser still has in it moves to another category. */
    async function dropCategory(id: string): Promise<void> {
      const stored = await categories.get(id);
      if (stored !== undefined && stored.knowledgeBaseId === knowledgeBaseId) {
        const inBase = await categories.index('knowledgeBaseId').getAll(knowledgeBaseId);
        const others = inBase.map(toCategory).filter((other) => other.id !== id);
        const [target] = others.sort((a, b) => a.order - b.order);
        // The last one stays: the server has another that is not here yet, or gets this one again.
        if (target === undefined) {
          await putItem(id, null);
          return;
        }
        for (const post of await posts.index('categoryId').getAll(id)) {
          await putPost(transaction, { ...toPost(post), categoryId: target.id });
        }
        await categories.delete(id);
        applied.isChanged = true;
      }
      await putItem(id, null);
      await forgetDeletion(settings, { id, knowledgeBaseId });
    }
  });
}

/** The versions of a post with its own text and the server's, each where another one takes its place. */
function withBoth(
  { history, content, updateDatetime }: PostRecord,
  theirs: TheirText,
  taken: string,
  now: number,
): PostRecord['history'] {
  const both = [
    { datetime: updateDatetime, content },
    { datetime: theirs.datetime, content: theirs.content },
  ];
  return both
    .filter((one) => one.content !== taken)
    .reduce((past, one) => withVersion(past, one, now, true), history);
}

function summary({ content: _content, history: _history, ...fields }: PostRecord) {
  return fields;
}

/**
 * The documents of a knowledge base that others have deleted, the last first; those that are here again are left out.
 *
 * Errors: {@link StorageError}.
 */
export function listRemoved(knowledgeBaseId: string): Promise<RemovedPost[]> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(['posts', 'settings']);
    const posts = transaction.objectStore('posts');
    const keys = rowKeys(`${rowPrefixes.syncBin}${knowledgeBaseId}:`);
    const removed: RemovedPost[] = [];
    for (const { value } of await transaction.objectStore('settings').getAll(keys)) {
      const row = value as RemovedPost;
      if ((await posts.getKey(row.post.id)) === undefined) removed.push(row);
    }
    return removed.sort((a, b) => b.removedAt - a.removedAt);
  });
}

/** Forgets documents that others deleted before a moment, in milliseconds. Errors: {@link StorageError}. */
export function forgetRemovedBefore(moment: number): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    for (const { key, value } of await transaction.store.getAll(rowKeys(rowPrefixes.syncBin))) {
      if ((value as RemovedPost).removedAt < moment) void transaction.store.delete(key);
    }
    await transaction.done;
  });
}
