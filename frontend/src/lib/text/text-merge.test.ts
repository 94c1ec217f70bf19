import { expect, test } from 'vitest';
import { numbersOf } from '../../testing/random';
import { chosenText, mergedText, mergeTexts } from './text-merge';

const base = '第一段\n\n第二段\n\n第三段';

test('what_only_one_side_has_changed_is_taken', () => {
  const mine = base.replace('第一段', '第一段，手机上改的');
  const theirs = base.replace('第三段', '第三段，电脑上改的');
  const merged = '第一段，手机上改的\n\n第二段\n\n第三段，电脑上改的';
  expect(mergedText(mergeTexts(base, mine, theirs))).toBe(merged);
  expect(mergedText(mergeTexts(base, theirs, mine))).toBe(merged);
});

test.each([
  ['only mine', 'a\nb\n', 'a\nb\nc\n', 'a\nb\n', 'a\nb\nc\n'],
  ['the same on both sides', 'a\nb\n', 'a\nc\n', 'a\nc\n', 'a\nc\n'],
  ['the same here, another one there', 'a\nb\nc\n', 'A\nb\nc\n', 'A\nb\nC\n', 'A\nb\nC\n'],
  ['removed and added', 'a\nb\nc\nd', 'b\nc\nd', 'a\nb\nc\nd\ne', 'b\nc\nd\ne'],
  ['an end of the last line', 'a\nb\nc', 'x\nb\nc', 'a\nb\nc\n', 'x\nb\nc\n'],
])('%s is no choice', (_name, before, mine, theirs, merged) => {
  expect(mergedText(mergeTexts(before, mine, theirs))).toBe(merged);
});

test('the_same_paragraph_on_both_sides_is_a_choice_and_the_rest_is_in_place', () => {
  const mine = '第一段甲\n\n第二段\n\n第三段甲';
  const theirs = '第一段\n\n第二段乙\n\n第三段乙';
  const parts = mergeTexts(base, mine, theirs);
  expect(parts).toEqual([
    { kind: 'same', text: '第一段甲\n\n第二段乙\n\n' },
    { kind: 'choice', mine: '第三段甲', theirs: '第三段乙' },
  ]);
  expect(mergedText(parts)).toBeNull();
});

test('what_both_sides_added_alike_is_no_part_of_a_choice', () => {
  expect(mergeTexts('# 起点', '# 起点\n\n甲', '# 起点\n\n乙')).toEqual([
    { kind: 'same', text: '# 起点\n\n' },
    { kind: 'choice', mine: '甲', theirs: '乙' },
  ]);
});

test('lines_that_touch_are_a_choice', () => {
  expect(mergedText(mergeTexts('a\nb\n', 'A\nb\n', 'a\nB\n'))).toBeNull();
  expect(mergedText(mergeTexts('a\n', 'a\nx\n', 'a\ny\n'))).toBeNull();
});

test('without_a_common_text_everything_that_differs_is_a_choice', () => {
  expect(mergeTexts(null, 'a\nb\nc\n', 'a\nB\nc\nd\n')).toEqual([
    { kind: 'same', text: 'a\n' },
    { kind: 'choice', mine: 'b\n', theirs: 'B\n' },
    { kind: 'same', text: 'c\n' },
    { kind: 'choice', mine: '', theirs: 'd\n' },
  ]);
});

test('both_texts_of_a_choice_stand_on_lines_of_their_own', () => {
  const choice = { kind: 'choice', mine: '甲', theirs: '乙' } as const;
  expect(chosenText(choice, 'mine')).toBe('甲');
  expect(chosenText(choice, 'theirs')).toBe('乙');
  expect(chosenText(choice, 'both')).toBe('甲\n乙');
  expect(chosenText({ ...choice, mine: '甲\n' }, 'both')).toBe('甲\n乙');
  expect(chosenText({ ...choice, mine: '' }, 'both')).toBe('乙');
});

test('whatever_is_changed_each_side_is_whole_when_its_pieces_are_taken', () => {
  const random = numbersOf(7);
  const text = () => Array.from({ length: random(9) }, () => `${'abc'[random(3)]}\n`).join('');
  for (let n = 0; n < 2_000; n += 1) {
    const [before, mine, theirs] = [text(), text(), text()];
    const lines = mergeTexts(before, mine, theirs).flatMap((part) =>
      part.kind === 'same' ? part.text.split('\n') : (part.mine + part.theirs).split('\n'),
    );
    for (const side of [mine, theirs]) {
      // A line that one side alone has is in the result or in a choice.
      const own = side.split('\n').filter((line) => !before.includes(line));
      for (const line of own) expect(lines).toContain(line);
    }
    expect(mergedText(mergeTexts(before, mine, before))).toBe(mine);
    expect(mergedText(mergeTexts(before, before, theirs))).toBe(theirs);
  }
});

test('texts_beyond_all_likeness_are_one_choice', () => {
  const lines = (sign: string) => Array.from({ length: 5_000 }, (_, i) => `${sign}${i}\n`).join('');
  expect(mergeTexts(lines('a'), lines('b'), lines('c'))).toHaveLength(1);
});
