import { CODE_CACHE_ENTRIES } from '../config/constants';
import { LruCache } from '../lib/lru-cache';
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
  resolve: (html: string) => void;
  reject: (error: EngineError) => void;
}

/** Colored code by language and text; what it does not hold the worker makes. */
export class CodeCache {
  readonly #open: () => HighlightPort;
  readonly #done = new LruCache<string>(CODE_CACHE_ENTRIES);
  readonly #pending = new Map<string, Promise<string>>();
  readonly #waiting = new Map<number, Waiting>();
  #port: HighlightPort | undefined;
  #nextId = 1;

  constructor(open: () => HighlightPort) {
    this.#open = open;
  }

  /** The colored HTML if it is known. Never waits. */
  peek(lang: string, code: string): string | undefined {
    return this.#done.get(keyOf(lang, code));
  }

  /** The colored HTML, made by the worker when it is not known. Errors: `engine.highlight`. */
  get(lang: string, code: string): Promise<string> {
    const key = keyOf(lang, code);
    const known = this.#done.get(key);
    if (known !== undefined) return Promise.resolve(known);
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

  close(): void {
    this.#port?.close();
    this.#port = undefined;
  }

  #ask(key: string, lang: string, code: string): Promise<string> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { key, resolve, reject });
      this.#connected().postMessage({ id, lang, code });
    });
  }

  #connected(): HighlightPort {
    if (this.#port === undefined) {
      const port = this.#open();
      port.onAnswer((answer) => this.#settle(answer));
      port.onFailure((message) => this.#abandon(message));
      this.#port = port;
    }
    return this.#port;
  }

  #settle(answer: HighlightAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.id);
    if ('html' in answer) {
      this.#done.set(waiting.key, answer.html);
      waiting.resolve(answer.html);
    } else {
      waiting.reject(new EngineError('engine.highlight', answer.error));
    }
  }

  // The worker died: what waits stays plain, and the next question starts a new one.
  #abandon(message: string): void {
    this.close();
    for (const waiting of this.#waiting.values()) {
      waiting.reject(new EngineError('engine.highlight', message));
    }
    this.#waiting.clear();
  }
}

function keyOf(lang: string, code: string): string {
  return `${lang}\n${code}`;
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
