import { expect, test } from 'vitest';
import { foldText, loosePattern } from './fold-text';
import { nameRank } from './name-search';

const TEXT =
  '学 C++ 和 C#，用 a_b_c、[x] 与 ＡＩ。葛󠄀城，“引号里的话”，naïve，it’s，α–β，50%，^a\\b。';

test.for([
  'AI',
  'ai',
  'ＡＩ',
  '葛城',
  'naive',
  '"引号里的话"',
  "it's",
  'α-β',
  'c++',
  'Ｃ＋＋',
  'C#',
  'a_b_c',
  '[x]',
  '50%',
  '^a\\b',
])('what_is_there_is_found_however_it_is_typed_%s', (query) => {
  expect(new RegExp(loosePattern(query), 'iu').test(TEXT)).toBe(true);
});

test.for(['a.b', 'C+++', 'x]y', '软'])(
  'signs_are_letters_and_nothing_else_is_found_%s',
  (query) => {
    expect(new RegExp(loosePattern(query), 'iu').test(TEXT)).toBe(false);
  },
);

test('names_are_found_whatever_their_width_and_accents', () => {
  expect(foldText('Ｎaïve“Ü”—')).toBe('naive"u"-');
  expect(nameRank('AI', { name: 'ＡＩ 入门' })).not.toBeNull();
  expect(nameRank('naive', { name: 'Naïve Bayes' })).not.toBeNull();
  expect(nameRank('か', { name: 'が' })).toBeNull();
});
