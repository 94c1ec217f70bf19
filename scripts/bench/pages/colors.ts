// The colors of code as the editor gets them: a cache, and behind it the worker with the highlighter.
import { CodeCache, openHighlightWorker } from '../../../frontend/src/engine/code-cache';

interface CodeBlock {
  language: string;
  code: string;
}

/** Time between two looks at the clock, in milliseconds: long enough to leave the worker its processor. */
const tick = 10;

/** Watches how long the page cannot answer; `stop` gives the longest delay in milliseconds. */
function watchPauses() {
  let expected = performance.now() + tick;
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - expected);
    expected = now + tick;
  }, tick);
  return {
    stop() {
      clearInterval(timer);
      return longest;
    },
  };
}

async function colorAll(cache: CodeCache, blocks: CodeBlock[]): Promise<number> {
  const start = performance.now();
  await Promise.all(blocks.map(({ language, code }) => cache.get(language, code)));
  return performance.now() - start;
}

const warm = new CodeCache(openHighlightWorker);

Object.assign(window, {
  /** Milliseconds until a new worker has colored `blocks`, and the page's longest pause meanwhile. */
  async coldColors(blocks: CodeBlock[]) {
    const cache = new CodeCache(openHighlightWorker);
    const pauses = watchPauses();
    const time = await colorAll(cache, blocks);
    const pause = pauses.stop();
    cache.close();
    return { time, pause };
  },
  /** Milliseconds until the page's own worker has colored `blocks`, which it must not have seen before. */
  warmColors: (blocks: CodeBlock[]) => colorAll(warm, blocks),
  ready: Promise.resolve(true),
});
