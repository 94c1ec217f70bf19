import { expect, test } from 'vitest';
import { textChange } from './text-change';

const applied = (before: string, after: string) => {
  const change = textChange(before, after);
  if (change === null) return before;
  return before.slice(0, change.from) + change.insert + before.slice(change.to);
};

test('only_what_differs_is_named', () => {
  expect(textChange('一二三', '一四三')).toEqual({ from: 1, to: 2, insert: '四' });
  expect(textChange('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  expect(textChange('same', 'same')).toBeNull();
});

test('a_pair_of_units_is_never_cut', () => {
  // Both faces begin with the same unit.
  expect(textChange('x😀y', 'x😁y')).toEqual({ from: 1, to: 3, insert: '😁' });
  // Both end with the same unit.
  expect(textChange('\u{1F600}', '\u{1FA00}')).toEqual({ from: 0, to: 2, insert: '\u{1FA00}' });
});

test('the_change_leads_from_one_text_to_the_other', () => {
  for (const [a, b] of [
    ['', 'x'],
    ['x', ''],
    ['abcabc', 'abc'],
    ['😀😀', '😀'],
  ] as const) {
    expect(applied(a, b)).toBe(b);
  }
});

test('changes_anywhere_in_a_long_text_are_found', () => {
  const text = '一二三四五六七八九十'.repeat(2000);
  for (const at of [
    0, 1, 255, 256, 257, 3615, 3616, 3617, 16_383, 16_384, 16_385, 19_999, 20_000,
  ]) {
    for (const removed of [0, 1, 5000]) {
      for (const insert of ['', '字', '字'.repeat(9000)]) {
        const changed = text.slice(0, at) + insert + text.slice(at + removed);
        expect(applied(text, changed) === changed).toBe(true);
        const change = textChange(text, changed);
        if (change !== null) expect(change.insert.length).toBeLessThanOrEqual(insert.length);
      }
    }
  }
});
