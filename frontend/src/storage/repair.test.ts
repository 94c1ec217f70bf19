import { expect, test } from 'vitest';
import { newCategory, newKnowledgeBase, newPost } from './new-records';
import { toCategory, toKnowledgeBase, toPost } from './repair';

const sound = {
  ...newPost({
    title: '题',
    content: '正文',
    knowledgeBaseId: 'k',
    categoryId: 'c',
    parentId: 'p',
    order: 1.5,
  }),
  history: [
    { datetime: 1, content: '旧' },
    { datetime: 2, content: '初稿', name: '初稿' },
  ],
};

test('a_sound_record_comes_back_equal', () => {
  expect(toPost(sound)).toEqual(sound);
  const base = newKnowledgeBase('库', '', 1);
  expect(toKnowledgeBase(base)).toEqual(base);
  const category = newCategory('k', 'docs', 'docs', 1);
  expect(toCategory(category)).toEqual(category);
});

test('a_record_of_an_older_shape_gets_what_it_lacks', () => {
  expect(toPost({ id: 'a', title: '旧文', content: '字' })).toMatchObject({
    history: [],
    parentId: null,
    order: 0,
    frontMatter: { title: '', tags: [], draft: false },
    router_path: '',
    collapsed: false,
  });
});

test('dates_as_texts_and_as_dates_are_read', () => {
  const iso = '2025-03-04T05:06:07.000Z';
  expect(toPost({ ...sound, createDatetime: iso }).createDatetime).toBe(Date.parse(iso));
  expect(toPost({ ...sound, updateDatetime: new Date(iso) }).updateDatetime).toBe(Date.parse(iso));
  expect(toPost({ ...sound, updateDatetime: 'gestern' }).updateDatetime).toBe(sound.createDatetime);
});

test.each([
  [42, '42'],
  [['a'], '[\n  "a"\n]'],
  [{ body: '字' }, '{\n  "body": "字"\n}'],
])('a_text_of_the_wrong_kind_is_written_out_%#', (content, written) => {
  expect(toPost({ ...sound, content }).content).toBe(written);
});

test('a_lost_text_comes_back_from_the_newest_version', () => {
  expect(toPost({ ...sound, content: undefined }).content).toBe('初稿');
});

test('broken_versions_keep_their_text', () => {
  const history = [null, 7, 'nur Text', { content: 'ohne Zeit' }, { datetime: 'x', content: '' }];
  expect(toPost({ ...sound, history }).history).toEqual([
    { datetime: 0, content: 'nur Text' },
    { datetime: 0, content: 'ohne Zeit' },
  ]);
  expect(toPost({ ...sound, history: 'x' }).history).toEqual([]);
});

test('numbers_that_are_none_become_zero', () => {
  expect(toPost({ ...sound, order: Number.NaN }).order).toBe(0);
  expect(toPost({ ...sound, order: '2.5' }).order).toBe(2.5);
});

test('tags_as_one_text_are_split', () => {
  const frontMatter = { ...sound.frontMatter, tags: '甲, 乙,' };
  expect(toPost({ ...sound, frontMatter }).frontMatter.tags).toEqual(['甲', '乙']);
});

test.each([undefined, null, 5, 'text', []])('nothing_makes_the_repair_fail_%#', (raw) => {
  expect(toPost(raw)).toMatchObject({ content: '', title: '' });
  expect(toCategory(raw).type).toBe('docs');
  expect(toKnowledgeBase(raw).name).toBe('');
});
