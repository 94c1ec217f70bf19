// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeBrowser, emptyBrowser, firstWords, readFirstPost } from '../testing/first-post';
import { database } from './db';
import { readFirstData } from './first-data';
import { getPost, listPosts, savePost } from './posts';
import { allUnsaved, forgetKept, forgetUnsaved, keepUnsaved, readUnsaved } from './unsaved';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

test('an_edit_that_a_closing_page_kept_is_taken_over', async () => {
  const { post } = await readFirstPost();
  keepUnsaved({ postId: post.id, content: '最后一句', seen: post.updateDatetime, datetime: 5 });
  const { post: next } = await readFirstPost();
  expect(next.content).toBe('最后一句');
  expect((await getPost(post.id))?.content).toBe('最后一句');
  expect(readUnsaved(post.id)).toBeNull();
});

test('a_kept_edit_that_comes_too_late_goes_into_the_history', async () => {
  const { post } = await readFirstPost();
  keepUnsaved({ postId: post.id, content: 'late', seen: post.updateDatetime, datetime: 5 });
  await savePost(post, { content: 'theirs' }, post.updateDatetime);
  const { post: next } = await readFirstPost();
  expect(next.content).toBe('theirs');
  expect(next.history.map(({ content }) => content)).toEqual(['# 教程', 'late']);
});

test('a_kept_edit_that_follows_a_write_of_its_own_page_is_taken_over', async () => {
  const { post } = await readFirstPost();
  // The page closed after its write had reached the database, and before it knew that.
  await savePost(post, { content: '写到一半' }, post.updateDatetime);
  const edit = { postId: post.id, content: '写到一半，又写完', seen: post.updateDatetime };
  keepUnsaved({ ...edit, writing: '写到一半', datetime: 5 });
  const { post: next } = await readFirstPost();
  expect(next.content).toBe('写到一半，又写完');
});

test('an_edit_is_not_forgotten_when_its_page_has_kept_a_later_one', () => {
  const edit = { postId: 'a-post', seen: 1, datetime: 5 };
  keepUnsaved({ ...edit, content: '一' });
  const [found] = allUnsaved();
  keepUnsaved({ ...edit, content: '一，二' });
  if (found !== undefined) forgetKept(found);
  expect(readUnsaved('a-post')?.content).toBe('一，二');
  allUnsaved().forEach(forgetKept);
  expect(allUnsaved()).toEqual([]);
});

/** An edit that another page has kept. */
function keptElsewhere(edit: { postId: string; content: string; seen: number; datetime: number }) {
  localStorage.setItem(`unsaved_post:${edit.postId}:other`, JSON.stringify(edit));
}

test('a_page_forgets_only_what_it_has_kept_itself', async () => {
  const { post } = await readFirstPost();
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
  const { post } = await readFirstPost();
  keptElsewhere({ postId: post.id, content: '后写的', seen: post.updateDatetime, datetime: 9 });
  keepUnsaved({ postId: post.id, content: '先写的', seen: post.updateDatetime, datetime: 5 });
  const { post: next } = await readFirstPost();
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
  const { post } = await readFirstPost();
  keptElsewhere({ postId: post.id, content: '没存进去', seen: post.updateDatetime, datetime: 5 });
  // The summary is gone, and another post has no home: both would be mended at the start.
  await (await database()).delete('settings', `~post:${post.id}`);
  await (await database()).put('posts', { ...post, id: 'lost', categoryId: 'gone' });
  const disk = fillDisk();
  const data = await readFirstData(firstWords);
  expect(data.post).toMatchObject({ id: post.id, content: '没存进去' });
  expect(data.unsaved).toMatchObject({ key: 'storage.full' });
  expect((await listPosts(post.categoryId)).map(({ id }) => id)).toEqual([post.id]);
  // It is kept until it is written, and no copy is made of it.
  expect(allUnsaved().map(({ content }) => content)).toEqual(['没存进去']);
  await readFirstData(firstWords);
  expect(allUnsaved()).toHaveLength(1);
  disk.mockRestore();
  expect((await readFirstPost()).post.content).toBe('没存进去');
  expect((await getPost(post.id))?.content).toBe('没存进去');
  expect(allUnsaved()).toEqual([]);
});
