// @vitest-environment node
// @isolated: the engine has not loaded the names of emoji yet.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as article from './pkg/article/moyan_article.js';
import * as exporter from './pkg/export/moyan_export.js';
import * as highlight from './pkg/highlight/moyan_highlight.js';
import * as math from './pkg/math/moyan_math.js';
import * as source from './pkg/source/moyan_source.js';
import type { ArticleInfo, Exported, Patch, Slot } from './types';

/** The engine's golden files, made natively, must come out of the built modules byte for byte. */

const engine = path.resolve(import.meta.dirname, '../../../engine-wasm');
const fixtures = (crate: string) => path.join(engine, crate, 'tests/fixtures');
const module = (name: string) =>
  readFileSync(path.join(import.meta.dirname, 'pkg', name, `moyan_${name}_bg.wasm`));
const text = (file: string) => readFileSync(file, 'utf8');

const emojiNames = () => text(path.join(import.meta.dirname, 'pkg/article/emoji.txt'));

function filesUnder(folder: string, extension: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => path.join(folder, name))
    .sort();
}

test('names_of_emoji_come_after_the_first_rendering', () => {
  article.initSync({ module: module('article') });
  const engineOf = new article.Engine({});
  const shown = (patch: Patch) => patch.ops.flatMap((op) => op.insert.map(({ html }) => html));
  expect(shown(engineOf.update('一\n\n12:30:45') as Patch)).toEqual([
    '<p>一</p>',
    '<p>12:30:45</p>',
  ]);
  expect(engineOf.lacksEmojiNames()).toBe(false);
  expect(shown(engineOf.update('一\n\n:smile:') as Patch)).toEqual(['<p>:smile:</p>']);
  expect(engineOf.lacksEmojiNames()).toBe(true);
  article.installEmojiNames(emojiNames());
  expect(shown(engineOf.setOptions({}) as Patch)).toEqual(['<p>😄</p>']);
  expect(engineOf.lacksEmojiNames()).toBe(false);
});

test('articles_are_the_golden_ones', () => {
  article.initSync({ module: module('article') });
  article.installEmojiNames(emojiNames());
  const sources = filesUnder(fixtures('article'), '.md').filter(
    (file) => path.basename(file) !== 'README.md',
  );
  expect(sources.length).toBeGreaterThan(30);
  for (const source of sources) {
    const base = source.slice(0, -'.md'.length);
    const options = existsSync(`${base}.json`) ? JSON.parse(text(`${base}.json`)) : {};
    expect([source, printed(text(source), options)]).toEqual([source, text(`${base}.html`)]);
  }
});

/** Blocks and warnings as the golden files of the article crate write them. */
function printed(source: string, options: unknown): string {
  const engineOf = new article.Engine(options);
  const patch = engineOf.update(source) as Patch;
  const blocks = patch.ops
    .flatMap((op) => op.insert)
    .map((block, i) => {
      const flags = [
        block.hasRawHtml ? ' raw' : '',
        block.hasCode ? ' code' : '',
        block.hasMath ? ' math' : '',
        block.hasDiagram ? ' diagram' : '',
      ];
      return `<!-- ${patch.startLines[i]}${flags.join('')} -->\n${block.html}\n`;
    });
  const warnings = (engineOf.info() as ArticleInfo).warnings.map(
    ({ line, key, detail }) => `<!-- warning ${line} ${key} ${detail ?? ''} -->\n`,
  );
  engineOf.free();
  return [...blocks, ...warnings].join('');
}

test('the_source_is_formatted_as_natively', () => {
  source.initSync({ module: module('source') });
  expect(source.formatSource('用Rust写`a`,见[文档](u).')).toBe('用 Rust 写 `a`,见[文档](u).');
  expect(source.formatSource('|名|值|\n|-|-:|\n|甲|1|')).toBe(
    '| 名  |  值 |\n| --- | --: |\n| 甲  |   1 |',
  );
});

test('colored_code_is_the_golden_one', () => {
  highlight.initSync({ module: module('highlight') });
  const grammars = readFileSync(path.join(import.meta.dirname, 'pkg/highlight/grammars.packdump'));
  const highlighter = new highlight.Highlighter(new Uint8Array(grammars));
  const folder = fixtures('highlight');
  const sources = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  expect(sources.length).toBeGreaterThanOrEqual(45);
  for (const name of sources) {
    const lang = name.slice(0, -'.txt'.length);
    const html = highlighter.highlight(lang, text(path.join(folder, name)));
    expect([lang, html]).toEqual([lang, text(path.join(folder, 'golden', `${lang}.html`))]);
  }
}, 300_000);

/** The formula that the export crate's golden files stand on. */
const FORMULA =
  '<svg class="tex" height="2ex" style="vertical-align:-.2ex" viewBox="0 0 9 4" width="5ex"><path d="M0 0H9V4H0z" fill="currentColor"/></svg>';

test('copies_for_wechat_are_the_golden_ones', () => {
  exporter.initSync({ module: module('export') });
  const sources = filesUnder(path.join(fixtures('export'), 'wechat'), '.html').filter(
    (file) => !file.endsWith('.out.html'),
  );
  expect(sources.length).toBeGreaterThanOrEqual(23);
  for (const source of sources) {
    const base = source.slice(0, -'.html'.length);
    const html = text(source);
    const diagram = existsSync(`${base}.svg`) ? text(`${base}.svg`) : '';
    const fills = (exporter.slots(html) as Slot[])
      .filter(({ kind }) => kind !== 'code')
      .map((slot) => ({ slot, html: slot.kind === 'math' ? FORMULA : diagram }));
    const css = existsSync(`${base}.css`) ? text(`${base}.css`) : '';
    const made = exporter.exportArticle({ target: 'wechat', html, css, fills }) as Exported;
    const findings = made.findings.map(({ key, detail }) => `\n<!-- ${key}: ${detail} -->`);
    const lines = made.html
      .replaceAll('\u00a0', '&nbsp;')
      .replaceAll('><section', '>\n<section')
      .replaceAll('</section><', '</section>\n<')
      .replaceAll('><p ', '>\n<p ');
    expect([source, `${lines}${findings.join('')}\n`]).toEqual([source, text(`${base}.out.html`)]);
  }
});

test('hostile_html_is_cleaned_as_natively', () => {
  exporter.initSync({ module: module('export') });
  const cases = JSON.parse(text(path.join(fixtures('export'), 'hostile/corpus.json'))) as {
    name: string;
    html?: string;
  }[];
  for (const { name, html } of cases) {
    const clean = exporter.sanitize(html ?? '');
    expect([name, exporter.sanitize(clean)]).toEqual([name, clean]);
    expect(clean).not.toMatch(/<(script|style|iframe|math|template|foreignobject)\b/i);
  }
});

interface FormulaGroup {
  group: string;
  formulas: string[];
}

test('formulas_are_the_golden_ones', () => {
  math.initSync({ module: module('math') });
  const groups = JSON.parse(text(path.join(fixtures('math'), 'formulas.json'))) as FormulaGroup[];
  expect(groups.length).toBeGreaterThan(0);
  for (const { group, formulas } of groups) {
    const golden = text(path.join(fixtures('math'), 'golden', `${group}.txt`)).split('\n');
    const hashes = golden.filter((line) => line.startsWith('  '));
    const made = formulas.flatMap((tex) => [true, false].map((d) => math.formulaSvg(tex, d)));
    expect(hashes).toHaveLength(made.length);
    for (const [i, svg] of made.entries()) {
      const line = hashes[i]?.trim() ?? '';
      const end = svg.indexOf('>');
      const short = `${svg.slice(0, end)}> ${fnv1a(svg.slice(end + 1))}`;
      expect([svg, short]).toContain(line);
    }
  }
}, 300_000);

/** The hash that the golden files of the math crate keep instead of long SVG. */
function fnv1a(value: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(value)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
