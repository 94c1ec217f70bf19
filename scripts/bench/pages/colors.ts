// The colors of code as the editor gets them: a cache, and behind it the worker with the highlighter.
import { CodeCache, openHighlightWorker } from '../../../frontend/src/engine/code-cache';

interface CodeBlock {
  language: string;
  code: string;
}

/** Watches how long the page cannot answer; `stop` gives the longest pause in milliseconds. */
function watchPauses() {
  const { port1, port2 } = new MessageChannel();
  let last = performance.now();
  let longest = 0;
  let running = true;
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  return {
    stop() {
      running = false;
      port1.close();
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
