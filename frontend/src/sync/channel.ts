import { TabChannel } from '../storage/tabs';
import type { Presence, SyncState } from './status';

/** What the tabs of a browser tell each other about sync. */
export type SyncMessage =
  /** Something is to be done: the rows have changed, or somebody has come back. */
  | { kind: 'wake' }
  /** A page wants to know how things stand. */
  | { kind: 'ask' }
  /** The page that synchronizes says how things stand. */
  | { kind: 'status'; bases: readonly SyncState[]; presences: readonly Presence[] }
  /** A visible page has this open. */
  | { kind: 'open'; knowledgeBaseId: string; postId: string }
  /** Others have deleted documents. */
  | { kind: 'removed'; knowledgeBaseId: string; ids: readonly string[] }
  /** A preview misses an image. */
  | { kind: 'wantImage'; knowledgeBaseId: string; name: string }
  /** Images have come from the server. */
  | { kind: 'images'; names: readonly string[] }
  /** A preview has drawn a diagram; `hash` is that of its source. */
  | { kind: 'drawn'; knowledgeBaseId: string; hash: string; svg: string };

const channel = new TabChannel<SyncMessage>('md_editor_db:sync');
const listeners = new Set<(message: SyncMessage) => void>();
channel.subscribe(deliver);

/** Sends a message to every tab, this one included. */
export function publishToTabs(message: SyncMessage): void {
  channel.publish(message);
  deliver(message);
}

/** Calls `listener` with every message of any tab. Returns a function that unsubscribes. */
export function subscribeToTabs(listener: (message: SyncMessage) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks whoever synchronizes to look again. */
export function wake(): void {
  publishToTabs({ kind: 'wake' });
}

function deliver(message: SyncMessage): void {
  for (const listener of listeners) listener(message);
}
