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

test('what_an_edit_is_known_to_leave_alone_is_not_compared', () => {
  // Not true, so that a comparison would show.
  expect(textChange('一二三', '乙四三', { start: 1, end: 1 })).toEqual({
    from: 1,
    to: 2,
    insert: '四',
  });
  expect(textChange('一二三', '一四丙', { start: 1, end: 1 })).toEqual({
    from: 1,
    to: 2,
    insert: '四',
  });
});

test('the_change_leads_from_one_text_to_the_other_whatever_is_known_of_their_ends', () => {
  const units = ['a', 'b', '\n', '😀', '😁', '\u{1FA00}'];
  const written = (length: number, seed: number) =>
    Array.from({ length }, (_, at) => units[(seed >> (at * 2)) % units.length]).join('');
  for (let seed = 0; seed < 2_000; seed += 1) {
    const before = written(seed % 7, seed * 7919);
    const from = seed % (before.length + 1);
    const to = from + ((seed * 31) % (before.length - from + 1));
    const after = before.slice(0, from) + written(seed % 4, seed * 104_729) + before.slice(to);
    for (const start of [0, from >> 1, from]) {
      for (const end of [0, (before.length - to) >> 1, before.length - to]) {
        const change = textChange(before, after, { start, end }) ?? { from: 0, to: 0, insert: '' };
        expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after);
        // No half of a character is left on either side.
        for (const at of [change.from, change.to]) {
          expect(before.codePointAt(at - 1) ?? 0).not.toBeGreaterThan(0xffff);
        }
      }
    }
  }
});
