/// <reference lib="webworker" />
import grammarsUrl from './pkg/highlight/grammars.packdump?url';
import init, { Highlighter } from './pkg/highlight/moyan_highlight.js';
import wasmUrl from './pkg/highlight/moyan_highlight_bg.wasm?url';

/**
 * Owns the highlighter. Says `{ ready }` once it has its grammars, or `{ failed }`; takes `{ id, lang, code }` and
 * answers `{ id, html }` or `{ id, error }`, one by one in order.
 */

export interface HighlightRequest {
  id: number;
  lang: string;
  code: string;
}

export type HighlightAnswer =
  | { ready: true }
  | { failed: string }
  | { id: number; html: string }
  | { id: number; error: string };

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

function say(message: HighlightAnswer): void {
  self.postMessage(message);
}

const ready = start();
ready.then(
  () => say({ ready: true }),
  (error: unknown) => say({ failed: String(error) }),
);

async function answer({ id, lang, code }: HighlightRequest): Promise<void> {
  const highlighter = await ready.catch(() => undefined);
  if (highlighter === undefined) return;
  try {
    say({ id, html: highlighter.highlight(lang, code) });
  } catch (error) {
    say({ id, error: String(error) });
  }
}

self.addEventListener('message', (event: MessageEvent<HighlightRequest>) => {
  void answer(event.data);
});
