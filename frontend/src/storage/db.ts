import { type IDBPDatabase, openDB } from 'idb';
import {
  DATABASE_NAME,
  DATABASE_VERSION,
  INITIAL_DATA_PAUSE_MS,
  INITIAL_DATA_TRIES,
  SAVE_RETRY_MS,
} from '../config/constants';
import { StorageError, storageError } from './errors';
import { checkDatabase, libraryLoss } from './library-loss';
import type { EditorDatabase } from './schema';
import { upgrade } from './upgrade';

export type Database = IDBPDatabase<EditorDatabase>;

let opened: Promise<Database> | undefined;

/**
 * The one connection to the database, opened at the first call.
 *
 * - Errors: `storage.unavailable` when the browser has no IndexedDB or forbids it, `storage.blocked` when opening takes
 *   longer than the start may wait (specification §4). The next call tries again.
 */
export function database(): Promise<Database> {
  opened ??= withinStart(open()).catch((error: unknown) => {
    opened = undefined;
    throw storageError(error);
  });
  return opened;
}

/** Whether this browser has the database; asking does not make it. True where the browser does not tell. */
export async function hasDatabase(): Promise<boolean> {
  if (opened !== undefined) return true;
  try {
    return (await indexedDB.databases()).some(({ name }) => name === DATABASE_NAME);
  } catch {
    return true;
  }
}

/**
 * Runs `work` on the open database and gives every failure its key.
 *
 * A connection that the browser has ended meanwhile is opened anew, once: nothing was written through the dead one.
 */
export async function withDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  try {
    try {
      return await work(await database());
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
      await closeDatabase();
      return await work(await database());
    }
  } catch (error) {
    throw storageError(error);
  }
}

/** Closes the connection, so that the next call opens it anew. */
export async function closeDatabase(): Promise<void> {
  const closing = opened;
  opened = undefined;
  (await closing?.catch(() => undefined))?.close();
}

// Async, so that a browser that refuses by throwing is a failure like any other.
async function open(): Promise<Database> {
  if (typeof indexedDB === 'undefined') {
    throw new StorageError('storage.unavailable', 'no IndexedDB');
  }
  const db = await openDB<EditorDatabase>(DATABASE_NAME, DATABASE_VERSION, {
    upgrade,
    // A newer version of the app in another tab must not wait for this one.
    blocking: () => void closeDatabase(),
    terminated: () => {
      opened = undefined;
      void lookAgain();
    },
  });
  try {
    await checkDatabase(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The browser has ended the connection. It may have emptied the database as well, which must not wait for an edit. */
async function lookAgain(): Promise<void> {
  try {
    await database();
    libraryLoss.set({ trouble: null });
  } catch (error) {
    libraryLoss.set({ trouble: storageError(error) });
    setTimeout(() => void lookAgain(), SAVE_RETRY_MS);
  }
}

function withinStart(opening: Promise<Database>): Promise<Database> {
  const limitMs = INITIAL_DATA_TRIES * INITIAL_DATA_PAUSE_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new StorageError('storage.blocked', `not open after ${limitMs} ms`)),
      limitMs,
    );
  });
  return Promise.race([opening, late]).finally(() => clearTimeout(timer));
}
