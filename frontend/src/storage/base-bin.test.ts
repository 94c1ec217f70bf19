import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { binBase, deleteBinned, listBinned, restoreBinned } from './base-bin';
import { BIN_MS } from './bin-time';
import { listCategories } from './categories';
import { closeDatabase } from './db';
import { createKnowledgeBase, listKnowledgeBases, removeRecords } from './knowledge-bases';
import { createPost, getPost } from './posts';

const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

async function twoBases() {
  await createKnowledgeBase('一', '');
  const { knowledgeBase, category } = await createKnowledgeBase('二', '说明');
  const post = await createPost({
    title: '文',
    content: '字',
    knowledgeBaseId: knowledgeBase.id,
    categoryId: category.id,
    parentId: null,
    order: 1,
  });
  return { base: knowledgeBase, post };
}

test('a_base_goes_into_the_bin_and_comes_back_as_it_was', async () => {
  const { base, post } = await twoBases();
  expect(await binBase(base.id, 5)).toBe(true);
  expect((await listKnowledgeBases()).map(({ name }) => name)).toEqual(['一']);
  expect(await getPost(post.id)).toBeUndefined();
  expect(await listBinned(6)).toEqual([{ base, nDocuments: 1, deletedAt: 5 }]);
  await restoreBinned(base.id);
  expect(await listBinned(6)).toEqual([]);
  expect(await getPost(post.id)).toEqual(post);
  expect(await listKnowledgeBases()).toContainEqual(base);
});

test('the_last_base_stays', async () => {
  const { knowledgeBase } = await createKnowledgeBase('一', '');
  expect(await binBase(knowledgeBase.id)).toBe(false);
  expect(await listKnowledgeBases()).toHaveLength(1);
});

test('the_bin_is_emptied_by_hand_and_after_thirty_days', async () => {
  const { base } = await twoBases();
  await binBase(base.id, 0);
  expect(await listBinned(BIN_MS - 1)).toHaveLength(1);
  // It is due at two looks that are a day apart.
  expect(await listBinned(BIN_MS)).toHaveLength(1);
  expect(await listBinned(BIN_MS + DAY_MS - 1)).toHaveLength(1);
  expect(await listBinned(BIN_MS + DAY_MS)).toHaveLength(0);
  expect(await listBinned(0)).toHaveLength(0);
  await createKnowledgeBase('三', '');
  const [, third] = await listKnowledgeBases();
  await binBase(third?.id ?? '', 0);
  await deleteBinned(third?.id ?? '');
  expect(await listBinned(1)).toEqual([]);
});

test('a_clock_that_is_wrong_for_a_moment_does_not_empty_the_bin', async () => {
  const { base } = await twoBases();
  await binBase(base.id, 0);
  expect(await listBinned(31 * DAY_MS)).toHaveLength(1);
  expect(await listBinned(1)).toHaveLength(1);
  // Wrong once more, and further: what was seen before does not count.
  expect(await listBinned(60 * DAY_MS)).toHaveLength(1);
  expect(await listBinned(2)).toHaveLength(1);
  expect((await listBinned(3))[0]?.deletedAt).toBe(0);
});

test('taking_back_the_last_base_leaves_it_with_a_category_or_nothing', async () => {
  const { knowledgeBase, category } = await createKnowledgeBase('一', '');
  const records = { knowledgeBases: [knowledgeBase], categories: [category], posts: [] };
  await removeRecords(records);
  expect(await listCategories(knowledgeBase.id)).toHaveLength(1);
  await removeRecords(records, { mayEmpty: true });
  expect(await listKnowledgeBases()).toEqual([]);
  expect(await listCategories(knowledgeBase.id)).toEqual([]);
});
