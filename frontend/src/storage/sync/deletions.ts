import { rowPrefixes } from '../keys';
import type { CategoryRecord, SettingRecord } from '../schema';

/**
 * Deletions of documents and categories that the server has: rows beside the settings, written in the transaction that
 * deletes. What is missing without such a row was lost, and comes back from the server.
 */

/** A store of settings that is being written. */
export interface SettingWriting {
  get(key: string): Promise<SettingRecord | undefined>;
  getKey(key: string): Promise<IDBValidKey | undefined>;
  put(record: SettingRecord): Promise<unknown>;
  delete(key: string | IDBKeyRange): Promise<unknown>;
}

interface Deleted {
  id: string;
  knowledgeBaseId: string;
}

/** A deletion that waits to be sent. */
export interface SyncDeletion extends Deleted {
  /** ID of the change, the same in every repetition. Null until it is sent for the first time. */
  changeId: string | null;
  /** The category as it was: the server may refuse to delete it. Null for a document. */
  category: CategoryRecord | null;
}

export function syncItemKey({ knowledgeBaseId, id }: Deleted): string {
  return `${rowPrefixes.syncItem}${knowledgeBaseId}:${id}`;
}

export function syncGoneKey({ knowledgeBaseId, id }: Deleted): string {
  return `${rowPrefixes.syncGone}${knowledgeBaseId}:${id}`;
}

/** Something is deleted here that the server may have. */
export async function rememberDeletion(
  settings: SettingWriting,
  { id, knowledgeBaseId }: Deleted,
  category: CategoryRecord | null = null,
): Promise<void> {
  const deleted = { id, knowledgeBaseId };
  if ((await settings.getKey(syncItemKey(deleted))) === undefined) return;
  const value: SyncDeletion = { ...deleted, changeId: null, category };
  await settings.put({ key: syncGoneKey(deleted), value });
}

/**
 * It is there again, by the author's doing.
 *
 * A deletion that was sent may have been done: what the server has of it is unknown from here on.
 */
export async function undoDeletion(settings: SettingWriting, deleted: Deleted): Promise<void> {
  const gone = (await settings.get(syncGoneKey(deleted)))?.value as SyncDeletion | undefined;
  if (gone === undefined) return;
  await forgetDeletion(settings, deleted);
  const key = syncItemKey(deleted);
  const item = gone.changeId === null ? undefined : (await settings.get(key))?.value;
  if (item !== undefined) await settings.put({ key, value: { ...(item as object), accepted: '' } });
}

/** The deletion waits no more. */
export function forgetDeletion(settings: SettingWriting, { id, knowledgeBaseId }: Deleted) {
  return settings.delete(syncGoneKey({ id, knowledgeBaseId }));
}
