// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as article from './pkg/article/moyan_article.js';
import * as exporter from './pkg/export/moyan_export.js';
import * as source from './pkg/source/moyan_source.js';
import type * as types from './types';

/**
 * The shapes of `types.ts` against the built modules.
 *
 * Each sample has every field of its type, for the compiler says so; what a module answers must have the same fields of the
 * same kinds, and what a module takes must be taken. A field that comes, goes or changes on either side fails here.
 */

const wasm = (name: string) =>
  readFileSync(path.join(import.meta.dirname, 'pkg', name, `moyan_${name}_bg.wasm`));
article.initSync({ module: wasm('article') });
source.initSync({ module: wasm('source') });
exporter.initSync({ module: wasm('export') });

/** Every field of a type, those inside others too, with a value. */
type Whole<T> = T extends Uint32Array
  ? T
  : T extends readonly (infer Item)[]
    ? Whole<Item>[]
    : T extends object
      ? { [K in keyof T]-?: Whole<NonNullable<T[K]>> }
      : T;

/** Fields and kinds of a value: of a list, those of its first item. */
function shapeOf(value: unknown): unknown {
  if (value instanceof Uint32Array) return 'Uint32Array';
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value)
        .map(([key, field]) => [key, shapeOf(field)] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }
  return value === null ? 'null' : typeof value;
}

const warning: Whole<types.Warning> = { key: '', line: 1, detail: '' };
const frontMatter: Whole<types.FrontMatter> = {
  title: '',
  sidebarLabel: '',
  date: '',
  tags: [''],
  draft: true,
  routerPath: '',
  other: [{ key: '', value: '' }],
};
const slot: Whole<types.Slot> = { kind: 'code', lang: 'rust', display: false, source: 'x' };

const FRONT_MATTER =
  '---\ntitle: 甲\nsidebar_label: 乙\ndate: 2026-01-01\ntags: [丙]\ndraft: true\nrouter_path: d\nmore: e\nmore: f\n---\n\n';
const TEXT = `${FRONT_MATTER}# 标题\n\n[^没有]\n`;

test('patches_and_facts_of_an_article_have_the_fields_of_their_types', () => {
  const patch: Whole<types.Patch> = {
    ops: [
      {
        at: 0,
        remove: 0,
        insert: [
          { html: '', hasRawHtml: false, hasCode: false, hasMath: false, hasDiagram: false },
        ],
      },
    ],
    startLines: new Uint32Array(),
  };
  const info: Whole<types.ArticleInfo> = {
    headings: [{ level: 1, text: '', id: '', line: 1 }],
    frontMatter,
    stats: { words: 0, characters: 0, cjkCharacters: 0, latinWords: 0, minutes: 0 },
    warnings: [warning],
  };
  const engine = new article.Engine({});
  expect(shapeOf(engine.update(TEXT))).toEqual(shapeOf(patch));
  expect(shapeOf(engine.info())).toEqual(shapeOf(info));
  engine.free();
});

test('the_front_matter_of_a_text_has_the_fields_of_its_type', () => {
  const parsed: Whole<types.ParsedFrontMatter> = {
    frontMatter,
    bodyStart: 0,
    bodyLine: 1,
    warnings: [warning],
  };
  expect(shapeOf(source.parseFrontMatter(TEXT))).toEqual(shapeOf(parsed));
});

test('slots_have_the_fields_of_their_type_and_are_taken_back_with_a_fill', () => {
  const html =
    '<pre class="code-block hljs" data-lang="js"><span class="code-body"><code class="hljs language-js">x</code></span></pre>';
  const [found] = exporter.slots(html) as types.Slot[];
  expect(shapeOf(found)).toEqual(shapeOf(slot));
  if (found === undefined) throw new Error('no slot');
  // The module passes over a field that it does not know, so that what each one does is looked at.
  const {
    html: content,
    error,
    ...which
  }: Whole<types.Fill> = {
    slot: found as Whole<types.Slot>,
    html: '<span class="hljs-keyword">x</span>',
    error: '因为',
  };
  const request: Whole<types.ExportRequest> = {
    target: 'html',
    html,
    css: '.code-block{color:#123456}',
    fills: [{ ...which, html: content }] as Whole<types.Fill>[],
    title: '一篇',
    language: 'en',
  };
  const made = (exporter.exportArticle(request) as types.Exported).html;
  for (const part of ['#123456', content, '一篇', 'lang="en"']) expect(made).toContain(part);
  const failed = exporter.exportArticle({ ...request, fills: [{ ...which, error }] });
  expect((failed as types.Exported).html).toContain(`title="${error}"`);
});

test('an_export_has_the_fields_of_its_type', () => {
  const finding: Whole<types.Finding> = { key: '', detail: '', slot };
  const exported: Whole<types.Exported> = { html: '', text: '', findings: [finding] };
  const html =
    '<section class="article"><p><img src="http://localhost/a.png" alt=""></p></section>';
  const request: types.ExportRequest = {
    target: 'wechat',
    html,
    css: '',
    fills: [],
    title: '',
    language: 'zh-CN',
  };
  const made = exporter.exportArticle(request) as types.Exported;
  expect(Object.keys(made).sort()).toEqual(Object.keys(exported).sort());
  const [first] = made.findings;
  expect(Object.keys(first ?? {}).sort()).toEqual(Object.keys(finding).sort());
});

/** All values of a type of names: the compiler asks for each of them. */
const all = <T extends string>(names: Record<T, true>) => Object.keys(names) as T[];
const legends = all<types.Legend>({
  'title-alt': true,
  'alt-title': true,
  title: true,
  alt: true,
  none: true,
});
const languages = all<types.RenderOptions['language']>({ 'zh-CN': true, en: true });
const themes = all<types.StyleOptions['theme']>({ classic: true, elegant: true, concise: true });
const fonts = all<types.StyleOptions['font']>({
  'sans-serif': true,
  serif: true,
  monospace: true,
});
const headings = all<types.StyleOptions['headings'][number]>({
  default: true,
  color: true,
  underline: true,
  bar: true,
});
const targets = all<types.ExportTarget>({ preview: true, wechat: true, html: true, plain: true });

test('the_modules_take_every_option_and_no_other', () => {
  const options: Whole<types.RenderOptions> = {
    legend: 'alt',
    citation: true,
    countStatus: true,
    breaks: true,
    macCodeBlock: true,
    lineNumbers: true,
    language: 'en',
  };
  for (const legend of legends) new article.Engine({ ...options, legend }).free();
  for (const language of languages) new article.Engine({ ...options, language }).free();
  expect(() => new article.Engine({ ...options, more: 1 })).toThrow();

  const style: Whole<types.StyleOptions> = {
    theme: 'classic',
    font: 'serif',
    sizePx: 16,
    color: '#0F4C81',
    indent: true,
    justify: true,
    lineHeightPercent: 180,
    letterSpacingTenths: 5,
    paragraphSpacingPx: 20,
    headings: ['default', 'default', 'default', 'default', 'default', 'default'],
  };
  for (const theme of themes) expect(article.themeCss({ ...style, theme })).toContain('.article');
  for (const font of fonts) expect(article.themeCss({ ...style, font })).toContain('.article');
  for (const heading of headings) {
    expect(article.themeCss({ ...style, headings: Array(6).fill(heading) })).toContain('.article');
  }
  expect(() => article.themeCss({ ...style, more: 1 })).toThrow();
  for (const target of targets) {
    const request = { target, html: '<p>a</p>', css: '', fills: [], title: '', language: 'en' };
    expect(() => exporter.exportArticle(request)).not.toThrow();
  }
});

test('every_change_of_the_front_matter_is_written', () => {
  const changes: Whole<types.FrontMatterChanges> = {
    title: '一',
    sidebarLabel: '二',
    date: '2027-01-01',
    tags: ['三'],
    draft: false,
    routerPath: 'four',
    other: [{ key: 'more', value: 'five' }],
  };
  const { frontMatter: written } = source.parseFrontMatter(
    source.writeFrontMatter(TEXT, changes),
  ) as types.ParsedFrontMatter;
  expect(written).toEqual(changes);
  expect(() => source.writeFrontMatter(TEXT, { more: 1 })).toThrow();
});
