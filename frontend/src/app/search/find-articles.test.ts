import { expect, test } from 'vitest';
import type { Article } from '../../storage/articles';
import { excerptOf, findArticles } from './find-articles';

const article = (id: string, title: string): Article => ({
  id,
  title,
  ownTitle: title,
  place: '',
  changed: 0,
});
const articles = [
  article('1', '选纸'),
  article('2', '研墨手记'),
  article('3', '手记'),
  article('4', '洗笔'),
];
const match = (found: string) => ({
  line: 3,
  column: 2,
  before: '磨墨',
  found,
  after: '时',
  replaced: '',
});
const textWith = (found: string, ...ids: string[]) => ({
  nPosts: ids.length,
  nMatches: ids.length,
  posts: ids.map((id) => ({
    id,
    title: '',
    knowledgeBaseId: '',
    categoryId: '',
    count: 1,
    matches: [match(found)],
    bodyLine: 1,
  })),
});

test('titles_come_before_texts_and_an_article_comes_once', () => {
  const found = findArticles(articles, '手记', textWith('手记', '4', '2', '1'));
  expect(found.map(({ id }) => id)).toEqual(['3', '2', '1', '4']);
  expect(found.map((one) => one.match?.found)).toEqual([undefined, '手记', '手记', '手记']);
});

test('titles_are_found_by_pinyin_before_the_texts_have_been_read', () => {
  expect(findArticles(articles, 'ymsj', null).map(({ id }) => id)).toEqual(['2']);
  expect(findArticles(articles, 'xuan', null).map(({ id }) => id)).toEqual(['1']);
});

test('a_line_that_is_the_title_is_not_shown_below_it', () => {
  const named = { ...textWith('手记', '2') };
  const heading = { ...match('手记'), before: '# 研墨', after: '' };
  const field = { ...match('手记'), before: 'title: 研墨', after: '' };
  const withMatches = (...matches: ReturnType<typeof match>[]) => ({
    ...named,
    posts: named.posts.map((post) => ({ ...post, matches })),
  });
  const shown = (...matches: ReturnType<typeof match>[]) =>
    findArticles(articles, '研墨手记', withMatches(...matches))[0]?.match;
  expect(shown(field, heading)).toBeUndefined();
  expect(shown(field, heading, match('手记'))).toEqual(match('手记'));
});

test('a_match_stands_near_the_start_of_what_is_shown', () => {
  const before = `${'字'.repeat(40)}𠮷${'前'.repeat(15)}`;
  expect(excerptOf({ ...match('字'), before })).toEqual({
    before: `…𠮷${'前'.repeat(15)}`,
    found: '字',
    after: '时',
  });
  expect(excerptOf({ ...match('字'), before: '  - 项' }).before).toBe('- 项');
  expect(excerptOf({ ...match('字'), before: 'Something about the handbook and ' }).before).toBe(
    '…about the handbook and ',
  );
  expect(
    excerptOf({ ...match('字'), before: `${'字'.repeat(9)}，${'前'.repeat(15)}` }).before,
  ).toBe(`…${'前'.repeat(15)}`);
});

test('a_place_of_the_article_is_shown_and_of_the_front_matter_a_value_without_its_key', () => {
  const field = { ...match('手记'), line: 2, before: 'description: 怎样写', after: '的人' };
  const key = { ...match('手记'), line: 3, before: '', after: ': 一' };
  const text = { ...match('手记'), line: 6 };
  const shown = (...matches: ReturnType<typeof match>[]) => {
    const found = textWith('手记', '4');
    const posts = found.posts.map((post) => ({ ...post, matches, bodyLine: 5 }));
    return findArticles(articles, '手记', { ...found, posts }).find(({ id }) => id === '4')?.match;
  };
  expect(shown(field, text)).toEqual(text);
  expect(shown(key, field)).toEqual({ ...field, before: '怎样写' });
  expect(shown(key)).toBeUndefined();
});
