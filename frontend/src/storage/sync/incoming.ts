import { withVersion } from '../../lib/posts/post-history';
import { textHash } from '../../lib/text/text-hash';
import { withDatabase } from '../db';
import { POST_STORES, putOwnPost } from '../post-summaries';
import { toPost } from '../repair';
import type { PostRecord } from '../schema';
import { inTransaction, together } from '../transaction';
import {
  type DocumentText,
  documentText,
  forgetCommonTexts,
  mergeDocuments,
  putCommonText,
  readCommonText,
} from './common-text';
import { type SettingWriting, syncItemKey } from './deletions';
import { keepDraftOf } from './kept-draft';
import { accepted, withTheirText } from './merge';
import { type MergeDraft, postHash, type SyncItem, type TheirText, theirHash } from './rows';

/** The server's text beside the one here: what the tab that writes the post does with it. */

/** A newer text of the server, and whether the text here has changed since it was the server's. */
export interface Incoming {
  theirs: TheirText;
  isConflict: boolean;
  /** The text here, and what both make together when they have changed different places; with a conflict only. */
  mine: string;
  merged: DocumentText | null;
  /** The text that both began with; null when it is not known. */
  common: string | null;
  /** What the author has written of both before. */
  draft: MergeDraft | null;
}

/** A text of the server that a post takes, or is merged with. */
export interface AppliedText {
  theirs: TheirText;
  isMerged: boolean;
}

/** What the server has of a post that is not here; null when there is nothing. Errors: {@link StorageError}. */
export function readIncoming(postId: string): Promise<Incoming | null> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(POST_STORES);
    const stored = await transaction.objectStore('posts').get(postId);
    if (stored === undefined) return null;
    const post = toPost(stored);
    const settings = transaction.objectStore('settings');
    const item = (await settings.get(syncItemKey(post)))?.value as SyncItem | undefined;
    if (!item?.theirs) return null;
    const { theirs } = item;
    const found = { theirs, mine: post.content, common: null, draft: item.draft ?? null };
    if (postHash(post) === item.accepted) return { ...found, isConflict: false, merged: null };
    const common = await readCommonText(settings, post, item.accepted);
    const merged = mergeDocuments(common, documentText(post), theirs);
    return { ...found, isConflict: true, merged, common: common?.content ?? null };
  });
}

/** Keeps what the author has written of two texts, while there are two. Errors: {@link StorageError}. */
export function keepDraft(postId: string, draft: MergeDraft): Promise<void> {
  return inTransaction(POST_STORES, async (transaction) => {
    const stored = await transaction.objectStore('posts').get(postId);
    if (stored === undefined) return;
    const settings = transaction.objectStore('settings');
    const key = syncItemKey(toPost(stored));
    const item = (await settings.get(key))?.value as SyncItem | undefined;
    if (item?.theirs) await settings.put({ key, value: { ...item, draft } });
  });
}

/** Makes a version of what the author has written of two texts, and forgets it. Errors: {@link StorageError}. */
export function endDraft(postId: string, draft: MergeDraft): Promise<void> {
  return inTransaction(POST_STORES, async (transaction) => {
    const stored = await transaction.objectStore('posts').get(postId);
    if (stored === undefined) return;
    const post = toPost(stored);
    const settings = transaction.objectStore('settings');
    const key = syncItemKey(post);
    const item = (await settings.get(key))?.value as SyncItem | undefined;
    await keepDraftOf(transaction, postId, { draft });
    if (item !== undefined) await settings.put({ key, value: { ...item, draft: null } });
  });
}

/** In the transaction that writes the server's text, or one that it is merged into: the server has it. */
export async function markApplied(
  settings: SettingWriting,
  post: PostRecord,
  { theirs, isMerged }: AppliedText,
): Promise<void> {
  const key = syncItemKey(post);
  const item = (await settings.get(key))?.value as SyncItem | undefined;
  if (item === undefined) return;
  const seen = { datetime: post.updateDatetime, hash: textHash(post.content) };
  const mine = postHash(post);
  const hash = isMerged ? theirHash(theirs) : mine;
  // A newer text has come since the author saw this one: it is taken next.
  const newer = (item.theirs?.revision ?? 0) > theirs.revision ? item.theirs : null;
  const next = { ...accepted(item, hash, theirs.revision), isMerge: mine !== hash };
  await settings.put({ key, value: { ...next, seen, theirs: newer } });
  if (mine === hash) await forgetCommonTexts(settings, post);
  else await putCommonText(settings, post, theirs);
}

/**
 * The author makes an older text the newest: it is sent as a restored one, also much later. Without sync nothing is done.
 *
 * Errors: {@link StorageError}.
 */
export function markRestored(
  post: Pick<PostRecord, 'id' | 'knowledgeBaseId'>,
  content: string,
): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const key = syncItemKey(post);
    const item = (await transaction.store.get(key))?.value as SyncItem | undefined;
    if (item !== undefined) {
      void transaction.store.put({ key, value: { ...item, restored: textHash(content) } });
    }
    await transaction.done;
  });
}

/**
 * The author chose the own text of two: what the server has becomes a version, and the own text is sent over it.
 *
 * `seenRevision`: that of the server's text that the author saw. Undefined when it is not the newest any more: nothing is
 * done. Errors: {@link StorageError}.
 */
export function chooseMine(postId: string, seenRevision: number): Promise<PostRecord | undefined> {
  return inTransaction(POST_STORES, async (transaction) => {
    const stored = await transaction.objectStore('posts').get(postId);
    const settings = transaction.objectStore('settings');
    const post = stored === undefined ? undefined : toPost(stored);
    const key = post === undefined ? '' : syncItemKey(post);
    const item = (await settings.get(key))?.value as SyncItem | undefined;
    const theirs = item?.theirs;
    if (post === undefined || item === undefined || theirs?.revision !== seenRevision) {
      return undefined;
    }
    const hash = postHash(withTheirText(post, theirs));
    const version = { datetime: theirs.datetime, content: theirs.content };
    const history = withVersion(post.history, version, Date.now(), true);
    const next = { ...post, history };
    const value = { ...accepted(item, hash, theirs.revision), isMerge: true };
    await putCommonText(settings, post, theirs);
    await together(
      () => settings.put({ key, value }),
      () => putOwnPost(transaction, next),
    );
    return next;
  });
}
