import { Store } from '../lib/store';
import type { SyncProblem } from '../storage/sync/rows';

/** Where a document stands: here only, on its way, on the server, in two versions, or not accepted. */
export type DocumentState = 'local' | 'waiting' | 'synced' | 'conflict' | 'refused';

/** Why nothing is exchanged at the moment. */
export type SyncPause =
  /** Nobody is logged in. */
  | 'loggedOut'
  /** Another account is logged in. */
  | 'otherAccount'
  | 'offline';

/** Somebody else who has a document open. */
export interface Presence {
  /** The local document. */
  postId: string;
  userId: string;
  nickname: string;
  avatarUrl: string | null;
}

/** How a knowledge base of this browser is synchronized. */
export interface SyncState {
  /** The local knowledge base. */
  knowledgeBaseId: string;
  teamId: string;
  /** The server's ID; null until it has been created there. */
  serverId: string | null;
  /** The account that turned sync on. */
  userId: string;
  state: 'on' | 'paused' | 'off';
  problem: SyncProblem | null;
  /** Key of the server's error, when it refused the knowledge base. */
  error: string | null;
  /** Why nothing is exchanged although it is on; null when it is. */
  pause: SyncPause | null;
  /** Documents and categories that wait to be sent, deletions included. */
  nWaiting: number;
  nConflicts: number;
  /** Images that the server had no room for. */
  nUnsentImages: number;
  /** Local documents that are not on the server as they are here. */
  documents: Readonly<Record<string, 'waiting' | 'conflict' | 'refused'>>;
  /** Keys of the errors of those that the server refused. */
  refusals: Readonly<Record<string, string>>;
  /** Name and description that the server's replaced, until the author has seen it. */
  overruled: { name: string; description: string } | null;
  /** When everything was exchanged last, in milliseconds; null: never. */
  syncedAt: number | null;
}

/** What this page knows of sync. `isKnown` is false until somebody has looked. */
export const syncStatus = new Store<{
  isKnown: boolean;
  bases: readonly SyncState[];
  presences: readonly Presence[];
}>({ isKnown: false, bases: [], presences: [] });

/** The state of one document, by the state of its knowledge base. */
export function documentState(base: SyncState | undefined, postId: string): DocumentState {
  if (base === undefined || base.state === 'off') return 'local';
  const state = base.documents[postId];
  if (state === 'conflict' || state === 'refused') return state;
  const isClosed = base.problem === 'noAccess' || base.problem === 'gone';
  // Nobody looks after it: what is written now is not known to wait.
  const isAlone = base.pause === 'loggedOut' || base.pause === 'otherAccount';
  if (base.state === 'paused' || isClosed || isAlone) return 'local';
  const isNew = base.serverId === null || base.syncedAt === null;
  return state ?? (isNew ? 'waiting' : 'synced');
}
