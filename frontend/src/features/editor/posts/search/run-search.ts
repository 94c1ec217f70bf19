import { KeyedError } from '../../../../lib/keyed-error';
import type { SearchAnswer, SearchRequest } from './search.worker';
import type { Found, PostSearch, ReplacedPost } from './search-posts';

/** Longest search, in milliseconds: some expressions would run for ever. */
const SEARCH_MAX_MS = 10_000;

/**
 * Looks through all posts beside the page. Null when the regular expression is not well formed.
 *
 * - Errors: `search.tooSlow`, `StorageError`, and `AbortError` when `signal` ends it.
 */
export async function findInWorker(search: PostSearch, signal: AbortSignal): Promise<Found | null> {
  const answer = await ask({ find: search }, signal);
  return 'found' in answer ? answer.found : null;
}

/** As {@link findInWorker}; gives the new texts, and writes nothing. */
export async function replaceInWorker(
  search: PostSearch,
  except: string[],
): Promise<ReplacedPost[]> {
  const answer = await ask({ replace: search, except }, new AbortController().signal);
  return 'replaced' in answer ? answer.replaced : [];
}

function ask(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
  const worker = new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  return new Promise<SearchAnswer>((resolve, reject) => {
    timer = setTimeout(
      () => reject(new KeyedError('search.tooSlow', `no answer after ${SEARCH_MAX_MS} ms`)),
      SEARCH_MAX_MS,
    );
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('message', ({ data }: MessageEvent<SearchAnswer>) => {
      if ('failure' in data) reject(new KeyedError(data.failure.key, data.failure.message));
      else resolve(data);
    });
    worker.addEventListener('error', (event) => reject(new Error(event.message)));
    worker.postMessage(request);
  }).finally(() => {
    clearTimeout(timer);
    worker.terminate();
  });
}
