import { KeyedError, messageOf } from '../lib/keyed-error';

/**
 * A failure of the browser's storage.
 *
 * Keys: `storage.full`, `storage.blocked`, `storage.unavailable`, `storage.historyFull`, `storage.notRestored`,
 * `storage.restoreFailed`, `storage.notImported`, `storage.failed`.
 */
export class StorageError extends KeyedError {}

/** Gives any failure of IndexedDB its key. */
export function storageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const name = error instanceof Error ? error.name : '';
  const key =
    name === 'QuotaExceededError'
      ? 'storage.full'
      : name === 'VersionError' || name === 'SecurityError' || name === 'InvalidStateError'
        ? 'storage.unavailable'
        : 'storage.failed';
  return new StorageError(key, messageOf(error), error);
}

/** A failure while a backup was written, of which nothing is there: what the author has is as it was. */
export function restoreError(error: unknown): StorageError {
  const { key, message } = storageError(error);
  const isFull = key === 'storage.full';
  return new StorageError(isFull ? 'storage.notRestored' : 'storage.restoreFailed', message, error);
}
