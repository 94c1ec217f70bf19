// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCategory, deleteCategory, listCategories, updateCategory } from './categories';
import { closeDatabase, database } from './db';
import { readFirstData, recoverUnsaved } from './first-data';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  listKnowledgeBases,
  restoreRecords,
  updateKnowledgeBase,
} from './knowledge-bases';
import {
  createPost,
  deletePosts,
  deleteVersion,
  getPost,
  keepVersion,
  listPosts,
  nameVersion,
  putBackVersion,
  savePost,
  setAllCollapsed,
  updatePostFields,
} from './posts';
import type { PostRecord } from './schema';
import { writeTabSelection } from './selection';
import { writeSettings } from './settings';
import { allUnsaved, keepUnsaved } from './unsaved';

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
  await closeDatabase();
  vi.unstubAllGlobals();
});

async function start(): Promise<PostRecord> {
  const { post } = await readFirstData(words);
  if (post === null) throw new Error('no post');
  return post;
}

async function another(first: PostRecord, title: string, parentId: string | null = null) {
  const { knowledgeBaseId, categoryId } = first;
  return createPost({ title, content: title, knowledgeBaseId, categoryId, parentId, order: 2 });
}

test('a_new_knowledge_base_has_a_category', async () => {
  await start();
  const { knowledgeBase, category } = await createKnowledgeBase('第二个', '说明');
  expect((await listKnowledgeBases()).map(({ name }) => name)).toEqual(['我的知识库', '第二个']);
  expect(await listCategories(knowledgeBase.id)).toEqual([category]);
  await updateKnowledgeBase(knowledgeBase.id, { name: '改名', description: '' });
  expect((await listKnowledgeBases())[1]).toMatchObject({ name: '改名', description: '' });
});

test('the_last_knowledge_base_is_refused_with_a_warning', async () => {
  const post = await start();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await deleteKnowledgeBase(post.knowledgeBaseId)).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
  expect(await listKnowledgeBases()).toHaveLength(1);
  expect(await getPost(post.id)).toBeDefined();
});

test('a_deleted_knowledge_base_takes_everything_along_and_comes_back_whole', async () => {
  const post = await start();
  await createKnowledgeBase('第二个', '');
  const deleted = await deleteKnowledgeBase(post.knowledgeBaseId);
  expect(await listKnowledgeBases()).toHaveLength(1);
  expect(await getPost(post.id)).toBeUndefined();
  expect(await listCategories(post.knowledgeBaseId)).toEqual([]);
  if (deleted === null) throw new Error('refused');
  await restoreRecords(deleted);
  expect(await getPost(post.id)).toEqual(post);
  expect(await listKnowledgeBases()).toHaveLength(2);
});

test('the_last_category_is_refused_with_a_warning', async () => {
  const post = await start();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  expect(await deleteCategory(post.categoryId)).toBeNull();
  expect(warn).toHaveBeenCalledOnce();
});

test('a_category_without_a_slug_of_its_own_takes_its_id', async () => {
  const post = await start();
  const category = await createCategory(post.knowledgeBaseId, { name: '？！', slug: '' });
  expect(category).toMatchObject({ slug: category.id, type: 'docs', order: 2 });
  await updateCategory(category.id, { name: 'Notes', slug: 'notes', description: '' });
  expect((await listCategories(post.knowledgeBaseId))[1]).toMatchObject({ slug: 'notes' });
  expect(await deleteCategory(category.id)).toMatchObject({ posts: [], categories: [{}] });
});

test('the_list_of_posts_holds_no_text', async () => {
  const post = await start();
  await another(post, '二');
  const summaries = await listPosts(post.categoryId);
  expect(summaries).toHaveLength(2);
  expect(summaries.some((summary) => 'content' in summary || 'history' in summary)).toBe(false);
});

test('moving_and_collapsing_leave_the_stamp_of_the_text', async () => {
  const post = await start();
  const child = await another(post, '子');
  await updatePostFields([
    { id: child.id, parentId: post.id, order: 1 },
    { id: 'gone', order: 5 },
  ]);
  await setAllCollapsed(true);
  expect(await getPost(child.id)).toEqual({
    ...child,
    parentId: post.id,
    order: 1,
    collapsed: true,
  });
  // So an editor that has the post open can still save.
  expect((await savePost(child, { content: '字' }, child.updateDatetime)).state).toBe('saved');
  expect((await getPost(child.id))?.parentId).toBe(post.id);
});

test('collapsing_very_many_posts_lets_a_save_in_between', async () => {
  const post = await start();
  for (let i = 0; i < 250; i += 1) await another(post, `第 ${i} 篇`);
  const order: string[] = [];
  let saving: Promise<unknown> | undefined;
  const put = IDBObjectStore.prototype.put;
  // The save is asked for while the first posts are being written.
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...record
  ) {
    saving ??= Promise.resolve()
      .then(() => savePost(post, { content: '字' }, post.updateDatetime))
      .then(() => order.push('saved'));
    return put.apply(this, record);
  });
  await setAllCollapsed(true).then(() => order.push('collapsed'));
  await saving;
  spy.mockRestore();
  expect(order).toEqual(['saved', 'collapsed']);
  expect((await listPosts(post.categoryId)).every(({ collapsed }) => collapsed)).toBe(true);
  expect((await getPost(post.id))?.content).toBe('字');
});

test('deleted_posts_come_back_as_they_were', async () => {
  const post = await start();
  const child = await another(post, '子', post.id);
  const deleted = await deletePosts([post.id, child.id, 'gone']);
  expect(await listPosts(post.categoryId)).toEqual([]);
  await restoreRecords(deleted);
  expect(await getPost(child.id)).toEqual(child);
});

test('a_save_keeps_the_text_before_as_a_version', async () => {
  const post = await start();
  await savePost(post, { content: '改' }, post.updateDatetime);
  expect((await getPost(post.id))?.history).toEqual([
    { datetime: post.updateDatetime, content: '# 教程' },
  ]);
});

test('a_large_deletion_keeps_the_text_before_it_however_young_the_last_version_is', async () => {
  const post = await start();
  const write = async (content: string) => {
    const now = await getPost(post.id);
    await savePost(post, { content }, now?.updateDatetime ?? 0);
  };
  const long = '半分钟里写下的四千八百个字'.repeat(400);
  for (const content of ['贴', long, `${long}再写一句`, '全没']) await write(content);
  const stored = await getPost(post.id);
  expect(stored?.history.map(({ content }) => content)).toContain(`${long}再写一句`);
});

test('overwriting_another_tab_keeps_its_text_as_a_version', async () => {
  const post = await start();
  await savePost(post, { content: 'theirs' }, post.updateDatetime);
  await savePost(post, { content: 'mine' }, null);
  const stored = await getPost(post.id);
  expect(stored?.content).toBe('mine');
  expect(stored?.history.map(({ content }) => content)).toEqual(['# 教程', 'theirs']);
});

test('versions_get_names_and_can_be_taken_out', async () => {
  const post = await start();
  const named = await nameVersion(post.id, '# 教程', '初稿');
  expect(named).toMatchObject([{ content: '# 教程', name: '初稿' }]);
  // Versions of one millisecond have no order.
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000);
  await keepVersion(post.id, '另一份');
  const [first] = named;
  if (first === undefined) throw new Error('no version');
  expect(await deleteVersion(post.id, first)).toMatchObject([{ content: '另一份' }]);
  expect(await putBackVersion(post.id, first)).toMatchObject([first, { content: '另一份' }]);
});

test('too_many_named_versions_are_refused_by_name', async () => {
  const post = await start();
  await nameVersion(post.id, 'x'.repeat(1_500_000), 'a');
  await expect(nameVersion(post.id, 'x'.repeat(1_500_000), 'b')).rejects.toMatchObject({
    key: 'storage.historyFull',
  });
});

test('each_tab_opens_its_own_post_again', async () => {
  const first = await start();
  const second = await another(first, '二');
  await writeSettings({ current_post_id: first.id });
  writeTabSelection(second.id);
  expect((await start()).id).toBe(second.id);
  writeTabSelection('gone');
  expect((await start()).id).toBe(first.id);
});

test('an_empty_category_opens_no_post', async () => {
  const post = await start();
  const category = await createCategory(post.knowledgeBaseId, { name: '空', slug: '空' });
  await writeSettings({ current_category_id: category.id, current_post_id: '' });
  const data = await readFirstData(words);
  expect(data.post).toBeNull();
  expect(data.settings.current_category_id).toBe(category.id);
});

test('posts_out_of_reach_are_given_a_home', async () => {
  const post = await start();
  const db = await database();
  await db.put('posts', { ...post, id: 'lost', categoryId: 'gone', content: '失散的字' });
  await db.put('posts', { id: 7, content: '没有归属' } as unknown as PostRecord);
  await start();
  const summaries = await listPosts(post.categoryId);
  expect(summaries.map(({ id }) => id).sort()).toEqual(['7', 'lost', post.id].sort());
  expect((await getPost('7'))?.content).toBe('没有归属');
  expect(await db.count('posts')).toBe(3);
});

test('posts_without_any_knowledge_base_get_one', async () => {
  const post = await start();
  const db = await database();
  await db.clear('knowledgeBases');
  await db.clear('categories');
  const next = await start();
  expect(next).toMatchObject({ id: post.id, content: '# 教程' });
  expect(await listKnowledgeBases()).toHaveLength(1);
  expect(await listCategories(next.knowledgeBaseId)).toHaveLength(1);
});

test('edits_that_other_posts_could_not_write_are_recovered', async () => {
  const first = await start();
  const second = await another(first, '二');
  const { knowledgeBaseId, categoryId } = first;
  const edit = { seen: second.updateDatetime, datetime: 5 };
  keepUnsaved({ postId: second.id, content: '没写完', ...edit });
  keepUnsaved({ postId: 'gone', content: '库没了', ...edit });
  keepUnsaved({ postId: 'busy', content: '还在别处', ...edit });
  const place = { knowledgeBaseId, categoryId, title: '找回的文章' };
  expect(await recoverUnsaved(place, async (id) => id !== 'busy')).toBe(2);
  expect((await getPost(second.id))?.content).toBe('没写完');
  expect(await getPost('gone')).toMatchObject({ title: '找回的文章', content: '库没了' });
  expect(allUnsaved().map(({ postId }) => postId)).toEqual(['busy']);
});

test('an_edit_kept_by_an_older_page_is_found', async () => {
  const post = await start();
  const edit = { postId: post.id, content: '旧页的字', seen: post.updateDatetime, datetime: 5 };
  localStorage.setItem('unsaved_post', JSON.stringify(edit));
  expect((await start()).content).toBe('旧页的字');
  expect(localStorage.getItem('unsaved_post')).toBeNull();
});

test('a_connection_that_the_browser_ended_is_opened_anew', async () => {
  const post = await start();
  const db = await database();
  db.close();
  expect((await getPost(post.id))?.id).toBe(post.id);
});
