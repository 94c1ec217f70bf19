// @vitest-environment node
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../storage/settings';
import { tutorial } from '../first-words';
import {
  checkedPreview,
  KEPT_MAX_CHARS,
  type KeptPreview,
  keptBlocks,
  lookOf,
  matching,
} from './first-preview';

const flags = { hasRawHtml: false, hasCode: false, hasMath: false, hasDiagram: false };
const look = lookOf(DEFAULT_SETTINGS, 'zh-CN');
const kept: KeptPreview = {
  engine: 'article-1.wasm',
  look,
  text: '甲',
  blocks: [{ html: '<p>甲</p>', ...flags }],
  startLines: [1],
  css: { theme: '.article{}', codeTheme: '' },
  sanitized: [['<b>', '']],
};

test('what_was_kept_comes_back_for_the_same_engine_only', () => {
  expect(checkedPreview(structuredClone(kept), 'article-1.wasm')).toEqual(kept);
  expect(checkedPreview(kept, 'article-2.wasm')).toBeNull();
  expect(checkedPreview(undefined, 'article-1.wasm')).toBeNull();
});

test.each([
  ['no object', 'x'],
  ['no text', { ...kept, text: undefined }],
  ['no look', { ...kept, look: 1 }],
  ['blocks without flags', { ...kept, blocks: [{ html: '<p>甲</p>' }] }],
  ['blocks that are none', { ...kept, blocks: [null] }],
  ['HTML that is no text', { ...kept, blocks: [{ ...flags, html: {} }] }],
  ['fewer lines than blocks', { ...kept, startLines: [] }],
  ['lines that are no numbers', { ...kept, startLines: ['1'] }],
  ['no style sheets', { ...kept, css: null }],
  ['half a pair', { ...kept, sanitized: [['<b>']] }],
])('a_damaged_preview_counts_as_none: %s', (_what, value) => {
  expect(checkedPreview(value, 'article-1.wasm')).toBeNull();
});

test('another_text_or_another_look_gets_no_preview', () => {
  expect(matching(kept, '甲', look)).toBe(kept);
  expect(matching(kept, '甲乙', look)).toBeNull();
  expect(matching(null, '甲', look)).toBeNull();
  expect(matching(kept, '甲', lookOf(DEFAULT_SETTINGS, 'en'))).toBeNull();
  const changes = [{ theme: 'elegant' }, { isCiteStatus: true }, { codeBlockTheme: 'github' }];
  for (const change of changes) {
    const other = lookOf({ ...DEFAULT_SETTINGS, ...change } as typeof DEFAULT_SETTINGS, 'zh-CN');
    expect([change, matching(kept, '甲', other)]).toEqual([change, null]);
  }
});

test('of_a_long_article_the_first_blocks_are_kept', () => {
  const long = { html: 'x'.repeat(KEPT_MAX_CHARS / 3), ...flags };
  expect(keptBlocks([long, long, long, long])).toHaveLength(3);
  expect(keptBlocks([long])).toHaveLength(1);
});

test.each(['zh-CN', 'en'] as const)(
  'the_tutorial_is_rendered_by_the_build_in_%s',
  async (locale) => {
    const preview = await tutorial(locale);
    expect(matching(preview, preview.text, lookOf(DEFAULT_SETTINGS, locale))).toBe(preview);
    expect(preview.blocks.length).toBeGreaterThan(40);
    expect(preview.startLines).toHaveLength(preview.blocks.length);
    expect(preview.css.theme).toContain('.article');
    expect(preview.css.codeTheme).toContain('.hljs');
    const raw = preview.blocks.filter(({ hasRawHtml }) => hasRawHtml).map(({ html }) => html);
    expect(preview.sanitized.map(([html]) => html)).toEqual(raw);
    expect(preview.blocks.some(({ html }) => html.includes('🍵'))).toBe(true);
  },
);
