// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  closeBrowser,
  emptyBrowser,
  emptyDatabase,
  firstWords,
  readFirstPost,
} from '../testing/first-post';
import { listCategories } from './categories';
import { closeDatabase, database, withDatabase } from './db';
import { readFirstData } from './first-data';
import { listKnowledgeBases, updateKnowledgeBase } from './knowledge-bases';
import { forgetLoss, libraryLoss, refreshLoss } from './library-loss';
import { writeMarker } from './library-marker';
import { readMarker } from './library-notes';
import { createPost, deletePosts, getPost, listPosts, savePost } from './posts';
import type { PostRecord } from './schema';
import { readSettings, writeSettings } from './settings';

beforeEach(emptyBrowser);
afterEach(async () => {
  forgetLoss();
  libraryLoss.set({ trouble: null });
  await closeBrowser();
});

/** The page is closed and another one opened: what it held is gone with it, the database is a new one. */
async function nextVisit(isEmptied: boolean): Promise<void> {
  if (isEmptied) await emptyDatabase();
  await closeDatabase();
  const factory = indexedDB;
  // A page that opens the same storage with nothing in memory.
  vi.stubGlobal(
    'indexedDB',
    new Proxy(factory, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  );
  libraryLoss.set({ loss: null, trouble: null });
}

async function twoPosts(): Promise<[PostRecord, PostRecord]> {
  const { post } = await readFirstPost();
  await listKnowledgeBases();
  await listCategories(post.knowledgeBaseId);
  const { knowledgeBaseId, categoryId } = post;
  const place = { knowledgeBaseId, categoryId, parentId: null, order: 2 };
  const other = await createPost({ title: '第二篇', content: '第二篇的字', ...place });
  await savePost(post, { content: '写过的字' }, post.updateDatetime);
  await writeMarker();
  return [post, other];
}

test('what_the_page_holds_is_written_back_into_a_database_that_was_emptied', async () => {
  const [post, other] = await twoPosts();
  await writeSettings({ size: 18 });
  await emptyDatabase();
  expect((await getPost(post.id))?.content).toBe('写过的字');
  expect((await getPost(other.id))?.content).toBe('第二篇的字');
  expect((await listKnowledgeBases()).map(({ name }) => name)).toEqual(['我的知识库']);
  expect(await listPosts(post.categoryId)).toHaveLength(2);
  expect((await readSettings()).size).toBe(18);
  // Nothing is gone, so nothing is told.
  expect(libraryLoss.get()).toMatchObject({ loss: null, trouble: null });
});

test('a_save_after_that_is_no_conflict', async () => {
  const { post } = await readFirstPost();
  const first = await savePost(post, { content: '一' }, post.updateDatetime);
  await emptyDatabase();
  const seen = first.state === 'saved' ? first.updateDatetime : null;
  expect(await savePost(post, { content: '二' }, seen)).toMatchObject({ state: 'saved' });
  expect((await getPost(post.id))?.history.map(({ content }) => content)).toEqual(['# 教程']);
});

test('what_the_page_does_not_hold_is_named', async () => {
  const [post, other] = await twoPosts();
  await nextVisit(false);
  await readFirstData(firstWords);
  await emptyDatabase();
  await database();
  const { loss } = libraryLoss.get();
  expect(loss).toMatchObject({ kind: 'emptied', nGone: 1, nKept: 1 });
  const goneId = loss?.posts[0]?.id;
  expect([post.id, other.id]).toContain(goneId);
  expect(await getPost(goneId ?? '')).toBeUndefined();
});

test('nothing_is_read_or_written_until_it_is_written_back', async () => {
  const [post] = await twoPosts();
  await emptyDatabase();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  put.mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(listKnowledgeBases()).rejects.toThrow();
  const save = savePost(post, { content: '新的字' }, null);
  await expect(save).rejects.toThrow();
  expect(libraryLoss.get().trouble).not.toBeNull();
  put.mockRestore();
  expect((await getPost(post.id))?.content).toBe('写过的字');
  expect(libraryLoss.get().trouble).toBeNull();
});

test('a_visit_after_the_database_was_cleared_is_no_first_start', async () => {
  await twoPosts();
  await nextVisit(true);
  const content = vi.fn(async () => '# 教程');
  const { post } = await readFirstData({ ...firstWords, content });
  expect(content).not.toHaveBeenCalled();
  expect(post?.content).toBe('');
  const { loss } = libraryLoss.get();
  expect(loss).toMatchObject({ kind: 'evicted', nGone: 2 });
  expect(loss?.posts.map(({ title, base }) => [title, base])).toContainEqual([
    '第二篇',
    '我的知识库',
  ]);
});

test('the_loss_is_told_until_the_author_has_seen_it_or_all_is_back', async () => {
  const [post, other] = await twoPosts();
  await nextVisit(true);
  await readFirstData(firstWords);
  await nextVisit(false);
  await withDatabase(refreshLoss);
  expect(libraryLoss.get().loss?.nGone).toBe(2);
  await savePost(post, { content: '恢复的' }, null);
  await withDatabase(refreshLoss);
  expect(libraryLoss.get().loss).toMatchObject({ nGone: 1, posts: [{ id: other.id }] });
  await savePost(other, { content: '恢复的' }, null);
  await withDatabase(refreshLoss);
  expect(libraryLoss.get().loss).toBeNull();
});

test('the_loss_is_told_while_more_is_gone_than_was_named', async () => {
  const [post, other] = await twoPosts();
  libraryLoss.set({
    loss: {
      ...{ kind: 'evicted', nGone: 3, nKept: 0, isSynchronized: false },
      posts: [{ id: post.id, title: '写过的', base: '我的知识库' }],
    },
  });
  await withDatabase(refreshLoss);
  expect(libraryLoss.get().loss).toMatchObject({ nGone: 2, posts: [] });
  const named = [{ id: other.id, title: '第二篇', base: '我的知识库' }];
  libraryLoss.set({
    loss: { kind: 'emptied', nGone: null, nKept: 0, isSynchronized: false, posts: named },
  });
  await withDatabase(refreshLoss);
  expect(libraryLoss.get().loss).toBeNull();
});

test('what_is_back_is_not_told_as_gone_when_the_database_is_emptied_once_more', async () => {
  const [, other] = await twoPosts();
  const named = [{ id: other.id, title: '第二篇', base: '我的知识库' }];
  libraryLoss.set({
    loss: { kind: 'evicted', nGone: 1, nKept: 0, isSynchronized: false, posts: named },
  });
  await emptyDatabase();
  await database();
  expect(libraryLoss.get().loss).toBeNull();
});

test('who_has_written_nothing_has_lost_nothing', async () => {
  await readFirstPost();
  await writeMarker();
  await nextVisit(true);
  expect((await readFirstPost()).post.content).toBe('# 教程');
  expect(libraryLoss.get().loss).toBeNull();
});

test('a_database_from_before_is_none_that_was_emptied', async () => {
  await twoPosts();
  await withDatabase((db) => db.delete('settings', '~identity'));
  await nextVisit(false);
  await readFirstData(firstWords);
  expect(libraryLoss.get().loss).toBeNull();
});

test('of_two_pages_the_newer_text_stands_and_the_older_one_is_a_version', async () => {
  const [post] = await twoPosts();
  const older = indexedDB;
  await nextVisit(false);
  const now = (await getPost(post.id)) as PostRecord;
  const changes = { content: '这一页后来写的字', title: '后来的名字' };
  await savePost(now, changes, now.updateDatetime);
  const newer = indexedDB;
  await emptyDatabase();
  vi.stubGlobal('indexedDB', older);
  expect((await getPost(post.id))?.content).toBe('写过的字');
  await listPosts(post.categoryId);
  await closeDatabase();
  vi.stubGlobal('indexedDB', newer);
  const both = await getPost(post.id);
  expect(both).toMatchObject(changes);
  expect(both?.history.map(({ content }) => content)).toContain('写过的字');
  const titles = (await listPosts(post.categoryId)).map(({ title }) => title);
  expect(titles).toContain('后来的名字');
});

test('a_page_that_writes_back_later_replaces_nothing_newer_of_another_page', async () => {
  const [post] = await twoPosts();
  await writeSettings({ size: 18 });
  await readSettings();
  const older = indexedDB;
  await nextVisit(false);
  await updateKnowledgeBase(post.knowledgeBaseId, { name: '后来的库' });
  await writeSettings({ size: 17 });
  await readSettings();
  await listKnowledgeBases();
  await emptyDatabase();
  await getPost(post.id);
  await closeDatabase();
  vi.stubGlobal('indexedDB', older);
  expect((await listKnowledgeBases()).map(({ name }) => name)).toEqual(['后来的库']);
  expect((await readSettings()).size).toBe(17);
});

test('a_new_database_has_its_identity_with_its_stores', async () => {
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  put.mockImplementation(function (this: IDBObjectStore, value: unknown) {
    if (this.transaction.mode !== 'versionchange') throw new Error('too late');
    return this.add(value);
  });
  const db = await database();
  expect(await db.getKey('settings', '~identity')).toBeDefined();
});

/** No row says which database it is, and the browser has no room for one. */
async function withoutIdentity(): Promise<void> {
  await withDatabase((db) => db.delete('settings', '~identity'));
  await nextVisit(false);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await database();
}

test('a_database_without_an_identity_keeps_the_note_of_what_there_was', async () => {
  await twoPosts();
  await withoutIdentity();
  await writeMarker();
  expect(readMarker()?.nPosts).toBe(2);
});

test('an_emptied_database_is_known_without_an_identity_too', async () => {
  const [post] = await twoPosts();
  await withoutIdentity();
  await getPost(post.id);
  vi.restoreAllMocks();
  await emptyDatabase();
  expect((await getPost(post.id))?.content).toBe('写过的字');
  expect(libraryLoss.get().loss).toMatchObject({ kind: 'emptied', nGone: 1, nKept: 1 });
});

test('an_empty_database_that_can_get_no_identity_has_lost_what_the_note_names', async () => {
  await twoPosts();
  await withDatabase(async (db) => {
    await db.clear('posts');
    await db.delete('settings', '~identity');
  });
  await withoutIdentity();
  expect(libraryLoss.get().loss).toMatchObject({ kind: 'evicted', nGone: 2 });
  expect(readMarker()?.nPosts).toBe(2);
});

test('what_was_deleted_does_not_come_back', async () => {
  const [post, other] = await twoPosts();
  await deletePosts([other.id]);
  await emptyDatabase();
  expect(await getPost(other.id)).toBeUndefined();
  expect(await getPost(post.id)).toBeDefined();
});

test('what_lay_in_the_bin_is_counted_among_what_is_gone', async () => {
  const [post, other] = await twoPosts();
  await deletePosts([other.id]);
  await writeMarker();
  expect(readMarker()).toMatchObject({ nPosts: 1, nBinned: 1 });
  await nextVisit(false);
  await getPost(post.id);
  await emptyDatabase();
  await getPost(post.id);
  expect(libraryLoss.get().loss).toMatchObject({ kind: 'emptied', nGone: 0, nBinned: 1 });
});

test('what_the_page_itself_has_deleted_is_in_the_bin_again', async () => {
  const [post, other] = await twoPosts();
  await deletePosts([other.id]);
  await writeMarker();
  await emptyDatabase();
  await getPost(post.id);
  expect(libraryLoss.get().loss).toBeNull();
});
