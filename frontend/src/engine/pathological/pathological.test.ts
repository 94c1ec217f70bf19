// @vitest-environment node
// @isolated: it starts the modules of the engine itself.
import { expect, test } from 'vitest';
import * as article from '../pkg/article/moyan_article.js';
import * as exporter from '../pkg/export/moyan_export.js';
import * as source from '../pkg/source/moyan_source.js';
import type { Exported, Patch } from '../types';
import { StepCounter } from './counted-module';
import { inputs } from './inputs';

/**
 * The engine's time is bounded by the length of the text. Time is counted in steps of the built modules, so the parser
 * and every other library in them count too.
 */

/** Pieces of the shorter text; the longer one has twice as many. */
const PIECES = 1000;
/** A text of twice the length takes so many times the steps: 2, and something for a logarithm. */
const MAX_GROWTH = 2.3;
/** Most steps for a character of the text, on the way that takes most: the formatting of a wide table with short rows. */
const MAX_STEPS_PER_CHARACTER = 12_000;
/** Most characters of HTML for a character of the text, and what even a short text may have. */
const MAX_OUTPUT_PER_CHARACTER = 100;
const SPARE_OUTPUT = 200_000;

const counter = new StepCounter();
counter.start('article', article);
counter.start('source', source);
counter.start('export', exporter);
const css = article.themeCss({});

function render(text: string): string {
  const engine = new article.Engine({ citation: true, countStatus: true, lineNumbers: true });
  const patch = engine.update(text) as Patch;
  engine.free();
  return patch.ops
    .flatMap((op) => op.insert)
    .map((block) => (block.hasRawHtml ? exporter.sanitize(block.html) : block.html))
    .join('');
}

function copy(html: string): string {
  const exported = exporter.exportArticle({
    target: 'wechat',
    html: `<section class="article">${html}</section>`,
    css,
    fills: [],
    title: '',
    language: 'zh-CN',
  }) as Exported;
  return exported.html;
}

/** What is done to a text; `prepare` is not counted. */
const ways: Record<string, { prepare: (text: string) => string; run: (input: string) => string }> =
  {
    render: { prepare: (text) => text, run: render },
    format: { prepare: (text) => text, run: source.formatSource },
    copy: { prepare: render, run: copy },
  };

test('the_same_text_takes_the_same_steps', () => {
  const steps = () => counter.count(() => render('a **b** [c](d)')).steps;
  steps();
  expect(steps()).toBe(steps());
  expect(steps()).toBeGreaterThan(100);
});

for (const [way, { prepare, run }] of Object.entries(ways)) {
  test.each(Object.keys(inputs))(`${way}: %s`, { timeout: 120_000 }, (name) => {
    const input = inputs[name] ?? (() => '');
    const measure = (n: number) => {
      const text = input(n);
      const prepared = prepare(text);
      const { steps, result } = counter.count(() => run(prepared));
      return { length: text.length, steps, output: result.length };
    };
    const [short, long] = [measure(PIECES), measure(2 * PIECES)];
    const growth = long.steps / short.steps;
    if (growth > MAX_GROWTH) {
      // A text that reaches a limit between the two takes another way from there on; one more doubling tells.
      expect(measure(4 * PIECES).steps / long.steps, `after ${growth}`).toBeLessThan(MAX_GROWTH);
    }
    expect(long.steps / long.length).toBeLessThan(MAX_STEPS_PER_CHARACTER);
    expect(long.output).toBeLessThan(MAX_OUTPUT_PER_CHARACTER * long.length + SPARE_OUTPUT);
  });
}
