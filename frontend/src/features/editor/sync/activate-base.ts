import { updateKnowledgeBase } from '../../../api/knowledge-bases';
import { getKnowledgeBase } from '../../../api/sync';
import { getSyncBase } from '../../../storage/sync/rows';
import { wake } from '../../../sync/channel';

/**
 * Takes a knowledge base out of the archive at the server. One that is not there, or whose sync is off, is left alone.
 *
 * Errors: {@link ApiError}, {@link StorageError}.
 */
export async function activateBase(knowledgeBaseId: string): Promise<void> {
  const row = await getSyncBase(knowledgeBaseId);
  if (row?.serverId == null || row.state === 'off') return;
  const base = await getKnowledgeBase(row.teamId, row.serverId);
  if (base.status === 'archived') {
    await updateKnowledgeBase(row.teamId, base, { status: 'active' });
  }
  wake();
}
