import { expect, test } from 'vitest';
import { blockGeometry, followScroll, type LineGeometry } from './scroll-map';

// Three blocks at lines 1, 5 and 21; 100, 400 and 100 pixels high; the text ends at line 25.
const tops = [0, 100, 500];
const blocks = blockGeometry(
  [1, 5, 21],
  25,
  (i) => tops[i] ?? 0,
  () => 600,
);

test('a_line_inside_a_block_is_interpolated', () => {
  expect(blocks.yOf(1)).toBe(0);
  expect(blocks.yOf(5)).toBe(100);
  expect(blocks.yOf(13)).toBe(300);
  expect(blocks.yOf(25)).toBe(600);
  expect(blocks.yOf(99)).toBe(600);
});

test('line_and_position_are_inverse', () => {
  for (const line of [1, 2.5, 5, 9, 20.75, 21, 24]) {
    expect(blocks.lineAt(blocks.yOf(line))).toBeCloseTo(line, 6);
  }
});

test('text_before_the_first_block_maps_to_the_top', () => {
  const late = blockGeometry(
    [10],
    20,
    () => 0,
    () => 100,
  );
  expect(late.yOf(3)).toBe(0);
  expect(late.lineAt(50)).toBe(15);
});

test('an_empty_article_stays_at_the_top', () => {
  const empty = blockGeometry(
    [],
    1,
    () => 0,
    () => 0,
  );
  expect(empty.yOf(7)).toBe(0);
  expect(empty.lineAt(100)).toBe(1);
});

const source: LineGeometry = { lineAt: (y) => 1 + y / 20, yOf: (line) => (line - 1) * 20 };

test('both_panes_reach_their_ends_together', () => {
  const view = { viewHeight: 200, contentHeight: 480 };
  const page = { viewHeight: 300, contentHeight: 600 };
  expect(followScroll({ ...view, scrollTop: 0 }, source, page, blocks)).toBe(0);
  expect(followScroll({ ...view, scrollTop: 280 }, source, page, blocks)).toBe(300);
});

test('following_there_and_back_returns_to_the_start', () => {
  const view = { viewHeight: 200, contentHeight: 480 };
  const page = { viewHeight: 300, contentHeight: 600 };
  for (const scrollTop of [10, 77, 140, 200, 279]) {
    const there = followScroll({ ...view, scrollTop }, source, page, blocks);
    const back = followScroll({ ...page, scrollTop: there }, blocks, view, source);
    expect(back).toBeCloseTo(scrollTop, 6);
  }
});

test('scrolling_down_never_moves_the_other_pane_up', () => {
  const view = { viewHeight: 200, contentHeight: 480 };
  const page = { viewHeight: 300, contentHeight: 600 };
  let last = -1;
  for (let scrollTop = 0; scrollTop <= 280; scrollTop += 5) {
    const there = followScroll({ ...view, scrollTop }, source, page, blocks);
    expect(there).toBeGreaterThanOrEqual(last);
    last = there;
  }
});

test('a_pane_that_cannot_scroll_leaves_the_other_at_the_top', () => {
  const still = { scrollTop: 0, viewHeight: 500, contentHeight: 480 };
  expect(followScroll(still, source, { viewHeight: 300, contentHeight: 600 }, blocks)).toBe(0);
});
