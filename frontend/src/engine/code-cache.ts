import { CODE_CACHE_CHARS, CODE_TIMEOUT_MS } from '../config/constants';
import { LruCache } from '../lib/collections/lru-cache';
import { KeyedError } from '../lib/keyed-error';
import { EngineError } from './errors';
import type { HighlightAnswer, HighlightRequest } from './highlight.worker';

/** The part of a Worker that the cache uses. */
export interface HighlightPort {
  postMessage(request: HighlightRequest): void;
  onAnswer(listen: (answer: HighlightAnswer) => void): void;
  onFailure(listen: (message: string) => void): void;
  close(): void;
}

interface Waiting {
  key: string;
  request: HighlightRequest;
  resolve: (html: string) => void;
  reject: (error: KeyedError) => void;
}

/** How many timeouts in a row count: after the machine has slept, the first one comes too early. */
const LOOKS = 2;
/** Blocks that failed, in characters: they are not asked for again. */
const REFUSED_CHARS = 1_000_000;

/**
 * Colored code by language and text; what it does not hold the worker makes.
 *
 * The worker answers one by one in order, so the oldest question is the one it works at. When it fails at that or
 * takes too long, that block stays plain, and a new worker goes on with the others.
 */
export class CodeCache {
  readonly #open: () => HighlightPort;
  readonly #done = new LruCache<string>(CODE_CACHE_CHARS, weight);
  readonly #refused = new LruCache<string>(REFUSED_CHARS, weight);
  readonly #pending = new Map<string, Promise<string>>();
  readonly #waiting = new Map<number, Waiting>();
  #port: HighlightPort | undefined;
  #nextId = 1;
  /** Whether the worker has its grammars: before, it waits for the network, and nobody is to blame. */
  #running = false;
  #watchdog: ReturnType<typeof setTimeout> | undefined;

  constructor(open: () => HighlightPort) {
    this.#open = open;
  }

  /** The colored HTML if it is known. Never waits. */
  peek(lang: string, code: string): string | undefined {
    return this.#done.get(keyOf(lang, code));
  }

  /** Whether the worker has all that it needs. Until then it waits for the network. */
  get isRunning(): boolean {
    return this.#running;
  }

  /**
   * The colored HTML, made by the worker when it is not known.
   *
   * Errors: `engine.highlight`, and `editor.part` when the worker or its grammars do not arrive.
   */
  get(lang: string, code: string): Promise<string> {
    const key = keyOf(lang, code);
    const known = this.#done.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const refused = this.#refused.get(key);
    if (refused !== undefined) return Promise.reject(new EngineError('engine.highlight', refused));
    const running = this.#pending.get(key);
    if (running !== undefined) return running;
    const made = this.#ask(key, lang, code).finally(() => this.#pending.delete(key));
    this.#pending.set(key, made);
    return made;
  }

  /** Starts the worker before the first code block needs it. */
  warmUp(): void {
    this.#connected();
  }

  /** Fetches anew what the worker waits for. What was asked stays asked. */
  restart(): void {
    if (this.#running || this.#port === undefined) return;
    this.close();
    for (const { request } of this.#waiting.values()) this.#connected().postMessage(request);
  }

  close(): void {
    clearTimeout(this.#watchdog);
    this.#port?.close();
    this.#port = undefined;
    this.#running = false;
  }

  #ask(key: string, lang: string, code: string): Promise<string> {
    const request = { id: this.#nextId++, lang, code };
    return new Promise((resolve, reject) => {
      const isFirst = this.#waiting.size === 0;
      this.#waiting.set(request.id, { key, request, resolve, reject });
      this.#connected().postMessage(request);
      if (isFirst) this.#watch();
    });
  }

  #connected(): HighlightPort {
    if (this.#port === undefined) {
      const port = this.#open();
      this.#port = port;
      const listening =
        <T>(listen: (message: T) => void) =>
        (message: T) => {
          if (this.#port === port) listen(message);
        };
      port.onAnswer(listening((answer) => this.#settle(answer)));
      port.onFailure(listening((message) => this.#fail(message)));
    }
    return this.#port;
  }

  #settle(answer: HighlightAnswer): void {
    if ('failed' in answer) {
      this.#abandon(answer.failed);
      return;
    }
    this.#running = true;
    if ('error' in answer) {
      this.#blame(answer.id, answer.error);
    } else if ('html' in answer) {
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (waiting !== undefined) {
        this.#done.set(waiting.key, answer.html);
        waiting.resolve(answer.html);
      }
    }
    this.#watch();
  }

  #watch(looks = LOOKS): void {
    clearTimeout(this.#watchdog);
    if (!this.#running || this.#waiting.size === 0) return;
    this.#watchdog = setTimeout(() => {
      if (looks > 1) this.#watch(looks - 1);
      else this.#fail('timed out');
    }, CODE_TIMEOUT_MS / LOOKS);
  }

  /** The worker is lost: with a block if it was at work, else with everything. */
  #fail(message: string): void {
    const [oldest] = this.#waiting.keys();
    if (this.#running && oldest !== undefined) this.#blame(oldest, message);
    else this.#abandon(message);
  }

  /** Leaves one block plain and goes on with the others in a new worker, as a failed module is not to be trusted. */
  #blame(id: number, message: string): void {
    const culprit = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.close();
    if (culprit !== undefined) {
      this.#refused.set(culprit.key, message);
      culprit.reject(new EngineError('engine.highlight', message));
    }
    for (const { request } of this.#waiting.values()) this.#connected().postMessage(request);
  }

  /** No worker could be started: what waits stays plain, and the next question tries again. */
  #abandon(message: string): void {
    this.close();
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of all) waiting.reject(new KeyedError('editor.part', message));
  }
}

function keyOf(lang: string, code: string): string {
  return `${lang}\n${code}`;
}

function weight(key: string, value: string): number {
  return key.length + value.length;
}

/** A module Worker that runs the highlighter. */
export function openHighlightWorker(): HighlightPort {
  const worker = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
  return {
    postMessage: (request) => worker.postMessage(request),
    onAnswer: (listen) =>
      worker.addEventListener('message', (event: MessageEvent<HighlightAnswer>) =>
        listen(event.data),
      ),
    onFailure: (listen) =>
      worker.addEventListener('error', (event) => listen(event.message || 'worker failed')),
    close: () => worker.terminate(),
  };
}
