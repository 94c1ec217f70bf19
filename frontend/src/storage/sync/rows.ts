import { textHash } from '../../lib/text/text-hash';
import { type Database, withDatabase } from '../db';
import { rowKeys, rowPrefixes } from '../keys';
import { pageMemory } from '../page-memory';
import { POST_STORES } from '../post-summaries';
import type {
  CategoryRecord,
  KnowledgeBaseRecord,
  PostFrontMatter,
  PostRecord,
  PostSummary,
} from '../schema';
import { inTransaction } from '../transaction';
import { type SyncDeletion, syncItemKey } from './deletions';
import { keepDraftOf } from './kept-draft';

/**
 * What this browser knows of its synchronized knowledge bases, in rows beside the settings. No backup holds them.
 *
 * Nothing says of a document that it has changed: that follows from its text and from what the server accepted last.
 * Errors of every function here: {@link StorageError}.
 */

/** Why a knowledge base is not synchronized, or only read, until something changes. */
export type SyncProblem =
  /** The author may only read it, by the role in the team. */
  | 'readOnly'
  | 'archived'
  /** It is in the bin of the team. */
  | 'inBin'
  /** The account has no right to it any more, or there is none. */
  | 'noAccess'
  | 'gone'
  /** The server refused to create it. */
  | 'refused';

/** A knowledge base that is synchronized, or was. */
export interface SyncBase {
  /** The local one. */
  knowledgeBaseId: string;
  teamId: string;
  /** The server's; null until it has been created there. */
  serverId: string | null;
  /** The account that turned sync on: no other one sends or receives it. */
  userId: string;
  state: 'on' | 'paused' | 'off';
  problem: SyncProblem | null;
  /** Key of the server's error, with `refused`. */
  error: string | null;
  /** The revision up to which changes were pulled. */
  cursor: number;
  /** Names the newest change that the server is known to have accepted; it tells a database that was put back. Absent: none. */
  lastChange?: string | null;
  /** Name and description that the server has, and the revision of its settings. */
  settings: { name: string; description: string; revision: number } | null;
  /** Name and description of this browser that those of the server replaced, until the author has seen it. */
  overruled?: { name: string; description: string } | null;
  /** Sent with the creation, so that a repeated one makes no second knowledge base. */
  creationKey: string;
  /** What was sent with it; absent or null before. */
  creation?: SentBase | null;
  /** IDs at the server of records that have another one here, by the local ID. */
  ids: Record<string, string>;
  /** What another team had of it before, which may have moved to this one since; absent or null: nothing, or looked for. */
  former?: { serverId: string; ids: Record<string, string> } | null;
  /** Names of images that the server had no room for. Absent in older rows. */
  unsentImages?: string[];
  /** When everything was exchanged last, in milliseconds; null: never. */
  syncedAt: number | null;
  /** It was asked for on this device, where it is not yet: the first pull makes it. */
  isFetched: boolean;
}

/** What the server is asked to create. */
export interface SentBase {
  name: string;
  description: string;
  category?: NonNullable<KnowledgeBaseRecord['category']>;
  status?: 'active' | 'draft';
}

/** A text that the server has and this browser has not taken. */
export interface TheirText {
  title: string;
  isNamed: boolean;
  router_path: string;
  content: string;
  frontMatter: PostFrontMatter;
  revision: number;
  /** Who wrote it, if the server says so. */
  author: string | null;
  /** Milliseconds. */
  datetime: number;
}

/** Two texts that the author is merging, and what was written of them so far. */
export interface MergeDraft {
  mine: string;
  theirs: string;
  text: string;
  /**
   * Where in `text` the pieces stand that both have changed, in their order, in UTF-16 units; `way`: which was taken,
   * null when the author has written there. Empty when they are not known.
   */
  places: { start: number; end: number; way: 'mine' | 'theirs' | 'both' | null }[];
}

/** A text that was sent, and of which no answer has come. */
export interface SentText {
  changeId: string;
  hash: string;
  baseRevision: number;
  place: string;
}

/** What the server has of one document or category. */
export interface SyncItem {
  id: string;
  knowledgeBaseId: string;
  kind: 'document' | 'category';
  /** Hash of the text that was accepted last, or of the category; empty when there is none. */
  accepted: string;
  revision: number;
  /** The place that was accepted last; see {@link placeOf}. Null: none. */
  place: string | null;
  placeRevision: number;
  /** The newest last. */
  sent: SentText[];
  /** The move that was sent, and of which no answer has come. */
  sentPlace: { changeId: string; place: string } | null;
  /** With a local text that differs from both: a conflict. Else it is taken at the next occasion. */
  theirs: TheirText | null;
  /** What the author has written of two texts, until one is chosen. Absent in older rows. */
  draft?: MergeDraft | null;
  /** The author has chosen between two texts, and the choice has not been sent. */
  isMerge: boolean;
  /** Hash of the older text that the author has made the newest, until it is sent. Absent in older rows. */
  restored?: string | null;
  /** The server refused the text of this hash. */
  refused: { hash: string; error: string } | null;
  /** The hash of the content when the post had this stamp: it need not be read again. */
  seen: { datetime: number; hash: string } | null;
}

export function newSyncItem(knowledgeBaseId: string, id: string, kind: SyncItem['kind']): SyncItem {
  return {
    id,
    knowledgeBaseId,
    kind,
    accepted: '',
    revision: 0,
    place: null,
    placeRevision: 0,
    sent: [],
    sentPlace: null,
    theirs: null,
    isMerge: false,
    refused: null,
    seen: null,
  };
}

type Named = Pick<PostRecord, 'title' | 'router_path' | 'frontMatter' | 'isNamed'>;

/** The author gave the title. In an older record: it is not what the text calls itself. */
export function isNamedOf({ isNamed, title, frontMatter }: Named): boolean {
  return isNamed ?? title !== (frontMatter.sidebar_label || frontMatter.title);
}

/** The hash of what a text change carries: title, path and text. */
export function hashOf(named: Named, contentHash: string): string {
  return textHash(JSON.stringify([named.title, isNamedOf(named), named.router_path, contentHash]));
}

export function postHash(post: PostRecord): string {
  return hashOf(post, textHash(post.content));
}

export function theirHash(theirs: TheirText): string {
  return hashOf(theirs, textHash(theirs.content));
}

/** Where a post stands, as one comparable text. */
export function placeOf({
  categoryId,
  parentId,
  order,
}: Pick<PostSummary, 'categoryId' | 'parentId' | 'order'>): string {
  return JSON.stringify([categoryId, parentId, order]);
}

export function categoryHash({ name, slug, type, description, order }: CategoryRecord): string {
  return textHash(JSON.stringify([name, slug, type, description, order]));
}

export function listSyncBases(): Promise<SyncBase[]> {
  return withDatabase(async (db) => {
    const rows = await db.getAll('settings', rowKeys(rowPrefixes.syncBase));
    const { syncBases } = pageMemory();
    syncBases.clear();
    for (const row of rows) syncBases.set(row.key, row);
    return rows.map(({ value }) => value as SyncBase);
  });
}

export function getSyncBase(knowledgeBaseId: string): Promise<SyncBase | undefined> {
  return withDatabase(
    async (db) =>
      (await db.get('settings', rowPrefixes.syncBase + knowledgeBaseId))?.value as
        | SyncBase
        | undefined,
  );
}

export function putSyncBase(value: SyncBase): Promise<void> {
  return withDatabase(async (db) => {
    await db.put('settings', { key: rowPrefixes.syncBase + value.knowledgeBaseId, value });
  });
}

/** Changes the row as it is now. Undefined when there is none. */
export function changeSyncBase(
  knowledgeBaseId: string,
  change: (row: SyncBase) => SyncBase,
): Promise<SyncBase | undefined> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const key = rowPrefixes.syncBase + knowledgeBaseId;
    const row = (await transaction.store.get(key))?.value as SyncBase | undefined;
    const value = row === undefined ? undefined : change(row);
    if (value !== undefined) void transaction.store.put({ key, value });
    await transaction.done;
    if (value !== undefined) pageMemory().syncBases.set(key, { key, value });
    return value;
  });
}

/** Forgets what the server has of a knowledge base. */
export function forgetSyncItems(knowledgeBaseId: string): Promise<void> {
  return inTransaction(POST_STORES, async (transaction) => {
    const settings = transaction.objectStore('settings');
    const { syncItem, syncText, syncGone } = rowPrefixes;
    for (const { value } of await settings.getAll(rowKeys(`${syncItem}${knowledgeBaseId}:`))) {
      const item = value as SyncItem;
      await keepDraftOf(transaction, item.id, item);
    }
    for (const prefix of [syncItem, syncText, syncGone]) {
      await settings.delete(rowKeys(`${prefix}${knowledgeBaseId}:`));
    }
  });
}

export function listSyncItems(knowledgeBaseId: string): Promise<SyncItem[]> {
  return withDatabase(async (db) => {
    const keys = rowKeys(`${rowPrefixes.syncItem}${knowledgeBaseId}:`);
    return (await db.getAll('settings', keys)).map(({ value }) => value as SyncItem);
  });
}

export function listSyncDeletions(knowledgeBaseId: string): Promise<SyncDeletion[]> {
  return withDatabase(async (db) => {
    const keys = rowKeys(`${rowPrefixes.syncGone}${knowledgeBaseId}:`);
    return (await db.getAll('settings', keys)).map(({ value }) => value as SyncDeletion);
  });
}

export async function readSyncItem(
  db: Database,
  knowledgeBaseId: string,
  id: string,
): Promise<SyncItem | undefined> {
  const row = await db.get('settings', syncItemKey({ knowledgeBaseId, id }));
  return row?.value as SyncItem | undefined;
}

/** Changes rows as they are now; one that is missing is made. Null deletes it. */
export function changeSyncItems(
  knowledgeBaseId: string,
  changes: readonly {
    id: string;
    kind: SyncItem['kind'];
    change: (item: SyncItem) => SyncItem | null;
  }[],
): Promise<void> {
  return inTransaction(['settings'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    for (const { id, kind, change } of changes) {
      const key = syncItemKey({ knowledgeBaseId, id });
      const stored = (await settings.get(key))?.value as SyncItem | undefined;
      const value = change(stored ?? newSyncItem(knowledgeBaseId, id, kind));
      if (value === null) await settings.delete(key);
      else await settings.put({ key, value });
    }
  });
}
