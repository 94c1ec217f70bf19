import { withDatabase } from './db';
import { rowKeys, rowPrefixes } from './keys';

/**
 * Files of images whose places in a text wait for them: kept until they are on the author's host, so that a closed page
 * loses none.
 *
 * Errors of every function here: {@link StorageError}.
 */

const PREFIX = rowPrefixes.image;

export function storePendingImage(id: string, file: File): Promise<void> {
  return withDatabase(async (db) => {
    await db.put('settings', { key: PREFIX + id, value: file });
  });
}

/** The file, or null when there is none. */
export function readPendingImage(id: string): Promise<File | null> {
  return withDatabase(async (db) => {
    const row = await db.get('settings', PREFIX + id);
    return row?.value instanceof File ? row.value : null;
  });
}

export function deletePendingImage(id: string): Promise<void> {
  return withDatabase((db) => db.delete('settings', PREFIX + id));
}

export function pendingImageIds(): Promise<string[]> {
  return withDatabase(async (db) => {
    const keys = await db.getAllKeys('settings', rowKeys(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  });
}
