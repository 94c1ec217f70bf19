import type { IDBPTransaction, StoreNames } from 'idb';
import { withDatabase } from './db';
import type { EditorDatabase } from './schema';

/** What is to be done when a transaction has been written. */
const committed = new WeakMap<object, (() => void)[]>();

type Stores = readonly StoreNames<EditorDatabase>[];

/**
 * Runs `work` in one transaction that writes: all of it or, when anything throws, nothing.
 *
 * A request that throws at once does not end its transaction: the browser would commit what was asked for before it.
 * `work` must wait for all of its requests. Errors: {@link StorageError}.
 */
export function inTransaction<Names extends Stores, Result>(
  stores: Names,
  work: (transaction: IDBPTransaction<EditorDatabase, Names, 'readwrite'>) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (db) => {
    const transaction = db.transaction(stores, 'readwrite');
    const { done } = transaction;
    // Its failure is told below, or by the request that failed.
    done.catch(() => undefined);
    try {
      const result = await work(transaction);
      await done;
      for (const run of committed.get(transaction) ?? []) run();
      return result;
    } catch (error) {
      abort(transaction);
      await done.catch(() => undefined);
      throw error;
    }
  });
}

/** Calls `run` once a transaction of {@link inTransaction} is written; never when it is not. */
export function onCommit(transaction: object, run: () => void): void {
  const waiting = committed.get(transaction);
  if (waiting === undefined) committed.set(transaction, [run]);
  else waiting.push(run);
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // The browser has ended it already.
  }
}

/** All of the requests; when one throws at once, nobody waits in vain for the others. */
export function together(
  ...requests: readonly (() => Promise<unknown> | undefined)[]
): Promise<unknown> {
  return Promise.all(requests.map(async (request) => request()));
}
