import { expect, test } from 'vitest';
import { lineOf } from './line-of';

test('the_line_is_where_the_detail_first_stands', () => {
  expect(lineOf('a\n\n![](/x/y.png)\n![](/x/y.png)', '/x/y.png')).toBe(3);
});

test('a_cut_detail_is_found_by_its_beginning', () => {
  expect(lineOf('甲\nhttps://a.example/very/long', 'https://a.example/ve…')).toBe(2);
});

test('what_is_not_there_or_too_short_has_no_line', () => {
  expect(lineOf('abc', 'nowhere')).toBeNull();
  expect(lineOf('3 and 3', '3')).toBeNull();
  expect(lineOf('abc', '')).toBeNull();
});
