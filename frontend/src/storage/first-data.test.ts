// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeBrowser, emptyBrowser, firstWords, readFirstPost } from '../testing/first-post';
import { database } from './db';
import { openFirstData, readFirstData, volatileFirstData } from './first-data';
import { DEFAULT_SETTINGS, readSettings, writeSettings } from './settings';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

test('there_is_an_article_to_show_before_the_database_is_written', async () => {
  const db = await database();
  const { post, settled } = await openFirstData(firstWords);
  expect(post?.content).toBe('# 教程');
  // A transaction that begins now waits for the one that writes.
  expect(await db.count('posts')).toBe(1);
  expect((await settled).post).toEqual(post);
  expect((await readSettings()).current_post_id).toBe(post?.id);
});

test('what_is_chosen_before_the_defaults_are_written_stays', async () => {
  const opening = await openFirstData(firstWords);
  await writeSettings({ isMobile: true });
  await opening.settled;
  const settings = await readSettings();
  expect(settings.isMobile).toBe(true);
  expect(settings.current_post_id).toBe(opening.post?.id);
});

test('two_tabs_that_start_in_the_same_moment_settle_on_one_post', async () => {
  const [first, second] = await Promise.all([openFirstData(firstWords), openFirstData(firstWords)]);
  expect(first.post?.id).not.toBe(second.post?.id);
  const settled = await Promise.all([first.settled, second.settled]);
  expect(settled.map(({ post }) => post?.id)).toEqual([first.post?.id, first.post?.id]);
  expect(await (await database()).count('posts')).toBe(1);
});

test('the_first_start_makes_and_selects_the_defaults', async () => {
  const { settings, post } = await readFirstPost();
  const db = await database();
  expect(await db.count('knowledgeBases')).toBe(1);
  expect((await db.getAll('categories'))[0]).toMatchObject({
    name: 'docs',
    slug: 'docs',
    type: 'docs',
  });
  expect(settings.current_post_id).toBe(post.id);
  expect(Object.keys(post).sort()).toEqual(
    [
      'id',
      'title',
      'content',
      'history',
      'createDatetime',
      'updateDatetime',
      'knowledgeBaseId',
      'categoryId',
      'parentId',
      'order',
      'frontMatter',
      'router_path',
      'collapsed',
      'isNamed',
    ].sort(),
  );
});

test('the_second_start_finds_what_the_first_made', async () => {
  const first = await readFirstPost();
  const second = await readFirstPost({ ...firstWords, content: async () => 'other' });
  expect(second.post).toEqual(first.post);
  expect(await (await database()).count('posts')).toBe(1);
});

test('without_indexeddb_the_failure_has_a_key_and_the_editor_has_data', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(readFirstData(firstWords)).rejects.toMatchObject({ key: 'storage.unavailable' });
  const { settings, post } = await volatileFirstData(firstWords);
  expect(post?.content).toBe('# 教程');
  expect(settings.current_post_id).toBe(post?.id);
});

test('the_first_post_agrees_with_the_front_matter_of_its_text', async () => {
  const frontMatter = { title: '教程', tags: ['排版'], draft: false, sidebar_label: '上手' };
  const fields = async () => ({ frontMatter, router_path: 'tutorial' });
  const { post } = await readFirstPost({ ...firstWords, fields });
  expect(post).toMatchObject({ title: '内容 1', frontMatter, router_path: 'tutorial' });
  expect(post.frontMatter.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('the_first_start_stores_every_setting', async () => {
  const { settings } = await readFirstPost();
  const rows = await (await database()).getAll('settings');
  const stored = rows.filter(({ key }) => !key.startsWith('~'));
  expect(Object.fromEntries(stored.map(({ key, value }) => [key, value]))).toEqual(settings);
  expect(stored).toHaveLength(Object.keys(DEFAULT_SETTINGS).length);
});
