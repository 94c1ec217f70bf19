import { withDatabase } from '../db';
import { rowPrefixes } from '../keys';

interface Lead {
  id: string;
  /** Milliseconds. */
  at: number;
}

const key = rowPrefixes.syncLeader;

/**
 * Whether page `id` synchronizes from now on: it does already, nobody does, or who did has been silent for `holdsMs`.
 *
 * Errors: {@link StorageError}.
 */
export function claimLead(id: string, now: number, holdsMs: number): Promise<boolean> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const lead = (await transaction.store.get(key))?.value as Lead | undefined;
    const isOurs = lead === undefined || lead.id === id || Math.abs(now - lead.at) >= holdsMs;
    if (isOurs) void transaction.store.put({ key, value: { id, at: now } satisfies Lead });
    await transaction.done;
    return isOurs;
  });
}

/** The page synchronizes no more. Errors: {@link StorageError}. */
export function dropLead(id: string): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const lead = (await transaction.store.get(key))?.value as Lead | undefined;
    if (lead?.id === id) void transaction.store.delete(key);
    await transaction.done;
  });
}
