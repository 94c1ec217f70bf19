import { FILL_BUDGET_MS } from '../../../config/constants';
import { whenIdle } from '../../../lib/browser/when-idle';

/** Most jobs of one idle period: some only send a message to a worker, and the answer takes time too. */
const JOBS_PER_SLICE = 20;

/** Patches of at most this many blocks are what the author is looking at; they are filled without waiting. */
const AT_ONCE_MAX = 12;

/**
 * Decides when the slots of an article are filled.
 *
 * A small patch is filled at once. Of a large one, such as a whole article at the start, what is in or near the view
 * comes first, and the rest follows while the browser is idle: a megabyte of formulas must not block typing.
 */
export class FillQueue {
  readonly #jobs = new Map<Element, () => void>();
  #observer: IntersectionObserver | null = null;
  #isScheduled = false;
  #isReady: boolean;

  /** `ready`: jobs out of view wait for it, so that they do not delay what the author needs first. */
  constructor(ready?: Promise<unknown>) {
    this.#isReady = ready === undefined;
    void ready?.then(() => {
      this.#isReady = true;
      this.#schedule();
    });
  }

  /** Takes the jobs of one patch, in document order. */
  add(nBlocks: number, jobs: readonly (readonly [Element, () => void])[]): void {
    if (nBlocks <= AT_ONCE_MAX) {
      for (const [, job] of jobs) job();
      return;
    }
    for (const [element, job] of jobs) {
      // The frame's document is the root: with an outer root the margin would end at the frame's edge.
      this.#observer ??= observe(element.ownerDocument, (entries) => this.#seen(entries));
      this.#jobs.set(element, job);
      this.#observer?.observe(element);
    }
    this.#schedule();
  }

  #seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      if (entry.isIntersecting) this.#run(entry.target);
    }
  }

  #run(element: Element): void {
    const job = this.#jobs.get(element);
    this.#jobs.delete(element);
    this.#observer?.unobserve(element);
    if (element.isConnected) job?.();
  }

  #schedule(): void {
    if (!this.#isReady || this.#isScheduled || this.#jobs.size === 0) return;
    this.#isScheduled = true;
    whenIdle(() => this.#runSome(), 0);
  }

  #runSome(): void {
    this.#isScheduled = false;
    const end = performance.now() + FILL_BUDGET_MS;
    let done = 0;
    for (const element of this.#jobs.keys()) {
      this.#run(element);
      done += 1;
      if (done >= JOBS_PER_SLICE || performance.now() > end) break;
    }
    this.#schedule();
  }
}

function observe(
  root: Document,
  listen: (entries: IntersectionObserverEntry[]) => void,
): IntersectionObserver | null {
  if (typeof IntersectionObserver !== 'function') return null;
  return new IntersectionObserver(listen, { root, rootMargin: '100% 0px' });
}
