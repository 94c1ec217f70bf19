// Says what a long task is doing, and for how long.

/** Seconds between two lines of a task that takes long. */
const everySeconds = 30;

/**
 * The voice of one task, whose lines all begin with its name.
 *
 * - `say(text)` prints a line.
 * - `timed(name, task)` waits for `task()` and says when it begins, that it still runs, and when it is done.
 */
export function progress(task) {
  const say = (text) => console.log(`${task}: ${text}`);
  return { say, timed: (name, work) => timed(say, name, work) };
}

async function timed(say, name, work) {
  const begun = Date.now();
  const elapsed = () => `${Math.round((Date.now() - begun) / 1000)} s`;
  say(name);
  const timer = setInterval(() => say(`${name}: ${elapsed()} so far`), everySeconds * 1000);
  try {
    const result = await work();
    say(`${name}: done in ${elapsed()}`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
