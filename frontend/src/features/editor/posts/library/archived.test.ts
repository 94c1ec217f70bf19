// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createKnowledgeBase,
  restoreRecords,
  updateKnowledgeBase,
} from '../../../../storage/knowledge-bases';
import { readLibrarySnapshot } from '../../../../storage/library-snapshot';
import { newPost } from '../../../../storage/new-records';
import { getPost } from '../../../../storage/posts';
import { startLibrary, stopLibrary } from '../../../../testing/editor-library';
import type { Workbench } from '../../workbench';
import type { Library } from './library';

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

let library: Library;
let workbench: Workbench;
let stop: () => void;
let first: string;
let home: string;

beforeEach(async () => {
  const started = await startLibrary();
  ({ library, workbench, stop } = started);
  first = started.post.id;
  home = started.post.knowledgeBaseId;
});
afterEach(() => stopLibrary({ library, workbench, stop }));

/** The knowledge base is archived beside the open editor. */
async function archive(): Promise<void> {
  await updateKnowledgeBase(home, { status: 'archived' });
  await library.refresh();
}

test('what_was_typed_before_the_archive_is_kept_and_nothing_is_written_after', async () => {
  workbench.setText('甲，写完了');
  await archive();
  expect((await getPost(first))?.content).toBe('甲，写完了');
  expect(workbench.store.get()).toMatchObject({ isReadOnly: true, isArchived: true });
  workbench.setText('归档以后');
  await workbench.session.save();
  await library.takeOver();
  workbench.setText('归档以后');
  expect(workbench.text).toBe('甲，写完了');
  await library.knowledgeBases.activate(home);
  expect(workbench.store.get()).toMatchObject({ isReadOnly: false, isArchived: false });
  workbench.setText('又能写了');
  await workbench.session.save();
  expect((await getPost(first))?.content).toBe('又能写了');
});

test('no_document_and_no_category_of_an_archived_knowledge_base_is_changed', async () => {
  const child = await library.posts.create(first, '子');
  const { category: elsewhere } = await createKnowledgeBase('另一个', '');
  await archive();
  const before = await readLibrarySnapshot();
  const { categoryId, categories } = library.store.get();
  const [category] = categories;
  if (category === undefined) throw new Error('no category');
  for (const change of [
    () => library.posts.create(null, '新'),
    () => library.posts.rename(child, '改名'),
    () => library.posts.duplicate(child, String),
    () => library.posts.delete(child),
    () => library.posts.move(child, { kind: 'after', of: first }),
    () => library.posts.moveTo(child, elsewhere),
    () => library.posts.renumber(child),
    () => library.knowledgeBases.updateKnowledgeBase(home, '改名', ''),
    () => library.knowledgeBases.createCategory('新', ''),
    () => library.knowledgeBases.updateCategory(categoryId, '改名', ''),
    () => library.knowledgeBases.deleteCategory(categoryId),
  ]) {
    await expect(change()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  }
  // Nothing moves into it either.
  await library.selectKnowledgeBase(elsewhere.knowledgeBaseId);
  const other = await library.posts.create(null, '别处的');
  await expect(library.posts.moveTo(other, category)).rejects.toMatchObject({
    key: 'knowledgeBase.archived',
  });
  const after = await readLibrarySnapshot();
  expect(after.posts.filter(({ id }) => id !== other)).toEqual(before.posts);
  expect(after.categories).toEqual(before.categories);
});

test('a_search_replaces_nothing_in_an_archived_knowledge_base', async () => {
  await library.knowledgeBases.createKnowledgeBase('另一个', '');
  await archive();
  const seen = (await getPost(first))?.updateDatetime ?? 0;
  const { count, skipped } = await library.bulk.replaceTexts([
    { id: first, seen, content: '换掉' },
  ]);
  expect({ count, skipped }).toEqual({ count: 0, skipped: 1 });
  expect((await getPost(first))?.content).toBe('甲');
});

/** Everything that can be undone of one post, done before the archive. */
async function changedBeforeTheArchive() {
  const second = await library.posts.create(null, '第二篇');
  const { undo: deletion } = await library.posts.delete(second);
  const third = await library.posts.create(null, '第三篇');
  const move = await library.posts.move(third, { kind: 'child', of: first });
  await library.openPost(third);
  const seen = (await getPost(first))?.updateDatetime ?? 0;
  const { undo: replacement } = await library.bulk.replaceTexts([
    { id: first, seen, content: '换过的字' },
  ]);
  await library.openPost(first);
  const rewriting = await workbench.rewrite('整篇换过');
  return { deletion, move, replacement, rewriting };
}

test('what_was_done_before_the_archive_is_undone_only_after_it', async () => {
  const { deletion, move, replacement, rewriting } = await changedBeforeTheArchive();
  await archive();
  const { posts } = await readLibrarySnapshot();
  for (const step of [deletion, move, replacement]) {
    await expect(step?.undo()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  }
  await expect(library.undoLast()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  await expect(rewriting()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  await library.knowledgeBases.createKnowledgeBase('另一个', '');
  // The post is not open any more, and is not written beside either.
  await expect(rewriting()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  expect(library.store.get().problem?.error).toMatchObject({ key: 'knowledgeBase.archived' });
  expect((await readLibrarySnapshot()).posts).toEqual(expect.arrayContaining(posts));

  await library.knowledgeBases.activate(home);
  await rewriting();
  expect((await getPost(first))?.content).toBe('换过的字');
  await move?.undo();
  await deletion.undo();
  const after = (await readLibrarySnapshot()).posts.filter(
    ({ knowledgeBaseId }) => knowledgeBaseId === home,
  );
  expect(after.map(({ title, parentId }) => [title, parentId])).toEqual(
    expect.arrayContaining([
      ['第二篇', null],
      ['第三篇', null],
    ]),
  );
});

test('what_was_undone_before_the_archive_is_done_again_only_after_it', async () => {
  const { deletion } = await changedBeforeTheArchive();
  await deletion.undo();
  await archive();
  const { posts } = await readLibrarySnapshot();
  await expect(library.steps.redoLast()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  expect((await readLibrarySnapshot()).posts).toEqual(posts);
  await library.knowledgeBases.activate(home);
  await library.steps.redoLast();
  expect((await readLibrarySnapshot()).posts).toHaveLength(posts.length - 1);
});

test('an_import_into_a_base_that_was_archived_since_is_not_taken_back', async () => {
  const made = await createKnowledgeBase('来的', '');
  const post = newPost({
    title: '导入的',
    content: '字',
    knowledgeBaseId: home,
    categoryId: library.store.get().categoryId,
    parentId: null,
    order: 9,
  });
  const records = { knowledgeBases: [], categories: [], posts: [post] };
  await restoreRecords(records);
  const intoOld = await library.bulk.takeIn(records);
  const { knowledgeBase, category } = made;
  const whole = { knowledgeBases: [knowledgeBase], categories: [category], posts: [] };
  const ofNew = await library.bulk.takeIn(whole);
  await updateKnowledgeBase(knowledgeBase.id, { status: 'archived' });
  await archive();
  await expect(intoOld.undo()).rejects.toMatchObject({ key: 'knowledgeBase.archived' });
  expect((await getPost(post.id))?.content).toBe('字');
  // A base that the import made goes as a whole.
  await ofNew.undo();
  expect(library.store.get().knowledgeBases.map(({ id }) => id)).toEqual([home]);
});
