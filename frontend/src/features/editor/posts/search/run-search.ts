import { KeyedError } from '../../../../lib/keyed-error';
import type { SearchAnswer, SearchRequest } from './search.worker';
import type { Found, PostSearch, ReplacedPost } from './search-posts';

/** Longest search, in milliseconds: some expressions would run for ever. */
const SEARCH_MAX_MS = 10_000;

/**
 * Looks through all posts beside the page, one search at a time. The posts are those of the first search.
 *
 * A search that ends leaves its worker, with the texts that it has read, to the next one; one that is broken off takes
 * its worker with it.
 */
export class PostFinder {
  #worker: Worker | null = null;
  /** Ends the search that runs, if one does. */
  #breakOff: ((reason: unknown) => void) | null = null;

  /**
   * Null when the regular expression is not well formed.
   *
   * - Errors: `search.tooSlow`, `StorageError`, and `AbortError` when `signal` or another search ends it.
   */
  async find(search: PostSearch, signal: AbortSignal): Promise<Found | null> {
    const answer = await this.#ask({ find: search }, signal);
    return 'found' in answer ? answer.found : null;
  }

  /** Gives the new texts and writes nothing. Errors: as {@link find}. */
  async replace(search: PostSearch, except: string[]): Promise<ReplacedPost[]> {
    const answer = await this.#ask({ replace: search, except }, new AbortController().signal);
    return 'replaced' in answer ? answer.replaced : [];
  }

  /** Lets the texts go. A later search reads them again. */
  close(): void {
    this.#breakOff?.(new DOMException('closed', 'AbortError'));
    this.#worker?.terminate();
    this.#worker = null;
  }

  #ask(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer> {
    signal.throwIfAborted();
    this.#breakOff?.(new DOMException('another search', 'AbortError'));
    this.#worker ??= new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
    const worker = this.#worker;
    const ended = new AbortController();
    const end = () => {
      ended.abort();
      this.#breakOff = null;
    };
    return new Promise<SearchAnswer>((resolve, reject) => {
      const breakOff = (reason: unknown) => {
        end();
        worker.terminate();
        this.#worker = null;
        reject(reason);
      };
      this.#breakOff = breakOff;
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
      worker.addEventListener('error', ({ message }) => breakOff(new Error(message)), ended);
      worker.postMessage(request);
    });
  }
}
