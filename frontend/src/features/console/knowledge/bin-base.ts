import { deleteKnowledgeBase } from '../../../api/knowledge-bases';
import { KeyedError } from '../../../lib/keyed-error';
import { binBase } from '../../../storage/base-bin';
import { changeSyncBase } from '../../../storage/sync/rows';
import { disableSync } from '../../../sync/bases';
import { requireServer } from './require-server';
import type { BaseRow } from './rows';

/**
 * Moves a knowledge base to the bin of the server and of this browser.
 *
 * When the server refuses, or does not answer, nothing has changed here. Rejects with what it said, with
 * `knowledgeBase.serverUnknown`, and with `knowledgeBase.lastHere` for the last one of a browser.
 */
export async function binEverywhere(teamId: string, row: BaseRow): Promise<void> {
  const { localId, server } = row;
  await requireServer(row);
  if (server !== null) await deleteKnowledgeBase(teamId, server.id);
  if (localId !== null && server !== null) {
    // Off before it leaves, so that what is missing here is no deletion of documents. An exchange in between may have
    // found it gone, which would part it from the server's for good.
    await changeSyncBase(localId, (base) => ({ ...base, problem: null }));
    await disableSync(localId);
  }
  if (localId !== null && !(await binBase(localId))) {
    if (server === null) throw new KeyedError('knowledgeBase.lastHere', row.title);
  }
}
