import { withDatabase } from './db';
import { rowKeys, rowPrefixes } from './keys';
import { pageMemory } from './page-memory';

/**
 * Images that this browser keeps, one row each beside the settings, by their name.
 *
 * A name is made from the content, so one image in many texts is stored once, and a row never changes.
 * Errors of every function here: {@link StorageError}.
 */

const PREFIX = rowPrefixes.image;
const USE_KEY = rowPrefixes.imageUse;

/** Bytes and not a file: some browsers keep no files in their database. */
interface StoredImage {
  bytes: ArrayBuffer;
  type: string;
}

/** Keeps an image; one that is there stays as it is. */
export function storeLocalImage(name: string, bytes: ArrayBuffer, type: string): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const key = PREFIX + name;
    const known = await transaction.store.getKey(key);
    const value: StoredImage = { bytes, type };
    if (known === undefined) {
      void transaction.store.put({ key, value }).catch(() => undefined);
    }
    await transaction.done;
    if (known === undefined) pageMemory().images.hold(key, { key, value });
  });
}

/** The image, or null when there is none of that name. */
export function readLocalImage(name: string): Promise<Blob | null> {
  return withDatabase(async (db) => {
    const key = PREFIX + name;
    const value = (await db.get('settings', key))?.value as StoredImage | undefined;
    if (value === undefined) return null;
    pageMemory().images.hold(key, { key, value });
    return new Blob([value.bytes], { type: value.type });
  });
}

export function storedImageNames(): Promise<string[]> {
  return withDatabase(async (db) => {
    const keys = await db.getAllKeys('settings', rowKeys(PREFIX));
    return keys.map((key) => key.slice(PREFIX.length));
  });
}

export function deleteLocalImages(names: readonly string[]): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    await Promise.all([
      ...names.map((name) => transaction.store.delete(PREFIX + name)),
      transaction.done,
    ]);
    for (const name of names) pageMemory().images.drop(PREFIX + name);
  });
}

/** What is known of the use of images: when it was looked at, and since when an image is in no text. Milliseconds. */
interface ImageUse {
  checked: number;
  unusedSince: Record<string, number>;
}

export function readImageUse(): Promise<ImageUse> {
  return withDatabase(async (db) => {
    const value = (await db.get('settings', USE_KEY))?.value as ImageUse | undefined;
    return value ?? { checked: 0, unusedSince: {} };
  });
}

export function writeImageUse(use: ImageUse): Promise<void> {
  return withDatabase(async (db) => {
    await db.put('settings', { key: USE_KEY, value: use });
  });
}
