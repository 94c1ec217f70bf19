// @vitest-environment happy-dom
import { IDBFactory, IDBObjectStore } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCategory, deleteCategory } from './categories';
import { closeDatabase, database } from './db';
import { readFirstData } from './first-data';
import { restoreRecords } from './knowledge-bases';
import { readLibrarySnapshot, replaceLibrary } from './library-snapshot';
import {
  createPost,
  deletePosts,
  getPost,
  keepVersion,
  listPosts,
  savePost,
  setAllCollapsed,
  updatePostFields,
} from './posts';
import { summaryOf } from './repair';
import type { PostRecord } from './schema';
import { readSettings } from './settings';

const words = {
  knowledgeBaseName: '知识库',
  knowledgeBaseDescription: '',
  postTitle: '一',
  content: async () => '# 一',
};
let first: PostRecord;

beforeEach(async () => {
  localStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  first = (await readFirstData(words)).post as PostRecord;
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeDatabase();
  vi.unstubAllGlobals();
});

/** What the list says, beside what the records say. */
async function both() {
  const listed = await listPosts(first.categoryId);
  const records = await (await database()).getAllFromIndex('posts', 'categoryId', first.categoryId);
  const sorted = <T extends { id: string }>(list: T[]) =>
    list.toSorted((a, b) => a.id.localeCompare(b.id));
  return { listed: sorted(listed), stored: sorted(records.map(summaryOf)) };
}

test('every_way_to_write_a_post_writes_its_summary', async () => {
  const { knowledgeBaseId, categoryId } = first;
  const place = { knowledgeBaseId, categoryId, parentId: null };
  const second = await createPost({ ...place, title: '二', content: '二', order: 2 });
  const third = await createPost({ ...place, title: '三', content: '三', order: 3 });
  const steps = [
    () => savePost(second, { content: '改', title: '改名' }, second.updateDatetime),
    () => updatePostFields([{ id: second.id, order: 9, parentId: first.id }]),
    () => setAllCollapsed(true),
    () => keepVersion(first.id, '旧'),
    async () => restoreRecords(await deletePosts([third.id])),
    async () => void (await deletePosts([third.id])),
    async () => {
      const all = await readLibrarySnapshot();
      const posts = all.posts.map((post) => ({ ...post, title: '换' }));
      await replaceLibrary({ ...all, posts }, all);
    },
  ];
  for (const step of steps) {
    await step();
    const { listed, stored } = await both();
    expect(listed).toEqual(stored);
  }
  expect((await both()).listed.map(({ title }) => title)).toEqual(['换', '换']);
});

test('a_list_reads_no_past_texts', async () => {
  const get = vi.spyOn(IDBObjectStore.prototype, 'get');
  const getAll = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  await listPosts(first.categoryId);
  const stores = [...get.mock.contexts, ...getAll.mock.contexts].map(
    (store) => (store as IDBObjectStore).name,
  );
  expect(stores).not.toContain('posts');
});

test('a_head_that_is_missing_is_read_from_its_record_and_put_back', async () => {
  const db = await database();
  await db.delete('settings', `~post:${first.id}`);
  expect(await listPosts(first.categoryId)).toEqual([summaryOf(first)]);
  expect(await db.get('settings', `~post:${first.id}`)).toBeDefined();
});

test('the_head_of_a_post_that_is_gone_is_not_listed', async () => {
  await (await database()).delete('posts', first.id);
  expect(await listPosts(first.categoryId)).toEqual([]);
});

test('heads_are_no_settings_and_no_part_of_a_backup', async () => {
  expect(Object.keys(await readSettings()).filter((key) => key.includes('post:'))).toEqual([]);
  expect(Object.keys((await readLibrarySnapshot()).settings)).not.toContain(`~post:${first.id}`);
});

test('deleting_a_category_takes_the_heads_along', async () => {
  const db = await database();
  await createCategory(first.knowledgeBaseId, { name: '二', slug: 'two' });
  await deleteCategory(first.categoryId);
  expect(await getPost(first.id)).toBeUndefined();
  expect(await db.get('settings', `~post:${first.id}`)).toBeUndefined();
});
