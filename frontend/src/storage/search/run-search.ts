import { workerError } from '../../lib/browser/load-part';
import { KeyedError } from '../../lib/keyed-error';
import type { SearchAnswer, SearchRequest } from './search.worker';
import type { Found, PostSearch, ReplacedPost } from './search-posts';

/** How long typing must pause before a search runs, in milliseconds. */
export const SEARCH_DEBOUNCE_MS = 200;
/** Longest time of a search, in milliseconds: some regular expressions would never end. */
const SEARCH_MAX_MS = 10_000;

/**
 * Searches all posts in a worker, one search at a time. The posts are those of the first search.
 *
 * The worker and the texts that it has read serve the next search. An aborted search ends its worker.
 */
export class PostFinder {
  #worker: Worker | null = null;
  /** Aborts the running search, if there is one. */
  #abort: ((reason: unknown) => void) | null = null;

  /**
   * Null when the regular expression is not well formed.
   *
   * - Errors: `search.tooSlow`, `editor.part`, `StorageError`, and `AbortError` when `signal` or another search ends it.
   */
  async find(search: PostSearch, signal: AbortSignal): Promise<Found | null> {
    const answer = await this.#ask({ find: search }, signal);
    return 'found' in answer ? answer.found : null;
  }

  /** The replaced texts; nothing is written. Errors: as {@link find}. */
  async replace(search: PostSearch, except: string[]): Promise<ReplacedPost[]> {
    const answer = await this.#ask({ replace: search, except }, new AbortController().signal);
    return 'replaced' in answer ? answer.replaced : [];
  }

  /** Frees the texts. A later search reads them again. */
  close(): void {
    this.#abort?.(new DOMException('closed', 'AbortError'));
    this.#worker?.terminate();
    this.#worker = null;
  }

  #ask(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
    signal.throwIfAborted();
    this.#abort?.(new DOMException('another search', 'AbortError'));
    this.#worker ??= new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
    const worker = this.#worker;
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      this.#abort = null;
    };
    return new Promise<SearchAnswer>((resolve, reject) => {
      const breakOff = (reason: unknown) => {
        end();
        worker.terminate();
        this.#worker = null;
        reject(reason);
      };
      this.#abort = breakOff;
      const timer = setTimeout(
        () => breakOff(new KeyedError('search.tooSlow', `none after ${SEARCH_MAX_MS} ms`)),
        SEARCH_MAX_MS,
      );
      ended.signal.addEventListener('abort', () => clearTimeout(timer));
      signal.addEventListener('abort', () => breakOff(signal.reason), ended);
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<SearchAnswer>) => {
          end();
          if ('failure' in data) reject(new KeyedError(data.failure.key, data.failure.message));
          else resolve(data);
        },
        ended,
      );
      worker.addEventListener('error', (event) => breakOff(workerError(event, 'unknown')), ended);
      worker.postMessage(request);
    });
  }
}
