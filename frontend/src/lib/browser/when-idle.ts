/** Longest wait for an idle moment, in milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * Runs `run` when the browser is idle, after five seconds at the latest. Returns a function that cancels it.
 *
 * `fallbackMs`: the wait in a browser that does not tell when it is idle (Safari).
 */
export function whenIdle(run: () => void, fallbackMs: number): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, fallbackMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: TIMEOUT_MS });
  return () => cancelIdleCallback(handle);
}
