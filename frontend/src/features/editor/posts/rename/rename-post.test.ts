// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateKnowledgeBase } from '../../../../storage/knowledge-bases';
import { deletePosts, getPost, savePost, updatePostFields } from '../../../../storage/posts';
import { startLibrary, stopLibrary } from '../../../../testing/editor-library';
import type { Workbench } from '../../workbench';
import type { Library } from '../library/library';

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

let library: Library;
let workbench: Workbench;
let stop: () => void;
let first: string;

beforeEach(async () => {
  const started = await startLibrary();
  ({ library, workbench, stop } = started);
  first = started.post.id;
});
afterEach(() => stopLibrary({ library, workbench, stop }));

const titles = () => library.store.get().posts.map(({ title }) => title);

test('a_rename_is_undone_before_what_was_done_before_it', async () => {
  const other = await library.posts.create(null, '丙');
  await library.posts.delete(other);
  const before = await getPost(first);
  await library.posts.rename(first, '新名');
  expect(await library.undoLast()).toBe(true);
  expect(titles()).toEqual(['内容 1']);
  expect(workbench.text).toBe('甲');
  const { title, content, frontMatter, isNamed } = (await getPost(first)) ?? {};
  expect({ title, content, frontMatter, isNamed }).toEqual({
    title: before?.title,
    content: before?.content,
    frontMatter: before?.frontMatter,
    isNamed: before?.isNamed,
  });
  await library.undoLast();
  expect(new Set(titles())).toEqual(new Set(['内容 1', '丙']));
});

test('renames_of_a_post_that_is_not_open_are_undone_one_by_one', async () => {
  const before = await getPost(first);
  await library.posts.create(null, '乙');
  await library.posts.rename(first, '二');
  await library.posts.rename(first, '三');
  await library.undoLast();
  expect(await getPost(first)).toMatchObject({
    title: '二',
    content: 'label 二\n甲',
    frontMatter: { sidebar_label: '二' },
  });
  await library.undoLast();
  expect(await getPost(first)).toMatchObject({ title: '内容 1', content: '甲' });
  expect((await getPost(first))?.frontMatter).toEqual(before?.frontMatter);
  expect(titles()).toEqual(['内容 1', '乙']);
  expect(await library.undoLast()).toBe(false);
});

test('undoing_a_rename_late_keeps_what_was_written_since', async () => {
  await library.posts.rename(first, '新名');
  workbench.setText(`${workbench.text}，接着写`);
  await library.undoLast();
  expect(workbench.text).toBe('甲，接着写');
  expect(await getPost(first)).toMatchObject({ title: '内容 1', content: '甲，接着写' });
});

test('a_post_that_had_no_name_of_its_own_is_called_as_its_text_after_the_undo', async () => {
  await library.posts.create(null, '乙');
  await updatePostFields([{ id: first, isNamed: false }]);
  await library.posts.rename(first, '新名');
  const post = await getPost(first);
  if (post === undefined) throw new Error('no post');
  // As after a new heading was written.
  const frontMatter = { ...post.frontMatter, title: '新的标题' };
  await savePost(post, { content: `${post.content}变`, frontMatter }, post.updateDatetime);
  await library.undoLast();
  expect(await getPost(first)).toMatchObject({ title: '新的标题', content: '甲变' });
});

test('undoing_a_rename_leaves_a_later_name_alone', async () => {
  await library.posts.create(null, '乙');
  await library.posts.rename(first, '新名');
  await updatePostFields([{ id: first, title: '别处改的名' }]);
  await library.undoLast();
  expect(await getPost(first)).toMatchObject({ title: '别处改的名', content: 'label 新名\n甲' });
  expect(library.store.get().notice).toEqual({ kind: 'keptOnUndo', count: 1 });
});

test('undoing_a_rename_does_not_bring_back_what_another_tab_has_deleted', async () => {
  await library.posts.create(null, '乙');
  await library.posts.rename(first, '新名');
  await deletePosts([first]);
  await expect(library.undoLast()).rejects.toMatchObject({ key: 'library.postGone' });
  expect(await getPost(first)).toBeUndefined();
});

test('a_rename_in_an_archived_knowledge_base_is_undone_only_after_it', async () => {
  const { knowledgeBaseId } = library.store.get();
  await library.posts.rename(first, '新名');
  await library.posts.rename(first, '新名');
  await updateKnowledgeBase(knowledgeBaseId, { status: 'archived' });
  await expect(library.undoLast()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  expect((await getPost(first))?.title).toBe('新名');
  await library.knowledgeBases.activate(knowledgeBaseId);
  await library.undoLast();
  expect((await getPost(first))?.title).toBe('内容 1');
});

test('a_name_that_turns_the_text_around_it_is_refused', async () => {
  await library.posts.rename(first, 'a\u202eb').catch(() => undefined);
  expect(titles()).toEqual(['内容 1']);
  const added = await library.posts.create(null, '乙');
  await library.posts.name(added, 'a\u202eb').catch(() => undefined);
  expect(titles()).toEqual(['内容 1', '乙']);
});
