// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeBrowser, emptyBrowser, readFirstPost } from '../testing/first-post';
import { BIN_MS } from './bin-time';
import { createCategory, deleteCategory } from './categories';
import { withDatabase } from './db';
import { rowPrefixes } from './keys';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  listKnowledgeBases,
  restoreRecords,
} from './knowledge-bases';
import { readLibrarySnapshot, replaceLibrary } from './library-snapshot';
import { deleteBinnedPosts, listBinnedPosts, restoreBinnedPost } from './post-bin';
import { createPost, deletePosts, getPost, nameVersion, savePost } from './posts';
import type { PostRecord } from './schema';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOWHERE = { knowledgeBaseId: 'none', categoryId: 'none' };
let post: PostRecord;

beforeEach(async () => {
  emptyBrowser();
  ({ post } = await readFirstPost());
});
afterEach(closeBrowser);

const made = (title: string, parentId: string | null = null, categoryId = post.categoryId) =>
  createPost({
    ...{ title, content: `${title}的字`, parentId, categoryId, order: 2 },
    knowledgeBaseId: post.knowledgeBaseId,
  });

test('a_deleted_post_is_in_the_bin_with_its_place_and_comes_back_whole', async () => {
  const other = await made('乙');
  await savePost(other, { content: '后来的字' }, other.updateDatetime, { keepVersion: true });
  const before = await getPost(other.id);
  await deletePosts([other.id]);
  const [binned] = await listBinnedPosts();
  expect(binned).toMatchObject({ title: '乙', place: '我的知识库 / docs', isByOthers: false });
  expect(binned?.nChars).toBe('后来的字乙的字'.length);
  expect(await restoreBinnedPost(other, NOWHERE)).toEqual(before);
  expect(await getPost(other.id)).toEqual(before);
  expect(await listBinnedPosts()).toEqual([]);
});

test('the_undo_of_a_deletion_empties_the_bin_of_it', async () => {
  const other = await made('乙');
  await restoreRecords(await deletePosts([other.id]));
  const rows = await withDatabase((db) => db.getAllKeys('settings'));
  expect(rows.filter((key) => key.startsWith('~removed:'))).toEqual([]);
});

test('a_post_whose_parent_or_category_is_gone_stands_where_there_is_room', async () => {
  const parent = await made('上');
  const child = await made('下', parent.id);
  await deletePosts([parent.id, child.id]);
  expect(await restoreBinnedPost(child, NOWHERE)).toMatchObject({ parentId: null });
  const category = await createCategory(post.knowledgeBaseId, { name: '别的', slug: 'x' });
  const inside = await made('里面', null, category.id);
  await deleteCategory(category.id);
  expect(await restoreBinnedPost(inside, NOWHERE)).toMatchObject({ categoryId: post.categoryId });
});

test('a_post_of_a_knowledge_base_that_is_gone_goes_where_the_author_is', async () => {
  const { knowledgeBase, category } = await createKnowledgeBase('第二个', '');
  const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id, parentId: null };
  const other = await createPost({ title: '乙', content: '乙', order: 1, ...place });
  await deletePosts([other.id]);
  await deleteKnowledgeBase(knowledgeBase.id);
  const { knowledgeBaseId, categoryId } = post;
  expect((await listBinnedPosts())[0]?.place).toBe('');
  const restored = await restoreBinnedPost(other, { knowledgeBaseId, categoryId });
  expect(restored).toMatchObject({ knowledgeBaseId, categoryId });
  expect(await listKnowledgeBases()).toHaveLength(1);
});

/** Texts of a post that is there, past ones too. */
async function textsOf(id: string): Promise<string[]> {
  const record = await getPost(id);
  return record === undefined ? [] : [record.content, ...record.history.map((one) => one.content)];
}

test('a_save_of_a_deleted_post_brings_back_what_the_bin_has_of_it', async () => {
  const other = await made('乙');
  await savePost(other, { content: '另一页写的' }, other.updateDatetime);
  await nameVersion(other.id, '另一页命名的', '定稿');
  await deletePosts([other.id]);
  await savePost(other, { content: '这一页接着写' }, other.updateDatetime);
  expect(await textsOf(other.id)).toEqual(
    expect.arrayContaining(['这一页接着写', '另一页写的', '另一页命名的']),
  );
  expect(await listBinnedPosts()).toEqual([]);
  const rows = await withDatabase((db) => db.getAllKeys('settings'));
  expect(rows.filter((key) => key.startsWith('~removed:'))).toEqual([]);
});

test('an_older_record_that_is_put_back_brings_back_what_the_bin_has_of_it', async () => {
  const other = await made('乙');
  await savePost(other, { content: '另一页写的' }, other.updateDatetime);
  await nameVersion(other.id, '另一页命名的', '定稿');
  await deletePosts([other.id]);
  const { knowledgeBase, category } = await createKnowledgeBase('第二个', '');
  const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id };
  await restoreRecords({ knowledgeBases: [], categories: [], posts: [{ ...other, ...place }] });
  expect(await getPost(other.id)).toMatchObject({ content: '乙的字', ...place });
  expect(await textsOf(other.id)).toEqual(expect.arrayContaining(['另一页写的', '另一页命名的']));
  expect(await listBinnedPosts()).toEqual([]);
});

test('the_bin_keeps_a_text_that_the_post_of_that_id_lacks', async () => {
  const other = await made('乙');
  await deletePosts([other.id]);
  await withDatabase((db) => db.put('posts', { ...other, content: '别的字' }));
  expect((await listBinnedPosts()).map(({ id }) => id)).toEqual([other.id]);
  await withDatabase((db) => db.put('posts', other));
  expect(await listBinnedPosts()).toEqual([]);
});

test('a_post_that_is_there_again_keeps_its_text_and_gets_that_of_the_bin_as_a_version', async () => {
  const other = await made('乙');
  await deletePosts([other.id]);
  await withDatabase((db) => db.put('posts', { ...other, content: '另一页接着写' }));
  expect(await restoreBinnedPost(other, NOWHERE)).toMatchObject({ content: '另一页接着写' });
  expect((await getPost(other.id))?.history.map(({ content }) => content)).toContain('乙的字');
  expect(await listBinnedPosts()).toEqual([]);
});

test('of_two_copies_in_the_bin_the_one_deleted_last_comes_back_with_the_text_of_the_other', async () => {
  const other = await made('乙');
  for (const [removedAt, text] of [
    [Date.now() - DAY_MS, '以前的字'],
    [Date.now() + DAY_MS, '后来的字'],
  ] as const) {
    await deletePosts([other.id]);
    const key = `${rowPrefixes.syncBin}${other.knowledgeBaseId}:${other.id}`;
    const value = { post: { ...other, content: text }, removedAt };
    await withDatabase((db) => db.put('settings', { key, value }));
    const [listed] = await listBinnedPosts();
    expect(listed?.isByOthers).toBe(text === '后来的字');
    const back = await restoreBinnedPost(other, NOWHERE);
    const [last, before] = text === '后来的字' ? [text, '乙的字'] : ['乙的字', text];
    expect(back?.content).toBe(last);
    expect(back?.history.map(({ content }) => content)).toContain(before);
  }
});

test('the_bin_keeps_a_post_for_thirty_days_and_a_wrong_clock_loses_none', async () => {
  const other = await made('乙');
  const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000);
  await deletePosts([other.id]);
  now.mockRestore();
  const at = (ms: number) => listBinnedPosts(1_000_000 + ms);
  expect(await at(BIN_MS - 1)).toHaveLength(1);
  expect(await at(60 * DAY_MS)).toHaveLength(1);
  expect(await at(1)).toHaveLength(1);
  expect(await at(BIN_MS)).toHaveLength(1);
  expect(await at(BIN_MS + DAY_MS)).toEqual([]);
  expect(await restoreBinnedPost(other, NOWHERE)).toBeNull();
});

test('the_bin_keeps_what_a_backup_that_replaces_everything_lacks', async () => {
  const other = await made('乙');
  const before = await readLibrarySnapshot();
  const backup = { ...before, posts: before.posts.filter(({ id }) => id !== other.id) };
  await replaceLibrary(backup, before);
  expect((await listBinnedPosts()).map(({ id }) => id)).toEqual([other.id]);
  await replaceLibrary(before, backup);
  expect(await listBinnedPosts()).toEqual([]);
});

test('what_is_deleted_for_good_is_gone', async () => {
  const other = await made('乙');
  await deletePosts([other.id]);
  await deleteBinnedPosts(await listBinnedPosts());
  expect(await listBinnedPosts()).toEqual([]);
  expect(await restoreBinnedPost(other, NOWHERE)).toBeNull();
});

test('no_backup_holds_the_bin', async () => {
  const other = await made('秘密');
  await deletePosts([other.id]);
  expect(JSON.stringify(await readLibrarySnapshot())).not.toContain('秘密');
});

test('without_room_for_the_bin_a_post_can_be_deleted_all_the_same', async () => {
  const other = await made('乙');
  const put = vi.spyOn(IDBObjectStore.prototype, 'put');
  put.mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  const deleted = await deletePosts([other.id]);
  expect(deleted).toMatchObject({ isFinal: true, posts: [{ id: other.id }] });
  expect(await getPost(other.id)).toBeUndefined();
  expect(await listBinnedPosts()).toEqual([]);
});
