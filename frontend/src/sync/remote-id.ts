import { getSyncBase } from '../storage/sync-rows';

/** The ID that a record of a knowledge base has at the server. Errors: {@link StorageError}. */
export async function remoteId(knowledgeBaseId: string, id: string): Promise<string> {
  return (await getSyncBase(knowledgeBaseId))?.ids[id] ?? id;
}
