import { expect, test } from 'vitest';
import type { Selected } from '../../source-editor';
import { moveItems } from './move-lines';

/** `[` and `]`, or `|`, mark what is selected. */
function selectedIn(marked: string): Selected {
  const both = marked.includes('[') ? marked : marked.replace('|', '[]');
  const start = both.indexOf('[');
  return { text: both.replace(/[[\]]/g, ''), start, end: both.indexOf(']') - 1 };
}

function moved(marked: string, by: -1 | 1): string | null {
  const selected = selectedIn(marked);
  const edit = moveItems(selected, by);
  if (edit === null) return null;
  const text = selected.text.slice(0, edit.from) + edit.insert + selected.text.slice(edit.to);
  const inner = text.slice(edit.selectStart, edit.selectEnd);
  const shown = inner === '' ? '|' : `[${inner}]`;
  return text.slice(0, edit.selectStart) + shown + text.slice(edit.selectEnd);
}

test('an_item_that_moves_leaves_the_numbers_in_order', () => {
  expect(moved('1. 甲\n2. 乙|\n3. 丙', -1)).toBe('1. 乙|\n2. 甲\n3. 丙');
  expect(moved('1. 甲|\n2. 乙', 1)).toBe('1. 乙\n2. 甲|');
  expect(moved('9. 甲|\n10. 乙', 1)).toBe('9. 乙\n10. 甲|');
  expect(moved('> 1. 甲\n> 2. |乙', -1)).toBe('> 1. |乙\n> 2. 甲');
});

test('several_items_move_together', () => {
  expect(moved('1. 甲\n2. [乙\n3. 丙]', -1)).toBe('1. [乙\n2. 丙]\n3. 甲');
  expect(moved('1. [甲\n2. 乙]\n3. 丙', 1)).toBe('1. 丙\n2. [甲\n3. 乙]');
  // Whole lines are selected up to the beginning of the next one.
  expect(moved('1. 甲\n[2. 乙\n]3. 丙', -1)).toBe('[1. 乙\n]2. 甲\n3. 丙');
  expect(moved('[1. 甲\n]2. 乙\n3. 丙', 1)).toBe('1. 乙\n[2. 甲\n]3. 丙');
});

test('lines_that_are_no_items_of_one_numbered_list_move_as_they_are', () => {
  for (const text of ['甲\n乙|', '- 甲\n- 乙|', '1. 甲\n   2. 乙|', '甲\n1. 乙|', '1. 甲|']) {
    expect(moved(text, -1)).toBeNull();
  }
  expect(moved('1. 甲\n2. 乙|', 1)).toBeNull();
});

/** One move a row: the text before, the direction, and the text after it. */
function check(rows: [before: string, by: -1 | 1, after: string | null][]): void {
  for (const [before, by, after] of rows) expect(moved(before, by), `${before} ${by}`).toBe(after);
}

test('an_item_moves_past_its_sibling_with_what_both_hold', () => {
  check([
    ['1. 甲|\n2. 乙\n   - 子\n3. 丙', 1, '1. 乙\n   - 子\n2. 甲|\n3. 丙'],
    ['1. 甲|\n   - 子\n2. 乙', 1, '1. 乙\n2. 甲|\n   - 子'],
    ['1. 甲\n   - 子\n2. 乙|\n   文', -1, '1. 乙|\n   文\n2. 甲\n   - 子'],
    ['- 甲\n  - 子\n- 乙|', -1, '- 乙|\n- 甲\n  - 子'],
    ['- 甲|\n  - 子\n- 乙', 1, '- 乙\n- 甲|\n  - 子'],
    ['> - 甲\n>   - 子\n> - 乙|', -1, '> - 乙|\n> - 甲\n>   - 子'],
    ['9. 甲|\n   - 子\n10. 乙\n    - 丑', 1, '9. 乙\n   - 丑\n10. 甲|\n    - 子'],
    // The empty line stays between the items.
    ['1. 甲\n\n2. 乙|\n\n文', -1, '1. 乙|\n\n2. 甲\n\n文'],
    // Text that goes on without indentation is of the item too.
    ['1. 甲\n2. 乙|\n续', -1, '1. 乙|\n续\n2. 甲'],
  ]);
});

test('selected_items_of_several_levels_move_with_the_item_that_holds_them', () => {
  check([
    ['1. 甲\n2. 乙\n   - [子\n3. 丙]', -1, '1. 乙\n   - [子\n2. 丙]\n3. 甲'],
    ['[1. 甲\n]   - 子\n2. 乙', 1, '1. 乙\n[2. 甲\n]   - 子'],
    ['[1. 甲\n]2. 乙', 1, '1. 乙\n[2. 甲]'],
    ['- [甲\n\n文]\n- 乙', 1, null],
  ]);
});

test('an_item_without_a_sibling_goes_to_the_items_of_the_next_parent', () => {
  check([
    [
      '1. 一\n2. 二\n   1. 子甲|\n   2. 子乙\n3. 三',
      -1,
      '1. 一\n   1. 子甲|\n2. 二\n   1. 子乙\n3. 三',
    ],
    [
      '1. 一\n   1. 子\n2. 二\n   1. 丑|\n   2. 寅',
      -1,
      '1. 一\n   1. 子\n   2. 丑|\n2. 二\n   1. 寅',
    ],
    ['2. 二\n   1. 子\n   2. 丑|\n3. 三', 1, '2. 二\n   1. 子\n3. 三\n   1. 丑|'],
    ['1. 一\n   1. 子|\n2. 二\n   1. 丑', 1, '1. 一\n2. 二\n   1. 子|\n   2. 丑'],
    ['- 一\n  - 子|\n    - 孙\n- 二\n  文', 1, '- 一\n- 二\n  文\n  - 子|\n    - 孙'],
    ['1. 一\n   1. 子\n      1. 孙|\n2. 二', 1, '1. 一\n   1. 子\n2. 二\n   1. 孙|'],
    ['9. 一\n   - 子|\n10. 二', 1, '9. 一\n10. 二\n    - 子|'],
    // Without such a parent it goes before its own one.
    ['1. 一\n   1. 子|\n   2. 丑', -1, '1. 子|\n2. 一\n   1. 丑'],
  ]);
});

test('an_item_at_the_end_of_a_list_takes_along_what_it_holds', () => {
  check([
    ['- 甲|\n  - 子\n\n文', 1, '\n- 甲|\n  - 子\n文'],
    // At the end of the text it stays.
    ['- 甲|\n  - 子', 1, '- 甲|\n  - 子'],
  ]);
});

test('numbers_that_do_not_count_one_by_one_stay_as_they_are', () => {
  check([
    ['2019. 甲\n2021. 乙|', -1, null],
    ['01. 甲\n02. 乙|', -1, null],
    ['1. 甲\n   - 子\n1. 乙|\n1. 丙', -1, '1. 乙|\n1. 甲\n   - 子\n1. 丙'],
    ['2019. 甲\n      - 子\n2021. 乙|', -1, '2021. 乙|\n2019. 甲\n      - 子'],
    [
      '1. 一\n   1. 子\n   2. 丑|\n2. 二\n   1. 寅\n   1. 卯',
      1,
      '1. 一\n   1. 子\n2. 二\n   1. 丑|\n   1. 寅\n   1. 卯',
    ],
  ]);
});

test('the_line_below_the_head_of_a_table_stays_the_second', () => {
  const rest = '| - |\n| 甲 |\n| 乙 |';
  check([
    ['| 头 |\n| - |\n| [甲] |\n| 乙 |', -1, '| [甲] |\n| - |\n| 头 |\n| 乙 |'],
    ['| 头 |\n| - |\n| [甲 |\n| 乙] |', -1, '| [甲 |\n| - |\n| 乙] |\n| 头 |'],
    ['| [头] |\n| - |\n| 甲 |\n| 乙 |', 1, '| 甲 |\n| - |\n| [头] |\n| 乙 |'],
    ['> | 头 |\n> | - |\n> | [甲] |', -1, '> | [甲] |\n> | - |\n> | 头 |'],
    // Other rows, and the table as a whole, move as lines do.
    ['| 头 |\n| - |\n| 甲 |\n| [乙] |', -1, null],
    ['| 头 |\n| - |\n| [甲] |\n| 乙 |', 1, null],
    ['文\n[| 头 |\n| - |\n| 甲 |]', -1, null],
    ['```\n| 头 |\n| - |\n| [甲] |\n```', -1, null],
  ]);
  // What would tear the table apart changes nothing.
  for (const [text, by] of [
    [`| 头 |\n| [-] |\n| 甲 |`, -1],
    [`| 头 |\n| [-] |\n| 甲 |`, 1],
    [`文\n| [头] |\n${rest}`, -1],
    [`| [头] |\n| - |`, 1],
    [`| [头 |\n| -] |\n| 甲 |`, 1],
    ['- 头 | 尾\n  - | -\n  [甲] | 乙', -1],
  ] as const) {
    expect(moved(text, by), `${text} ${by}`).toBe(text);
  }
});

test('lines_of_code_move_as_they_are', () => {
  check([
    ['```\n1. 甲\n2. 乙|\n```', -1, null],
    ['文\n\n    1. 甲\n    2. 乙|', -1, null],
  ]);
});
