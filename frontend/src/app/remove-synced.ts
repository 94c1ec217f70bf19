import { removeSyncedBases } from '../storage/sync/remove-base';
import { listSyncBases } from '../storage/sync/rows';
import { TabChannel } from '../storage/tabs';

/** The synchronized knowledge bases of an account in this browser. Errors: {@link StorageError}. */
export async function listSynced(userId: string): Promise<string[]> {
  const rows = await listSyncBases();
  return rows
    .filter((row) => row.userId === userId && row.state !== 'off' && row.serverId !== null)
    .map((row) => row.knowledgeBaseId);
}

/** Removes them as `removeSyncedBases`, and tells the other tabs. Errors: {@link StorageError}. */
export async function removeSynced(ids: readonly string[], newName: string): Promise<string[]> {
  const kept = await removeSyncedBases(ids, newName);
  const channel = new TabChannel();
  channel.publish({ kind: 'library' });
  channel.close();
  return kept;
}
