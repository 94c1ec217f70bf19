import { expect, test } from 'vitest';
import { nameRank, searchNames } from './name-search';
import { findSyllables, syllables } from './pinyin';

test('a_name_is_read_as_pinyin_and_words', () => {
  expect(syllables('流程图')).toEqual(['liu', 'cheng', 'tu']);
  expect(syllables('导出 Markdown 与 H2 标题')).toEqual([
    'dao',
    'chu',
    'markdown',
    'yu',
    'h',
    '2',
    'biao',
    'ti',
  ]);
  expect(syllables('——')).toEqual([]);
});

test.each([
  ['lct', 0],
  ['liuchengtu', 0],
  ['liuct', 0],
  ['lchengt', 0],
  ['liuch', 0],
  ['cht', 1],
  ['tu', 2],
  ['tl', -1],
  ['liuchengtux', -1],
])('%s begins at part %i of liu cheng tu', (query, at) => {
  expect(findSyllables(['liu', 'cheng', 'tu'], query)).toBe(at);
});

test('the_better_fit_comes_first', () => {
  const items = [
    { name: '浏览次图', alias: '' },
    { name: '目录', alias: 'toc list' },
    { name: '流程图', alias: 'mermaid' },
  ];
  const found = (query: string) =>
    searchNames(items, query, (item) => item).map(({ name }) => name);
  expect(found('lct')).toEqual(['流程图', '浏览次图']);
  expect(found('LCT')).toEqual(found('lct'));
  expect(found('toc')).toEqual(['目录']);
  expect(found('图')).toEqual(['浏览次图', '流程图']);
  expect(found('')).toHaveLength(3);
  expect(found('lct mer')).toEqual(['流程图']);
  expect(found('没有')).toEqual([]);
});

test('a_first_word_comes_before_another_names_alias', () => {
  const items = [
    { name: 'Import content', alias: 'reset' },
    { name: 'Reset styles' },
    { name: 'Resettle' },
  ];
  const found = searchNames(items, 'reset', (item) => item).map(({ name }) => name);
  expect(found).toEqual(['Reset styles', 'Import content', 'Resettle']);
});

test('every_word_of_a_query_must_be_found', () => {
  expect(nameRank('heading 2', { name: 'Heading 2' })).not.toBeNull();
  expect(nameRank('heading 3', { name: 'Heading 2' })).toBeNull();
});

test('a_name_in_another_language_comes_after_whole_aliases_and_in_part_last', () => {
  const items = [
    { name: 'Unrelated', otherName: '表格' },
    { name: 'Parted', otherName: '图表格' },
    { name: 'Aliased', alias: 'bg' },
  ];
  const found = (query: string) =>
    searchNames(items, query, (item) => item).map(({ name }) => name);
  expect(found('bg')).toEqual(['Aliased', 'Unrelated', 'Parted']);
  expect(found('biaoge')).toEqual(['Unrelated', 'Parted']);
  expect(found('表格')).toEqual(['Unrelated', 'Parted']);
  expect(found('un')).toEqual(['Unrelated']);
});
