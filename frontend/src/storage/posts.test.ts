// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeBrowser, emptyBrowser, readFirstPost } from '../testing/first-post';
import { closeDatabase, database } from './db';
import { getPost, savePost } from './posts';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

test('an_edit_survives_closing_the_database', async () => {
  const { post } = await readFirstPost();
  await savePost(post, { content: '改过的文字' }, post.updateDatetime);
  await closeDatabase();
  expect((await getPost(post.id))?.content).toBe('改过的文字');
});

test('a_write_of_another_tab_is_never_overwritten_silently', async () => {
  const { post } = await readFirstPost();
  await savePost(post, { content: 'theirs' }, post.updateDatetime);
  const result = await savePost(post, { content: 'mine' }, post.updateDatetime);
  expect(result).toMatchObject({ state: 'conflict', theirs: { content: 'theirs' } });
  expect((await getPost(post.id))?.content).toBe('theirs');
  expect((await savePost(post, { content: 'mine' }, null)).state).toBe('saved');
  expect((await getPost(post.id))?.content).toBe('mine');
});

test('every_save_gets_a_newer_stamp', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1000);
  const { post } = await readFirstPost();
  const first = await savePost(post, { content: 'a' }, post.updateDatetime);
  expect(first).toMatchObject({ state: 'saved', updateDatetime: 1001 });
});

test('a_full_disk_is_named', async () => {
  const { post } = await readFirstPost();
  const db = await database();
  vi.spyOn(db, 'transaction').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(savePost(post, { content: 'x' }, post.updateDatetime)).rejects.toMatchObject({
    key: 'storage.full',
  });
});
