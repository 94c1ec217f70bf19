/// <reference lib="webworker" />
import grammarsUrl from './pkg/highlight/grammars.packdump?url';
import init, { Highlighter } from './pkg/highlight/moyan_highlight.js';
import wasmUrl from './pkg/highlight/moyan_highlight_bg.wasm?url';

/**
 * Owns the highlighter. Takes `{ id, lang, code }`, answers `{ id, html }` or `{ id, error }`, one by one in order.
 */

export interface HighlightRequest {
  id: number;
  lang: string;
  code: string;
}

export type HighlightAnswer = { id: number; html: string } | { id: number; error: string };

async function start(): Promise<Highlighter> {
  const [grammars] = await Promise.all([
    fetch(grammarsUrl).then((answer) => {
      if (!answer.ok) throw new Error(`grammars: status ${answer.status}`);
      return answer.arrayBuffer();
    }),
    init({ module_or_path: wasmUrl }),
  ]);
  return new Highlighter(new Uint8Array(grammars));
}

const ready = start();
ready.catch(() => undefined);

async function answer({ id, lang, code }: HighlightRequest): Promise<HighlightAnswer> {
  try {
    return { id, html: (await ready).highlight(lang, code) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

self.addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  void answer(event.data).then((message) => self.postMessage(message));
});
