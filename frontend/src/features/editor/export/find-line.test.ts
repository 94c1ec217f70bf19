import { expect, test } from 'vitest';
import { findLine } from './find-line';

const article = (text: string, blocks: [number, string][] = []) => ({
  text,
  blocks: blocks.map(([, html]) => ({ html })),
  startLines: blocks.map(([line]) => line),
});

test('the_line_is_where_the_detail_first_stands', () => {
  expect(findLine(article('一\n\n![图](a/b.webp)\na/b.webp'), 'a/b.webp')).toBe(3);
});

test('a_cut_detail_is_found_by_its_beginning', () => {
  expect(findLine(article('一\n二 long-address-of-it'), 'long-address…')).toBe(2);
});

test('an_address_that_was_encoded_is_found_as_it_was_written', () => {
  expect(findLine(article('一\n![](图/甲.webp)'), '%E5%9B%BE/%E7%94%B2.webp')).toBe(2);
});

test('what_the_source_does_not_hold_is_found_in_its_block', () => {
  const lines = article('甲\n\n乙', [
    [1, '<p>甲</p>'],
    [3, '<p>a &amp; b</p>'],
  ]);
  expect(findLine(lines, 'a & b')).toBe(3);
});

test('a_short_detail_is_looked_for_in_the_blocks_only', () => {
  expect(findLine(article('a\n\na', [[3, '<p>a</p>']]), 'a')).toBe(3);
  expect(findLine(article('a\n\na'), 'a')).toBe(null);
  expect(findLine(article('a'), '')).toBe(null);
});
