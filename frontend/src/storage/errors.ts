import { KeyedError, messageOf } from '../lib/keyed-error';

/**
 * A failure of the browser's storage.
 *
 * Keys: `storage.full`, `storage.blocked`, `storage.unavailable`, `storage.historyFull`, `storage.notRestored`,
 * `storage.notImported`, `storage.failed`.
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
