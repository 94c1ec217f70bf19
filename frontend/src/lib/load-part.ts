import { KeyedError, messageOf } from './keyed-error';

/**
 * Code that is fetched when it is needed: `load` imports it.
 *
 * Errors: `editor.part` when it does not arrive, because there is no network or the server has a newer version.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new KeyedError('editor.part', messageOf(error), error);
  }
}

/** What a worker's `error` event means: its code did not arrive (`editor.part`), or it has thrown (`key`). */
export function workerError(event: Event, key: string): KeyedError {
  // Only what a worker throws has a message.
  if (event instanceof ErrorEvent && event.message !== '')
    return new KeyedError(key, event.message);
  return new KeyedError('editor.part', 'the worker did not arrive');
}
