import { isLargeDeletion, isLargeShrink, withVersion } from '../lib/posts/post-history';
import { comeBack, readBinKeys } from './come-back';
import { withDatabase } from './db';
import { StorageError } from './errors';
import type { LibraryRecords } from './knowledge-bases';
import { type NewPost, newPost } from './new-records';
import { pageMemory } from './page-memory';
import {
  allSummaries,
  binPost,
  POST_STORES,
  putOwnPost,
  putPost,
  readSummaries,
  removePost,
  visitPosts,
} from './post-summaries';
import { isWithoutText, toPost } from './repair';
import type { HistoryEntry, PostFrontMatter, PostRecord, PostSummary } from './schema';
import { keepCommonText } from './sync/common-text';
import { rememberDeletion, syncItemKey } from './sync/deletions';
import { type AppliedText, markApplied } from './sync/incoming';
import { withDraft } from './sync/kept-draft';
import type { SyncItem } from './sync/rows';
import { inTransaction, together } from './transaction';

/** The post, or undefined when there is none. Errors of every function here: {@link StorageError}. */
export function getPost(id: string): Promise<PostRecord | undefined> {
  return withDatabase(async (db) => {
    const stored = await db.get('posts', id);
    return stored === undefined ? undefined : heldPost(toPost(stored));
  });
}

/** The post as it was read, which the page remembers from here on. */
export function heldPost(post: PostRecord): PostRecord {
  pageMemory().posts.hold(post.id, post);
  return post;
}

/** The posts of a category without their texts, in no order. */
export function listPosts(categoryId: string): Promise<PostSummary[]> {
  return withDatabase((db) => readSummaries(db, [categoryId]));
}

/** The posts of a knowledge base without their texts, in no order. */
export function listPostsOfBase(knowledgeBaseId: string): Promise<PostSummary[]> {
  return listPostsOfBases([knowledgeBaseId]);
}

/** The posts of several knowledge bases without their texts, in no order. */
export function listPostsOfBases(ids: readonly string[]): Promise<PostSummary[]> {
  return withDatabase((db) => readSummaries(db, ids, 'knowledgeBaseId'));
}

/** Hands every post to `visit`, a part of them at a time, so that the texts never stand in memory together. */
export function eachPost(visit: (post: PostRecord) => void): Promise<void> {
  return withDatabase((db) => visitPosts(db, visit));
}

export function createPost(post: NewPost): Promise<PostRecord> {
  return inTransaction(POST_STORES, async (transaction) => {
    const made = newPost(post);
    await putOwnPost(transaction, made);
    return made;
  });
}

/** What an edit changes of a post. */
export interface PostChanges {
  content: string;
  title?: string;
  frontMatter?: PostFrontMatter;
  router_path?: string;
  isNamed?: boolean;
}

export interface SaveOptions {
  /** The stored text goes into the history whatever its age: it is replaced as a whole. */
  keepVersion?: boolean;
  /** The longest text since the last version. It becomes a version when much of it is gone, by however small edits. */
  longest?: HistoryEntry;
  /** The server's text that is written, or that what is written was merged with. */
  applied?: AppliedText;
}

/**
 * `saved`: written, with the new stamp; `hasVersion`: a text from before went into the history.
 * `conflict`: someone else wrote since `seen`; nothing was written.
 */
export type SaveResult =
  | { state: 'saved'; updateDatetime: number; hasVersion?: boolean }
  | { state: 'conflict'; theirs: PostRecord };

/**
 * Writes an edit, unless another tab has written the post since this one read it.
 *
 * - `base`: the post as this tab knows it; written whole, with what the bin has of it, when the
 *   store has lost it.
 * - `seen`: `updateDatetime` of what this tab read or wrote last; null overwrites whatever is there, keeping it as a
 *   version.
 */
export function savePost(
  base: PostRecord,
  changes: PostChanges,
  seen: number | null,
  options: SaveOptions = {},
): Promise<SaveResult> {
  return inTransaction(POST_STORES, async (transaction): Promise<SaveResult> => {
    const found = await transaction.objectStore('posts').get(base.id);
    const stored = found === undefined ? undefined : toPost(found);
    if (stored !== undefined && seen !== null && stored.updateDatetime !== seen) {
      if (stored.content !== changes.content) return { state: 'conflict', theirs: stored };
      return { state: 'saved', updateDatetime: stored.updateDatetime };
    }
    const now = Date.now();
    const settings = transaction.objectStore('settings');
    const previous =
      stored ?? (await comeBack(settings, base, (await readBinKeys(settings)).get(base.id)));
    // Two writes within one millisecond must still differ, or a conflict would go unseen.
    const updateDatetime = Math.max(now, (stored?.updateDatetime ?? 0) + 1);
    const isForced =
      seen === null ||
      options.keepVersion === true ||
      isLargeDeletion(previous.content, changes.content);
    const { applied } = options;
    const own =
      previous.content === changes.content
        ? previous.history
        : withVersion(
            withLongest(previous.history, changes.content, now, options.longest),
            { datetime: previous.updateDatetime, content: previous.content },
            now,
            isForced,
          );
    const both =
      applied === undefined || applied.theirs.content === changes.content
        ? own
        : withVersion(own, applied.theirs, now, true);
    const item = applied && (await settings.get(syncItemKey(previous)))?.value;
    const history = withDraft({ ...changes, history: both }, item as SyncItem | undefined);
    const next = { ...previous, ...changes, history, updateDatetime };
    await keepCommonText(settings, previous, next);
    await putOwnPost(transaction, next);
    if (applied !== undefined) await markApplied(settings, next, applied);
    const hasVersion = history.at(-1) !== previous.history.at(-1);
    return { state: 'saved', updateDatetime, ...(hasVersion && { hasVersion }) };
  });
}

/** The history with the longest text since its last version, if much of that is gone now. */
function withLongest(
  history: HistoryEntry[],
  content: string,
  now: number,
  longest: HistoryEntry | undefined,
): HistoryEntry[] {
  if (longest === undefined || !isLargeShrink(longest.content, content)) return history;
  return withVersion(history, longest, now, true);
}

/** Whether a post is stored with a text, which may be empty. Errors: {@link StorageError}. */
export function hasText(id: string): Promise<boolean> {
  return withDatabase(async (db) => {
    const stored = await db.get('posts', id);
    return stored !== undefined && !isWithoutText(stored);
  });
}

/** What changes of a post besides its text. Its `updateDatetime`, the stamp of the text, stays. */
export type PostFieldChanges = { id: string } & Partial<
  Pick<
    PostRecord,
    | 'parentId'
    | 'order'
    | 'collapsed'
    | 'categoryId'
    | 'knowledgeBaseId'
    | 'title'
    | 'frontMatter'
    | 'router_path'
    | 'isNamed'
  >
>;

/** Changes several posts together, or none. */
export function updatePostFields(changes: readonly PostFieldChanges[]): Promise<void> {
  return inTransaction(POST_STORES, async (transaction) => {
    const posts = transaction.objectStore('posts');
    const records = await Promise.all(changes.map(({ id }) => posts.get(id)));
    const puts = records.map(async (record, i) => {
      if (record === undefined) return;
      const before = toPost(record);
      const after = { ...before, ...changes[i] };
      const settings = transaction.objectStore('settings');
      await keepCommonText(settings, before, after);
      await together(
        () => putPost(transaction, after),
        // For the knowledge base that it leaves, a moved post is a deleted one.
        () =>
          after.knowledgeBaseId === before.knowledgeBaseId
            ? undefined
            : rememberDeletion(settings, before),
      );
    });
    await Promise.all(puts);
  });
}

/** Posts that are collapsed in one transaction: a save waits for one of them, not for all. */
const POSTS_PER_WRITE = 50;

/** Sets the flag on every post there is, some at a time. Source: specification §4, Post ordering. */
export function setAllCollapsed(collapsed: boolean): Promise<void> {
  return withDatabase(async (db) => {
    const summaries = await allSummaries(db.transaction('settings'));
    const ids = (await db.getAllKeys('posts')).filter(
      (id) => summaries.get(id)?.collapsed !== collapsed,
    );
    for (let i = 0; i < ids.length; i += POSTS_PER_WRITE) {
      const part = ids.slice(i, i + POSTS_PER_WRITE);
      await updatePostFields(part.map((id) => ({ id, collapsed })));
    }
  });
}

/**
 * Removes posts; what was removed can be put back, and the bin keeps it.
 *
 * `isFinal`: the browser had no room to keep it, so the bin has none of it.
 */
export async function deletePosts(
  ids: readonly string[],
): Promise<LibraryRecords & { isFinal: boolean }> {
  try {
    return { ...(await takeOut(ids, binPost)), isFinal: false };
  } catch (error) {
    if (!(error instanceof StorageError) || error.key !== 'storage.full') throw error;
    return { ...(await takeOut(ids, removePost)), isFinal: true };
  }
}

function takeOut(
  ids: readonly string[],
  remove: typeof removePost | typeof binPost,
): Promise<LibraryRecords> {
  return inTransaction(POST_STORES, async (transaction) => {
    const posts: PostRecord[] = [];
    for (const id of ids) {
      const stored = await transaction.objectStore('posts').get(id);
      if (stored === undefined) continue;
      posts.push(stored);
      await remove(transaction, toPost(stored));
    }
    return { knowledgeBases: [], categories: [], posts };
  });
}

/** Versions with a name that a post keeps at most, in UTF-16 units together: they are never thinned out. */
const NAMED_MAX_CHARS = 2_000_000;

/**
 * Keeps a text as a version with a name.
 *
 * - Errors: `storage.historyFull` when the post's named versions hold too much text already.
 */
export function nameVersion(id: string, content: string, name: string): Promise<HistoryEntry[]> {
  return changeHistory(id, (history) => {
    const named = history.filter((version) => version.name !== undefined);
    const chars = named.reduce((sum, version) => sum + version.content.length, content.length);
    if (chars > NAMED_MAX_CHARS) {
      throw new StorageError('storage.historyFull', 'too many named versions');
    }
    return [...history, { datetime: Date.now(), content, name }];
  });
}

/** Keeps a text that is about to be given up as a version. */
export function keepVersion(id: string, content: string): Promise<HistoryEntry[]> {
  const now = Date.now();
  return changeHistory(id, (history) =>
    withVersion(history, { datetime: now, content }, now, true),
  );
}

/** Takes one version out. */
export function deleteVersion(id: string, version: HistoryEntry): Promise<HistoryEntry[]> {
  return changeHistory(id, (history) => {
    const at = history.findIndex(
      ({ datetime, content }) => datetime === version.datetime && content === version.content,
    );
    return at < 0 ? history : history.toSpliced(at, 1);
  });
}

/** Puts a version that was taken out back in its place. */
export function putBackVersion(id: string, version: HistoryEntry): Promise<HistoryEntry[]> {
  return changeHistory(id, (history) =>
    [...history, version].sort((one, other) => one.datetime - other.datetime),
  );
}

function changeHistory(
  id: string,
  change: (history: HistoryEntry[]) => HistoryEntry[],
): Promise<HistoryEntry[]> {
  return inTransaction(POST_STORES, async (transaction) => {
    const stored = await transaction.objectStore('posts').get(id);
    if (stored === undefined) return [];
    const post = toPost(stored);
    const history = change(post.history);
    await putOwnPost(transaction, { ...post, history });
    return history;
  });
}
