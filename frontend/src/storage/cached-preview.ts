import { withDatabase } from './db';
import { rowPrefixes } from './keys';

/**
 * The rendered preview of the post that was open last, one row beside the settings.
 *
 * It is derived from the post: no backup holds it, and a database without it is whole. Whoever reads it checks it.
 * Errors of both functions: {@link StorageError}.
 */

const KEY = rowPrefixes.preview;

export function readCachedPreview(): Promise<unknown> {
  return withDatabase(async (db) => (await db.get('settings', KEY))?.value);
}

/** Null removes it. */
export function writeCachedPreview(preview: unknown): Promise<void> {
  return withDatabase(async (db) => {
    if (preview === null) await db.delete('settings', KEY);
    else await db.put('settings', { key: KEY, value: preview });
  });
}
