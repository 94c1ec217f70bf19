import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DATABASE_NAME } from '../config/constants';
import { closeDatabase, database, hasDatabase } from './db';
import { type FirstWords, openFirstData, readFirstData, volatileFirstData } from './first-data';
import { getPost, listPosts, savePost } from './posts';
import { DEFAULT_SETTINGS, readSettings, writeSettings } from './settings';
import { allUnsaved, forgetUnsaved, keepUnsaved, readUnsaved } from './unsaved';

const words = {
  knowledgeBaseName: '我的知识库',
  knowledgeBaseDescription: '默认知识库',
  postTitle: '内容 1',
  content: async () => '# 教程',
};

/** The first data of a database that has a post. */
async function start(given: FirstWords = words) {
  const { settings, post } = await readFirstData(given);
  if (post === null) throw new Error('no post');
  return { settings, post };
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('the_database_has_the_four_stores_of_the_specification', async () => {
  const db = await database();
  expect(db.name).toBe(DATABASE_NAME);
  expect(db.version).toBe(1);
  expect([...db.objectStoreNames]).toEqual(['categories', 'knowledgeBases', 'posts', 'settings']);
});

test('asking_whether_there_is_a_database_makes_none', async () => {
  expect(await hasDatabase()).toBe(false);
  expect(await indexedDB.databases()).toEqual([]);
  await database();
  await closeDatabase();
  expect(await hasDatabase()).toBe(true);
});

test('there_is_an_article_to_show_before_the_database_is_written', async () => {
  const db = await database();
  const { post, settled } = await openFirstData(words);
  expect(post?.content).toBe('# 教程');
  // A transaction that begins now waits for the one that writes.
  expect(await db.count('posts')).toBe(1);
  expect((await settled).post).toEqual(post);
  expect((await readSettings()).current_post_id).toBe(post?.id);
});

test('what_is_chosen_before_the_defaults_are_written_stays', async () => {
  const opening = await openFirstData(words);
  await writeSettings({ isMobile: true });
  await opening.settled;
  const settings = await readSettings();
  expect(settings.isMobile).toBe(true);
  expect(settings.current_post_id).toBe(opening.post?.id);
});

test('two_tabs_that_start_in_the_same_moment_settle_on_one_post', async () => {
  const [first, second] = await Promise.all([openFirstData(words), openFirstData(words)]);
  expect(first.post?.id).not.toBe(second.post?.id);
  const settled = await Promise.all([first.settled, second.settled]);
  expect(settled.map(({ post }) => post?.id)).toEqual([first.post?.id, first.post?.id]);
  expect(await (await database()).count('posts')).toBe(1);
});

test('the_first_start_makes_and_selects_the_defaults', async () => {
  const { settings, post } = await start();
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
  const first = await start();
  const second = await start({ ...words, content: async () => 'other' });
  expect(second.post).toEqual(first.post);
  expect(await (await database()).count('posts')).toBe(1);
});

test('an_edit_survives_closing_the_database', async () => {
  const { post } = await start();
  await savePost(post, { content: '改过的文字' }, post.updateDatetime);
  await closeDatabase();
  expect((await getPost(post.id))?.content).toBe('改过的文字');
});

test('a_write_of_another_tab_is_never_overwritten_silently', async () => {
  const { post } = await start();
  await savePost(post, { content: 'theirs' }, post.updateDatetime);
  const result = await savePost(post, { content: 'mine' }, post.updateDatetime);
  expect(result).toMatchObject({ state: 'conflict', theirs: { content: 'theirs' } });
  expect((await getPost(post.id))?.content).toBe('theirs');
  expect((await savePost(post, { content: 'mine' }, null)).state).toBe('saved');
  expect((await getPost(post.id))?.content).toBe('mine');
});

test('every_save_gets_a_newer_stamp', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1000);
  const { post } = await start();
  const first = await savePost(post, { content: 'a' }, post.updateDatetime);
  expect(first).toMatchObject({ state: 'saved', updateDatetime: 1001 });
});

test('settings_keep_what_was_written_and_default_the_rest', async () => {
  await writeSettings({ theme: 'elegant', size: 18 });
  expect(await readSettings()).toEqual({ ...DEFAULT_SETTINGS, theme: 'elegant', size: 18 });
});

test('a_damaged_setting_takes_its_default', async () => {
  const db = await database();
  await db.put('settings', { key: 'size', value: 'huge' });
  await db.put('settings', { key: 'color', value: 'red;}' });
  await db.put('settings', { key: 'unknown', value: 1 });
  expect(await readSettings()).toEqual(DEFAULT_SETTINGS);
});

test('without_indexeddb_the_failure_has_a_key_and_the_editor_has_data', async () => {
  vi.stubGlobal('indexedDB', undefined);
  await expect(readFirstData(words)).rejects.toMatchObject({ key: 'storage.unavailable' });
  const { settings, post } = await volatileFirstData(words);
  expect(post?.content).toBe('# 教程');
  expect(settings.current_post_id).toBe(post?.id);
});

test('a_browser_that_throws_on_opening_is_a_failure_like_any_other', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('forbidden', 'SecurityError');
    },
  });
  await expect(database()).rejects.toMatchObject({ key: 'storage.unavailable' });
});

test('the_first_post_agrees_with_the_front_matter_of_its_text', async () => {
  const frontMatter = { title: '教程', tags: ['排版'], draft: false, sidebar_label: '上手' };
  const fields = async () => ({ frontMatter, router_path: 'tutorial' });
  const { post } = await start({ ...words, fields });
  expect(post).toMatchObject({ title: '内容 1', frontMatter, router_path: 'tutorial' });
  expect(post.frontMatter.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test('the_first_start_stores_every_setting', async () => {
  const { settings } = await start();
  const rows = await (await database()).getAll('settings');
  const stored = rows.filter(({ key }) => !key.startsWith('~'));
  expect(Object.fromEntries(stored.map(({ key, value }) => [key, value]))).toEqual(settings);
  expect(stored).toHaveLength(Object.keys(DEFAULT_SETTINGS).length);
});

test('a_full_disk_is_named', async () => {
  const { post } = await start();
  const db = await database();
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(savePost(post, { content: 'x' }, post.updateDatetime)).rejects.toMatchObject({
    key: 'storage.full',
  });
});

test('an_edit_that_a_closing_page_kept_is_taken_over', async () => {
  const { post } = await start();
  keepUnsaved({ postId: post.id, content: '最后一句', seen: post.updateDatetime, datetime: 5 });
  const { post: next } = await start();
  expect(next.content).toBe('最后一句');
  expect((await getPost(post.id))?.content).toBe('最后一句');
  expect(readUnsaved(post.id)).toBeNull();
});

test('a_kept_edit_that_comes_too_late_goes_into_the_history', async () => {
  const { post } = await start();
  keepUnsaved({ postId: post.id, content: 'late', seen: post.updateDatetime, datetime: 5 });
  await savePost(post, { content: 'theirs' }, post.updateDatetime);
  const { post: next } = await start();
  expect(next.content).toBe('theirs');
  expect(next.history.map(({ content }) => content)).toEqual(['# 教程', 'late']);
});

test('a_kept_edit_that_follows_a_write_of_its_own_page_is_taken_over', async () => {
  const { post } = await start();
  // The page closed after its write had reached the database, and before it knew that.
  await savePost(post, { content: '写到一半' }, post.updateDatetime);
  const edit = { postId: post.id, content: '写到一半，又写完', seen: post.updateDatetime };
  keepUnsaved({ ...edit, writing: '写到一半', datetime: 5 });
  const { post: next } = await start();
  expect(next.content).toBe('写到一半，又写完');
});

/** An edit that another page has kept. */
function keptElsewhere(edit: { postId: string; content: string; seen: number; datetime: number }) {
  localStorage.setItem(`unsaved_post:${edit.postId}:other`, JSON.stringify(edit));
}

test('a_page_forgets_only_what_it_has_kept_itself', async () => {
  const { post } = await start();
  const edit = { postId: post.id, seen: post.updateDatetime };
  // Another page has its own copy of the module.
  vi.resetModules();
  const other = await import('./unsaved');
  other.keepUnsaved({ ...edit, content: '别页的字', datetime: 5 });
  keepUnsaved({ ...edit, content: '本页的字', datetime: 6 });
  forgetUnsaved(post.id);
  expect(allUnsaved().map(({ content }) => content)).toEqual(['别页的字']);
});

test('of_several_kept_edits_the_last_is_the_text_and_the_others_are_versions', async () => {
  const { post } = await start();
  keptElsewhere({ postId: post.id, content: '后写的', seen: post.updateDatetime, datetime: 9 });
  keepUnsaved({ postId: post.id, content: '先写的', seen: post.updateDatetime, datetime: 5 });
  const { post: next } = await start();
  expect(next.content).toBe('后写的');
  expect(next.history.map(({ content }) => content)).toEqual(['# 教程', '先写的']);
  expect(allUnsaved()).toEqual([]);
});

/** Every write fails, as on a full disk. */
function fillDisk() {
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
}

test('a_full_disk_does_not_hide_the_documents', async () => {
  const { post } = await start();
  keptElsewhere({ postId: post.id, content: '没存进去', seen: post.updateDatetime, datetime: 5 });
  // The summary is gone, and another post has no home: both would be mended at the start.
  await (await database()).delete('settings', `~post:${post.id}`);
  await (await database()).put('posts', { ...post, id: 'lost', categoryId: 'gone' });
  const disk = fillDisk();
  const data = await readFirstData(words);
  expect(data.post).toMatchObject({ id: post.id, content: '没存进去' });
  expect(data.unsaved).toMatchObject({ key: 'storage.full' });
  expect((await listPosts(post.categoryId)).map(({ id }) => id)).toEqual([post.id]);
  // It is kept until it is written, and no copy is made of it.
  expect(allUnsaved().map(({ content }) => content)).toEqual(['没存进去']);
  await readFirstData(words);
  expect(allUnsaved()).toHaveLength(1);
  disk.mockRestore();
  expect((await start()).post.content).toBe('没存进去');
  expect((await getPost(post.id))?.content).toBe('没存进去');
  expect(allUnsaved()).toEqual([]);
});
