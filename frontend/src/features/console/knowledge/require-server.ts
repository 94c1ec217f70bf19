import { KeyedError } from '../../../lib/keyed-error';
import { getSyncBase } from '../../../storage/sync/rows';
import type { BaseRow } from './rows';

/**
 * Before a change that only the server's routes can make. Of a synchronized knowledge base whose server does not answer
 * it would be made here alone, and the next exchange would undo it.
 *
 * Rejects with `knowledgeBase.serverUnknown` then.
 */
export async function requireServer({ localId, server, title }: BaseRow): Promise<void> {
  if (localId === null || server !== null) return;
  const base = await getSyncBase(localId);
  const isShared = base !== undefined && base.state !== 'off' && base.problem !== 'gone';
  if (isShared && base.serverId !== null) {
    throw new KeyedError('knowledgeBase.serverUnknown', title);
  }
}
