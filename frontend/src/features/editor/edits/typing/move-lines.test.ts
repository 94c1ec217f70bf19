import { expect, test } from 'vitest';
import type { Selected } from '../../source-editor';
import { moveItems } from './move-lines';

/** `[` and `]`, or `|`, mark what is selected. */
function selectedIn(marked: string): Selected {
  const both = marked.replace('|', '[]');
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
