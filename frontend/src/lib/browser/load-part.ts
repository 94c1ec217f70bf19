import { KeyedError, messageOf } from '../keyed-error';

/**
 * Code that is fetched when it is needed: `load` imports it.
 *
 * Errors: `editor.part` when it does not arrive, because there is no network or the server has a newer version.
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof KeyedError) throw error;
    throw new KeyedError('editor.part', messageOf(error), error);
  }
}

/** What Chromium, Firefox and WebKit say of imported code that does not arrive, and Vite of its style sheet. */
const NOT_ARRIVED =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** The error of {@link loadPart} for one of a package that imports by itself; null for any other. */
export function missingPart(error: unknown): KeyedError | null {
  const message = messageOf(error);
  return NOT_ARRIVED.test(message) ? new KeyedError('editor.part', message, error) : null;
}

/** Whether an error is that of {@link loadPart}. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof KeyedError && error.key === 'editor.part';

/** What a worker's `error` event means: its code did not arrive (`editor.part`), or it has thrown (`key`). */
export function workerError(event: Event, key: string): KeyedError {
  // Only what a worker throws has a message.
  if (event instanceof ErrorEvent && event.message !== '')
    return new KeyedError(key, event.message);
  return new KeyedError('editor.part', 'the worker did not arrive');
}
