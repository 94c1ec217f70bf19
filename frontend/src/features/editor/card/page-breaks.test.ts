import { expect, test } from 'vitest';
import { mergedRows, pageRanges, type Row } from './page-breaks';

const row = (top: number, bottom: number, more: Partial<Row> = {}): Row => ({
  top,
  bottom,
  isEnd: false,
  isHeading: false,
  ...more,
});
/** Lines of 10 px from `top` on, the last of which ends a block. */
const lines = (top: number, count: number) =>
  Array.from({ length: count }, (_, i) =>
    row(top + i * 10, top + i * 10 + 10, { isEnd: i === count - 1 }),
  );

test('a_page_ends_with_a_block_when_it_is_nearly_full', () => {
  expect(pageRanges([...lines(0, 9), ...lines(100, 3)], 105)).toEqual([
    { start: 0, end: 90 },
    { start: 100, end: 130 },
  ]);
});

test('a_paragraph_goes_on_overleaf_rather_than_leave_a_page_half_empty', () => {
  expect(pageRanges([...lines(0, 5), ...lines(60, 20)], 100)).toEqual([
    { start: 0, end: 100 },
    { start: 100, end: 200 },
    { start: 200, end: 260 },
  ]);
});

test('a_page_begins_with_what_it_shows_and_not_with_the_space_before_it', () => {
  expect(pageRanges([row(0, 95, { isEnd: true }), row(130, 150)], 100)[1]?.start).toBe(130);
});

test('no_page_ends_with_a_heading', () => {
  const heading = row(90, 98, { isEnd: true, isHeading: true });
  expect(pageRanges([...lines(0, 8), heading, ...lines(110, 2)], 100)).toEqual([
    { start: 0, end: 80 },
    { start: 90, end: 130 },
  ]);
});

test('what_is_higher_than_a_page_is_cut', () => {
  expect(pageRanges([row(0, 250), row(260, 280)], 100)).toEqual([
    { start: 0, end: 100 },
    { start: 100, end: 200 },
    { start: 200, end: 280 },
  ]);
});

test('no_text_makes_no_page', () => {
  expect(pageRanges([], 100)).toEqual([]);
});

test('cells_beside_each_other_are_one_row', () => {
  expect(mergedRows([row(0, 30, { isEnd: true }), row(0, 10), row(12, 20), row(30, 40)])).toEqual([
    row(0, 30, { isEnd: true }),
    row(30, 40),
  ]);
});
