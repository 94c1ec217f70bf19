// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deleteCategory, listCategories } from './categories';
import { closeDatabase, database } from './db';
import { readFirstData } from './first-data';
import { createKnowledgeBase, listKnowledgeBases, restoreRecords } from './knowledge-bases';
import { readLibrarySnapshot, replaceLibrary } from './library-snapshot';
import { createPost, deletePosts, getPost, savePost, updatePostFields } from './posts';
import type { PostRecord } from './schema';
import { readSettings, writeSettings } from './settings';

const words = {
  knowledgeBaseName: '我的知识库',
  knowledgeBaseDescription: '默认知识库',
  postTitle: '内容 1',
  content: async () => '# 教程',
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeDatabase();
  vi.unstubAllGlobals();
});

async function start(): Promise<PostRecord> {
  const { post } = await readFirstData(words);
  if (post === null) throw new Error('no post');
  return post;
}

/** Everything in the database, in its own words. */
async function everything() {
  const db = await database();
  const stores = ['knowledgeBases', 'categories', 'posts', 'settings'] as const;
  return JSON.stringify(await Promise.all(stores.map((store) => db.getAll(store))));
}

/** A write of a store throws at once, from the `nth` on. */
function throwAt(store: string, nth = 1) {
  const put = IDBObjectStore.prototype.put;
  let n = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...given: Parameters<typeof put>
  ) {
    if (this.name === store) n += 1;
    if (this.name === store && n >= nth) throw new DOMException('injected', 'DataCloneError');
    return put.apply(this, given);
  });
}

for (const store of ['knowledgeBases', 'categories', 'posts', 'settings']) {
  test(`a_restore_that_cannot_write_its_${store}_leaves_the_library_as_it_was`, async () => {
    await start();
    const here = await readLibrarySnapshot();
    const before = await everything();
    throwAt(store);
    await expect(replaceLibrary(here, here)).rejects.toMatchObject({ key: 'storage.failed' });
    expect(await everything()).toBe(before);
  });
}

test('a_save_that_cannot_write_its_summary_leaves_the_text_as_it_was', async () => {
  const post = await start();
  const before = await everything();
  throwAt('settings');
  await expect(savePost(post, { content: '新' }, post.updateDatetime)).rejects.toThrow();
  expect(await everything()).toBe(before);
});

test('a_deletion_that_cannot_be_remembered_deletes_nothing', async () => {
  const post = await start();
  const { knowledgeBaseId, categoryId, id } = post;
  const other = await createPost({ ...post, title: '二', content: '二' });
  const db = await database();
  // The server has all of them.
  for (const known of [id, other.id, categoryId]) {
    await db.put('settings', { key: `~sync:item:${knowledgeBaseId}:${known}`, value: {} });
  }
  await createKnowledgeBase('第二个', '');
  const second = { ...(await listCategories(knowledgeBaseId))[0], id: 'second' };
  await db.put('categories', second as never);
  const before = await everything();
  throwAt('settings');
  await expect(deletePosts([id, other.id])).rejects.toThrow();
  await expect(deleteCategory(categoryId)).rejects.toThrow();
  expect(await everything()).toBe(before);
});

test('changes_of_several_posts_are_written_together_or_not_at_all', async () => {
  const post = await start();
  const other = await createPost({ ...post, title: '二', content: '二' });
  throwAt('posts', 2);
  const changes = [
    { id: post.id, order: 7 },
    { id: other.id, order: 8 },
  ];
  await expect(updatePostFields(changes)).rejects.toThrow();
  expect((await getPost(post.id))?.order).toBe(post.order);
});

test('records_come_back_together_or_not_at_all', async () => {
  const post = await start();
  const { knowledgeBase, category } = await createKnowledgeBase('第二个', '');
  throwAt('posts');
  await expect(
    restoreRecords({
      knowledgeBases: [{ ...knowledgeBase, id: 'third' }],
      categories: [{ ...category, id: 'third' }],
      posts: [{ ...post, id: 'third' }],
    }),
  ).rejects.toThrow();
  expect(await listKnowledgeBases()).toHaveLength(2);
});

test('settings_are_written_together_or_not_at_all', async () => {
  await start();
  throwAt('settings', 2);
  await expect(writeSettings({ theme: 'elegant', size: 18 })).rejects.toThrow();
  expect(await readSettings()).toMatchObject({ theme: 'classic', size: 16 });
});
