import { getSyncBase } from '../storage/sync/rows';
import { Ids } from './wire';

/** The ID that a record of a knowledge base has at the server. Errors: {@link StorageError}. */
export async function remoteId(knowledgeBaseId: string, id: string): Promise<string> {
  return (await getSyncBase(knowledgeBaseId))?.ids[id] ?? id;
}

/** The ID that a record of the server has in a knowledge base of this browser. Errors: {@link StorageError}. */
export async function localId(knowledgeBaseId: string, id: string): Promise<string> {
  const base = await getSyncBase(knowledgeBaseId);
  return base === undefined ? id : new Ids(base).local(id);
}

/** A text of the server with the IDs of this browser in its links. Errors: {@link StorageError}. */
export async function localText(knowledgeBaseId: string, text: string): Promise<string> {
  const base = await getSyncBase(knowledgeBaseId);
  return base === undefined ? text : new Ids(base).localText(text);
}
