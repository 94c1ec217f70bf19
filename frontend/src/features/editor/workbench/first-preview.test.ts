// @vitest-environment node
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../storage/settings';
import { tutorial } from '../first-words';
import {
  CACHED_MAX_CHARS,
  type CachedPreview,
  cachedBlocks,
  checkedPreview,
  matching,
  renderKeyOf,
} from './first-preview';

const flags = { hasRawHtml: false, hasCode: false, hasMath: false, hasDiagram: false };
const renderKey = renderKeyOf(DEFAULT_SETTINGS, 'zh-CN');
const cached: CachedPreview = {
  engine: 'article-1.wasm',
  renderKey,
  text: '甲',
  blocks: [{ html: '<p>甲</p>', ...flags }],
  startLines: [1],
  css: { theme: '.article{}', codeTheme: '' },
  sanitized: [['<b>', '']],
};

test('what_was_cached_comes_back_for_the_same_engine_only', () => {
  expect(checkedPreview(structuredClone(cached), 'article-1.wasm')).toEqual(cached);
  expect(checkedPreview(cached, 'article-2.wasm')).toBeNull();
  expect(checkedPreview(undefined, 'article-1.wasm')).toBeNull();
});

test.each([
  ['no object', 'x'],
  ['no text', { ...cached, text: undefined }],
  ['no renderKey', { ...cached, renderKey: 1 }],
  ['blocks without flags', { ...cached, blocks: [{ html: '<p>甲</p>' }] }],
  ['blocks that are none', { ...cached, blocks: [null] }],
  ['HTML that is no text', { ...cached, blocks: [{ ...flags, html: {} }] }],
  ['fewer lines than blocks', { ...cached, startLines: [] }],
  ['lines that are no numbers', { ...cached, startLines: ['1'] }],
  ['no style sheets', { ...cached, css: null }],
  ['half a pair', { ...cached, sanitized: [['<b>']] }],
])('a_damaged_preview_counts_as_none: %s', (_what, value) => {
  expect(checkedPreview(value, 'article-1.wasm')).toBeNull();
});

test('another_text_or_another_style_gets_no_preview', () => {
  expect(matching(cached, '甲', renderKey)).toBe(cached);
  expect(matching(cached, '甲乙', renderKey)).toBeNull();
  expect(matching(null, '甲', renderKey)).toBeNull();
  expect(matching(cached, '甲', renderKeyOf(DEFAULT_SETTINGS, 'en'))).toBeNull();
  const changes = [{ theme: 'elegant' }, { isCiteStatus: true }, { codeBlockTheme: 'github' }];
  for (const change of changes) {
    const other = renderKeyOf(
      { ...DEFAULT_SETTINGS, ...change } as typeof DEFAULT_SETTINGS,
      'zh-CN',
    );
    expect([change, matching(cached, '甲', other)]).toEqual([change, null]);
  }
});

test('of_a_long_article_the_first_blocks_are_cached', () => {
  const long = { html: 'x'.repeat(CACHED_MAX_CHARS / 3), ...flags };
  expect(cachedBlocks([long, long, long, long])).toHaveLength(3);
  expect(cachedBlocks([long])).toHaveLength(1);
});

test.each(['zh-CN', 'en'] as const)(
  'the_tutorial_is_rendered_by_the_build_in_%s',
  async (locale) => {
    const preview = await tutorial(locale);
    expect(matching(preview, preview.text, renderKeyOf(DEFAULT_SETTINGS, locale))).toBe(preview);
    expect(preview.blocks.length).toBeGreaterThan(40);
    expect(preview.startLines).toHaveLength(preview.blocks.length);
    expect(preview.css.theme).toContain('.article');
    expect(preview.css.codeTheme).toContain('.hljs');
    const raw = preview.blocks.filter(({ hasRawHtml }) => hasRawHtml).map(({ html }) => html);
    expect(preview.sanitized.map(([html]) => html)).toEqual(raw);
    expect(preview.blocks.some(({ html }) => html.includes('🍵'))).toBe(true);
  },
);
