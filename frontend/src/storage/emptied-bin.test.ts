// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  closeBrowser,
  emptyBrowser,
  emptyDatabase,
  otherTab,
  readFirstPost,
} from '../testing/first-post';
import { binBase, listBinned } from './base-bin';
import { createCategory, deleteCategory, listCategories } from './categories';
import { database } from './db';
import { createKnowledgeBase, listKnowledgeBases } from './knowledge-bases';
import { forgetLoss, libraryLoss } from './library-loss';
import { pageMemory } from './page-memory';
import { deleteBinnedPosts, forgetGone, listBinnedPosts, restoreBinnedPost } from './post-bin';
import { createPost, deletePosts, getPost, listPosts, savePost } from './posts';
import type { PostRecord } from './schema';

/** What was deleted before the browser emptied the database stays deleted, and what the page had of it in the bin. */

let post: PostRecord;
let other: PostRecord;

beforeEach(async () => {
  emptyBrowser();
  ({ post } = await readFirstPost());
  await listKnowledgeBases();
  const { knowledgeBaseId, categoryId } = post;
  await listCategories(knowledgeBaseId);
  const place = { knowledgeBaseId, categoryId, parentId: null, order: 2 };
  other = await createPost({ title: '第二篇', content: '第二篇的字', ...place });
});
afterEach(async () => {
  forgetLoss();
  libraryLoss.set({ trouble: null });
  await closeBrowser();
});

const binnedIds = async () => (await listBinnedPosts()).map(({ id }) => id);

test('what_the_page_has_put_into_the_bin_is_there_again', async () => {
  await deletePosts([other.id]);
  await emptyDatabase();
  expect(await getPost(other.id)).toBeUndefined();
  expect(await listPosts(post.categoryId)).toHaveLength(1);
  expect(await binnedIds()).toEqual([other.id]);
  const back = await restoreBinnedPost(other, post);
  expect(back?.content).toBe('第二篇的字');
});

test('what_left_the_bin_before_does_not_come_back_to_it', async () => {
  const { knowledgeBaseId, categoryId } = post;
  const place = { knowledgeBaseId, categoryId, parentId: null, order: 3 };
  const third = await createPost({ title: '第三篇', content: '第三篇的字', ...place });
  await deletePosts([other.id, third.id]);
  await deleteBinnedPosts([other]);
  await restoreBinnedPost(third, post);
  await emptyDatabase();
  expect(await binnedIds()).toEqual([]);
  expect((await getPost(third.id))?.content).toBe('第三篇的字');
});

test('a_post_that_another_tab_has_deleted_is_in_the_bin_and_in_no_list', async () => {
  await getPost(other.id);
  await otherTab(() => deletePosts([other.id]));
  await forgetGone();
  await emptyDatabase();
  expect(await getPost(other.id)).toBeUndefined();
  expect(await binnedIds()).toEqual([other.id]);
});

test('a_post_that_another_tab_has_deleted_for_good_does_not_come_back', async () => {
  await getPost(other.id);
  await otherTab(async () => {
    await deletePosts([other.id]);
    await deleteBinnedPosts([other]);
  });
  await forgetGone();
  await emptyDatabase();
  expect(await getPost(other.id)).toBeUndefined();
  expect(await binnedIds()).toEqual([]);
});

test('a_post_in_the_bin_is_not_written_back_beside_it_and_its_words_are_kept', async () => {
  await savePost(other, { content: '这一页写的字' }, other.updateDatetime);
  const held = pageMemory();
  await emptyDatabase();
  // Another tab writes back first, and the post was in its bin.
  await otherTab(async () => {
    pageMemory().identity = held.identity;
    const value = { post: other, deletedAt: Date.now() + 1000 };
    const key = `~removed:${other.knowledgeBaseId}:${other.id}`;
    pageMemory().bin.hold(key, { key, value });
    await database();
  });
  expect(await getPost(other.id)).toBeUndefined();
  expect(await binnedIds()).toEqual([other.id]);
  const back = await restoreBinnedPost(other, post);
  const texts = [back?.content, ...(back?.history ?? []).map(({ content }) => content)];
  expect(texts).toEqual(expect.arrayContaining(['第二篇的字', '这一页写的字']));
});

test('a_post_that_was_written_after_it_went_into_the_bin_lives', async () => {
  const held = pageMemory();
  await savePost(other, { content: '后来写的字' }, other.updateDatetime);
  await emptyDatabase();
  await otherTab(async () => {
    pageMemory().identity = held.identity;
    const value = { post: { ...other, content: '删除时的字' }, deletedAt: 1 };
    const key = `~removed:${other.knowledgeBaseId}:${other.id}`;
    pageMemory().bin.hold(key, { key, value });
    await database();
  });
  const live = await getPost(other.id);
  expect(live?.content).toBe('后来写的字');
  expect(live?.history.map(({ content }) => content)).toContain('删除时的字');
  expect(await binnedIds()).toEqual([]);
});

test('a_knowledge_base_in_the_bin_comes_back_there_and_its_categories_nowhere_else', async () => {
  const { knowledgeBase, category } = await createKnowledgeBase('二', '');
  await listKnowledgeBases();
  await listCategories(knowledgeBase.id);
  const { id: knowledgeBaseId } = knowledgeBase;
  const place = { knowledgeBaseId, categoryId: category.id, parentId: null, order: 1 };
  await createPost({ title: '里面的', content: '里面的字', ...place });
  await binBase(knowledgeBaseId);
  await emptyDatabase();
  expect((await listKnowledgeBases()).map(({ id }) => id)).toEqual([post.knowledgeBaseId]);
  expect(await listCategories(knowledgeBaseId)).toEqual([]);
  expect(await listBinned()).toMatchObject([{ base: { name: '二' }, nDocuments: 1 }]);
});

test('categories_of_a_knowledge_base_that_another_tab_has_deleted_come_up_in_no_other', async () => {
  const { knowledgeBase } = await createKnowledgeBase('二', '');
  await listCategories(knowledgeBase.id);
  await otherTab(() => binBase(knowledgeBase.id));
  await listKnowledgeBases();
  await emptyDatabase();
  expect(await listCategories(knowledgeBase.id)).toEqual([]);
});

test('posts_of_a_deleted_category_come_back_to_the_bin', async () => {
  const { knowledgeBaseId } = post;
  const category = await createCategory(knowledgeBaseId, { name: 'b', slug: 'b' });
  const place = { knowledgeBaseId, categoryId: category.id, parentId: null, order: 1 };
  const inside = await createPost({ title: '里面的', content: '里面的字', ...place });
  await deleteCategory(category.id);
  await listCategories(knowledgeBaseId);
  await emptyDatabase();
  expect(await listCategories(knowledgeBaseId)).toHaveLength(1);
  expect(await binnedIds()).toEqual([inside.id]);
});
