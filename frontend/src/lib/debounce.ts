/** A call that waits; `flush` makes it at once if one is due, `cancel` forgets it. */
export interface DelayedCall {
  schedule(): void;
  flush(): void;
  cancel(): void;
  isDue(): boolean;
}

/**
 * Runs `run` once, `delayMs` milliseconds after the first `schedule` of a burst.
 *
 * Later calls of the burst do not push it back, so a writer who never pauses is saved as often.
 */
export function atMostEvery(delayMs: number, run: () => void): DelayedCall {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fire = () => {
    timer = undefined;
    run();
  };
  return {
    schedule() {
      timer ??= setTimeout(fire, delayMs);
    },
    flush() {
      if (timer !== undefined) {
        clearTimeout(timer);
        fire();
      }
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    isDue: () => timer !== undefined,
  };
}

/** Runs `run` once, `delayMs` milliseconds after the last `schedule` of a burst. */
export function afterRest(delayMs: number, run: () => void): DelayedCall {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fire = () => {
    timer = undefined;
    run();
  };
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(fire, delayMs);
    },
    flush() {
      if (timer !== undefined) {
        clearTimeout(timer);
        fire();
      }
    },
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    isDue: () => timer !== undefined,
  };
}
