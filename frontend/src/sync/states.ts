import { session } from '../storage/session';
import { listSyncBases, type SyncBase } from '../storage/sync/rows';
import { type SyncPause, type SyncState, syncStatus } from './status';

/** How things stand by the rows alone: what waits to be sent is known to the page that synchronizes. */
export async function readStates(): Promise<SyncState[]> {
  const known = new Map(syncStatus.get().bases.map((base) => [base.knowledgeBaseId, base]));
  return (await listSyncBases()).map((row) => stateOf(row, known.get(row.knowledgeBaseId)));
}

/** The state of a row. `work`: what is known to wait. */
export function stateOf(
  row: SyncBase,
  work: Pick<SyncState, 'nWaiting' | 'nConflicts' | 'documents' | 'refusals'> = NO_WORK,
  isOffline = false,
): SyncState {
  const { knowledgeBaseId, teamId, serverId, userId, state, problem, error, syncedAt } = row;
  const { nWaiting, nConflicts, documents, refusals } = work;
  return {
    knowledgeBaseId,
    teamId,
    serverId,
    userId,
    state,
    problem,
    error,
    overruled: row.overruled ?? null,
    nUnsentImages: row.unsentImages?.length ?? 0,
    syncedAt,
    pause: state === 'on' ? pauseOf(row, isOffline) : null,
    nWaiting,
    nConflicts,
    documents,
    refusals,
  };
}

const NO_WORK = { nWaiting: 0, nConflicts: 0, documents: {}, refusals: {} };

function pauseOf(row: SyncBase, isOffline: boolean): SyncPause | null {
  const { user } = session.get();
  if (user === null) return 'loggedOut';
  if (user.id !== row.userId) return 'otherAccount';
  return isOffline ? 'offline' : null;
}
