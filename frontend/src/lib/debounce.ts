/** A call that waits; `flush` makes it at once if one is due, `cancel` forgets it. */
interface DelayedCall {
  schedule(): void;
  flush(): void;
  cancel(): void;
  isDue(): boolean;
}

/** Runs `run` once, `delayMs` milliseconds after the last `schedule` of a burst. */
export function debounce(delayMs: number, run: () => void): DelayedCall {
  return delayedCall(delayMs, run, true);
}

/**
 * Runs `run` once, `delayMs` milliseconds after the first `schedule` of a burst.
 *
 * Later calls of the burst do not push it back, so a writer who never pauses is saved as often.
 */
export function throttle(delayMs: number, run: () => void): DelayedCall {
  return delayedCall(delayMs, run, false);
}

function delayedCall(delayMs: number, run: () => void, startsAnew: boolean): DelayedCall {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const fire = () => {
    timer = undefined;
    run();
  };
  return {
    schedule() {
      if (startsAnew) cancel();
      timer ??= setTimeout(fire, delayMs);
    },
    flush() {
      if (timer === undefined) return;
      cancel();
      run();
    },
    cancel,
    isDue: () => timer !== undefined,
  };
}
