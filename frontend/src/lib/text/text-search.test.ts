import { expect, test } from 'vitest';
import { findMatches, replaceMatches, searchPattern } from './text-search';

const query = (text: string, isRegex = false, isCaseSensitive = false) => ({
  query: text,
  isRegex,
  isCaseSensitive,
});
function pattern(...of: Parameters<typeof query>): RegExp {
  const made = searchPattern(query(...of));
  if (made === null) throw new Error('not well formed');
  return made;
}

test('a_plain_query_means_its_letters', () => {
  expect(replaceMatches('a.b axb', pattern('a.b'), '$&', false)).toBe('$& axb');
  expect(findMatches('C++ c++', pattern('c++'), '', false, 9).count).toBe(2);
});

test('case_counts_when_asked', () => {
  expect(findMatches('Ab ab', pattern('ab'), '', false, 9).count).toBe(2);
  expect(findMatches('Ab ab', pattern('ab', false, true), '', false, 9).count).toBe(1);
});

test('a_match_names_its_line_and_what_stands_beside_it', () => {
  const { matches } = findMatches('一行\n前面的词后面\n尾', pattern('词'), '字', false, 9);
  expect(matches).toEqual([
    { line: 2, column: 3, before: '前面的', found: '词', after: '后面', replaced: '字' },
  ]);
});

test('dots_stand_where_the_line_of_a_match_goes_on', () => {
  const side = '长'.repeat(60);
  const [cut] = findMatches(`长${side}词${side}长`, pattern('词'), '', false, 9).matches;
  expect(cut).toMatchObject({ before: `…${side}`, after: `${side}…` });
  const [whole] = findMatches(`长\n${side}词${side}\n长`, pattern('词'), '', false, 9).matches;
  expect(whole).toMatchObject({ before: side, after: side });
});

test('groups_and_names_are_put_in', () => {
  const made = pattern('(\\d+)-(?<b>\\d+)', true);
  expect(replaceMatches('1-2 3-4', made, '$<b>/$1 $$ $& $9\\n', true)).toBe(
    '2/1 $ 1-2 $9\n 4/3 $ 3-4 $9\n',
  );
});

test('the_preview_says_what_the_replacement_does', () => {
  const text = '甲1\n乙2';
  const made = pattern('([甲乙])(\\d)', true);
  const { matches } = findMatches(text, made, '$2$1', true, 9);
  expect(matches.map(({ replaced }) => replaced)).toEqual(['1甲', '2乙']);
  expect(replaceMatches(text, made, '$2$1', true)).toBe('1甲\n2乙');
});

test('a_match_of_nothing_is_none', () => {
  expect(findMatches('abc', pattern('x*', true), '', true, 9).count).toBe(0);
  expect(replaceMatches('abc', pattern('x*', true), '-', true)).toBe('abc');
  expect(findMatches('abc', pattern(''), '', false, 9).count).toBe(0);
});

test('anchors_hold_for_each_line', () => {
  expect(replaceMatches('a\na', pattern('^a$', true), 'b', true)).toBe('b\nb');
});

test('what_is_no_expression_is_said', () => {
  expect(searchPattern(query('(', true))).toBeNull();
});

test('beyond_the_limit_matches_are_only_counted', () => {
  const { matches, count } = findMatches('aaaa', pattern('a'), '', false, 2);
  expect(matches).toHaveLength(2);
  expect(count).toBe(4);
});
