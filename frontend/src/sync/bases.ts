import { newId } from '../lib/new-id';
import { updateKnowledgeBase } from '../storage/knowledge-bases';
import { session } from '../storage/session';
import {
  changeSyncBase,
  forgetSyncItems,
  getSyncBase,
  listSyncBases,
  putSyncBase,
  type SyncBase,
} from '../storage/sync/rows';
import { wake } from './channel';
import { readStates } from './states';
import { type SyncState, syncStatus } from './status';

/**
 * Sync of knowledge bases, as screens ask for it. The work is done by one tab of the browser, soon after.
 *
 * Errors of every function: {@link StorageError}.
 */

/**
 * Turns sync on for a knowledge base of this browser.
 *
 * One that was synchronized with the team before, or that has moved to it since, goes on with the same one at the server;
 * texts that differ are kept both.
 */
export async function enableSync(knowledgeBaseId: string, teamId: string): Promise<void> {
  const { user } = session.get();
  if (user === null) return;
  const known = await getSyncBase(knowledgeBaseId);
  const isSame = known?.teamId === teamId && known.userId === user.id && known.problem !== 'gone';
  const isOwn = known !== undefined && known.userId === user.id;
  await forgetSyncItems(knowledgeBaseId);
  await putSyncBase({
    ...newSyncBase(knowledgeBaseId, teamId, user.id),
    former: isOwn ? formerOf(known, isSame) : null,
    ...(known && isSame
      ? {
          serverId: known.serverId,
          creationKey: known.creationKey,
          creation: known.creation ?? null,
          ids: known.ids,
        }
      : {}),
  });
  await publishStates();
}

/** What another team had of a knowledge base, by what is known of it so far. */
function formerOf(
  { serverId, ids, former }: SyncBase,
  isSame: boolean,
): NonNullable<SyncBase['former']> | null {
  return serverId === null || isSame ? (former ?? null) : { serverId, ids };
}

/** Gets a knowledge base of the team on this device. Returns its local ID. */
export async function fetchBase(teamId: string, serverId: string): Promise<string> {
  const userId = session.get().user?.id ?? '';
  const known = (await listSyncBases()).find(
    (row) => row.serverId === serverId && row.userId === userId,
  );
  const knowledgeBaseId = known?.knowledgeBaseId ?? newId();
  const row = known ?? newSyncBase(knowledgeBaseId, teamId, userId);
  await forgetSyncItems(knowledgeBaseId);
  await putSyncBase({
    ...row,
    // It may have moved since it was here last.
    teamId,
    serverId,
    state: 'on',
    problem: null,
    cursor: 0,
    isFetched: true,
  });
  await publishStates();
  return knowledgeBaseId;
}

/** A knowledge base of the server has gone to another team: its copy here follows, as those of other browsers do. */
export async function noteMove(serverId: string, teamId: string): Promise<void> {
  for (const row of await listSyncBases()) {
    if (row.serverId !== serverId) continue;
    await changeSyncBase(row.knowledgeBaseId, (now) => ({ ...now, teamId }));
  }
  await publishStates();
}

/** Stops the exchange until {@link resumeSync}; nothing is forgotten. */
export function pauseSync(knowledgeBaseId: string): Promise<void> {
  return change(knowledgeBaseId, (row) => ({ ...row, state: 'paused' }));
}

export function resumeSync(knowledgeBaseId: string): Promise<void> {
  return change(knowledgeBaseId, (row) => ({ ...row, state: 'on', problem: null, error: null }));
}

/** Turns sync off. The knowledge base stays here and at the server; they know of each other no more. */
export async function disableSync(knowledgeBaseId: string): Promise<void> {
  await forgetSyncItems(knowledgeBaseId);
  await change(knowledgeBaseId, (row) => ({ ...row, state: 'off', cursor: 0, settings: null }));
}

/** The author has seen that the server's name replaced the one here; `isKept`: the one here holds after all. */
export async function settleName(knowledgeBaseId: string, isKept: boolean): Promise<void> {
  const { overruled } = (await getSyncBase(knowledgeBaseId)) ?? {};
  if (isKept && overruled) await updateKnowledgeBase(knowledgeBaseId, overruled);
  await change(knowledgeBaseId, (row) => ({ ...row, overruled: null }));
}

/** How the knowledge bases of this browser are synchronized; those that never were are left out. */
export async function listSyncStates(): Promise<readonly SyncState[]> {
  if (!syncStatus.get().isKnown) syncStatus.set({ isKnown: true, bases: await readStates() });
  return syncStatus.get().bases;
}

async function change(id: string, next: (row: SyncBase) => SyncBase): Promise<void> {
  await changeSyncBase(id, next);
  await publishStates();
}

async function publishStates(): Promise<void> {
  syncStatus.set({ isKnown: true, bases: await readStates() });
  wake();
}

function newSyncBase(knowledgeBaseId: string, teamId: string, userId: string): SyncBase {
  return {
    knowledgeBaseId,
    teamId,
    serverId: null,
    userId,
    state: 'on',
    problem: null,
    error: null,
    cursor: 0,
    settings: null,
    creationKey: newId(),
    ids: {},
    syncedAt: null,
    isFetched: false,
  };
}
