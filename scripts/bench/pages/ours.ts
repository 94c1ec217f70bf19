// Moyan's pipeline, made of the editor's own modules: the article module makes a patch, the preview
// applies it and fills code and formulas with what it knows; the worker colors the rest later.
import { loadArticle } from '../../../frontend/src/engine/article';
import { ArticleSession } from '../../../frontend/src/engine/article-session';
import { CodeCache, openHighlightWorker } from '../../../frontend/src/engine/code-cache';
import { Diagrams } from '../../../frontend/src/engine/diagrams/diagrams';
import startedModule from '../../../frontend/src/engine/pkg/article/moyan_article.js';
import type { ArticleEngine, ArticleModule } from '../../../frontend/src/engine/types';
import { Formulas } from '../../../frontend/src/features/editor/preview/formulas';
import { PreviewFrame } from '../../../frontend/src/features/editor/preview/preview-frame';
import { Slots } from '../../../frontend/src/features/editor/preview/slots';
import type { Unchanged } from '../../../frontend/src/lib/text/text-change';
import { Bench, duration, openFromAddress } from './bench';
import { options, style } from './choices';
import { openFrame, rootOf } from './frame';

/** Nobody behind the cache: code stays plain. */
const noWorker = () => ({ postMessage() {}, onAnswer() {}, onFailure() {}, close() {} });
const colors = new CodeCache(openHighlightWorker);
const formulas = new Formulas();
const diagrams = new Diagrams();

let article: ArticleModule;
const started = loadArticle().then((module) => {
  article = module;
});
let isColored = false;
let sheet: Document;
let preview: PreviewFrame;
let session: ArticleSession;

function show(text: string, unchanged?: Unchanged) {
  const patch = session.update(text, unchanged);
  return () => preview.apply(patch, session.startLines.length);
}

const bench = new Bench({
  async clear() {
    sheet = await openFrame(article.themeCss(style));
    const code = isColored ? colors : new CodeCache(noWorker);
    const slots = new Slots(code, formulas, diagrams, {
      onFormulaCss: (css) => preview.setSheet('katex', css),
      errorText: (_kind, cause) => String(cause),
    });
    preview = new PreviewFrame(sheet, slots, {
      sanitize: () => null,
      showImages() {},
      source: () => '',
      onPick() {},
      onLink() {},
      onCopy() {},
    });
  },
  root: () => rootOf(sheet),
  first(text) {
    session = new ArticleSession(article, options);
    return show(text);
  },
  // Monaco says where it was typed, as in the editor.
  next: (text, start) => show(text, { start, end: session.text.length - start }),
});

/** Elements that still wait for their content. */
const waitingFormula = '[data-tex]:not(:has(*)):not(.slot-error)';
const waitingCode = 'pre.code-block .code-body > code:not(:has(*))';

/** Waits until all code has its colors and all formulas are set. Rejects after five minutes. */
async function settled(): Promise<void> {
  const selector = isColored ? `${waitingFormula}, ${waitingCode}` : waitingFormula;
  const end = performance.now() + 300_000;
  while (rootOf(sheet).querySelector(selector) !== null) {
    if (performance.now() > end) throw new Error('the preview does not settle');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Whether the patched preview shows what a fresh rendering of the same text shows. Colors leave the text alone. */
async function isFresh(): Promise<boolean> {
  await settled();
  const patched = session.blocks.map((block) => block.html);
  const shown = rootOf(sheet).textContent;
  isColored = false;
  await bench.open(bench.text);
  await settled();
  return (
    JSON.stringify(patched) === JSON.stringify(session.blocks.map((block) => block.html)) &&
    shown === rootOf(sheet).textContent
  );
}

Object.assign(window, {
  bench,
  isFresh,
  settled,
  /** Whether code is colored by the worker, or stays plain. */
  setColors(on: boolean) {
    isColored = on;
  },
  /** Bytes of the article module's memory, which the browser's own figure leaves out. */
  moduleBytes: async () => (await startedModule()).memory.buffer.byteLength,
  /** The style sheet that both pages wear. */
  themeCss: () => article.themeCss(style),
  /** Milliseconds from text to all blocks of a new engine. Its memory is given back, as the peer's is collected. */
  renderOnly(text: string) {
    let engine: ArticleEngine | undefined;
    const taken = duration(() => {
      engine = article.createEngine(options);
      engine.update(text);
    });
    engine?.free();
    return taken;
  },
  ready: openFromAddress(bench, started).then(() => true),
});
