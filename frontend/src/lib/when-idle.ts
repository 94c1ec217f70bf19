interface IdleOptions {
  /** It runs at the latest after this many milliseconds, also in a busy page. */
  timeoutMs?: number;
  /** How long a browser that cannot tell when it is idle waits, in milliseconds. */
  fallbackMs?: number;
}

/** Runs `run` once when the browser is idle. The answer takes it back. */
export function whenIdle(run: () => void, options: IdleOptions = {}): () => void {
  const { timeoutMs, fallbackMs = 0 } = options;
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, fallbackMs);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, timeoutMs === undefined ? {} : { timeout: timeoutMs });
  return () => cancelIdleCallback(handle);
}
