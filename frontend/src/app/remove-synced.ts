import { getKnowledgeBase } from '../api/sync';
import { removeSyncedBases } from '../storage/sync/remove-base';
import { listSyncBases, type SyncBase } from '../storage/sync/rows';
import { TabChannel } from '../storage/tabs';

/** The synchronized knowledge bases of an account in this browser. Errors: {@link StorageError}. */
export async function listSynced(userId: string): Promise<string[]> {
  const rows = await listSyncBases();
  return rows
    .filter((row) => row.userId === userId && row.state !== 'off' && row.serverId !== null)
    .map((row) => row.knowledgeBaseId);
}

/** Errors: those of the API. */
async function isAtServer({ teamId, serverId, cursor }: SyncBase): Promise<boolean> {
  if (serverId === null) return false;
  const base = await getKnowledgeBase(teamId, serverId);
  return base.purgesAt == null && base.revision >= cursor;
}

/** Removes them as `removeSyncedBases`, and tells the other tabs. Errors: {@link StorageError}. */
export async function removeSynced(ids: readonly string[], newName: string): Promise<string[]> {
  const kept = await removeSyncedBases(ids, newName, isAtServer);
  const channel = new TabChannel();
  channel.publish({ kind: 'library' });
  channel.close();
  return kept;
}
