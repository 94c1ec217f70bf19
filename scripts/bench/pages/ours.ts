// Moyan's pipeline: the article module makes a patch, the preview applies it.
import init, { Engine, themeCss } from '../../../frontend/src/engine/pkg/article/moyan_article.js';
import wasmUrl from '../../../frontend/src/engine/pkg/article/moyan_article_bg.wasm?url';
import { applyPatch } from './apply-patch';
import { Bench, openFromAddress, timed } from './bench';

const options = {
  legend: 'alt',
  citation: false,
  countStatus: false,
  breaks: true,
  macCodeBlock: true,
  lineNumbers: false,
  language: 'zh-CN',
};
const style = { theme: 'classic', font: 'sans-serif', sizePx: 16, color: '#0F4C81', indent: false, justify: false };

const root = document.querySelector<HTMLElement>('#preview')!;
root.className = 'article';
const starting = init({ module_or_path: fetch(wasmUrl, { credentials: 'same-origin' }) });

let engine: Engine;

function open(text: string) {
  engine?.free();
  return timed(root, () => {
    engine = new Engine(options);
    const patch = engine.update(text);
    return () => applyPatch(root, patch);
  });
}

function type(text: string) {
  return timed(root, () => {
    const patch = engine.update(text);
    return () => applyPatch(root, patch);
  });
}

function renderOnly(text: string): number {
  const start = performance.now();
  const fresh = new Engine(options);
  fresh.update(text);
  const end = performance.now();
  fresh.free();
  return end - start;
}

const bench = new Bench(root, { open, type, renderOnly });

Object.assign(window, {
  bench,
  /** The style sheet that both pages wear. */
  themeCss: () => themeCss(style),
  /** Whether the patched preview equals a fresh rendering of the same text. */
  isFresh(): boolean {
    const fresh = new Engine(options);
    const blocks = fresh.update(bench.text).ops.flatMap((op) => op.insert);
    fresh.free();
    const expected = document.createElement('div');
    expected.innerHTML = blocks.map((block) => block.html).join('');
    return expected.innerHTML === root.innerHTML;
  },
  ready: starting.then(() => openFromAddress(bench, starting)).then(() => true),
});
