import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from '../../../storage/db';
import { readFirstData } from '../../../storage/first-data';
import { createKnowledgeBase, updateKnowledgeBase } from '../../../storage/knowledge-bases';
import { readLibrarySnapshot } from '../../../storage/library-snapshot';
import { getPost } from '../../../storage/posts';
import { fakeModule } from '../../../testing/fake-engine';
import { Workbench } from '../workbench';
import { Library } from './library';

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

const source = async () => ({
  formatSource: (text: string) => text,
  parseFrontMatter: () => ({ frontMatter: {}, bodyStart: 0, bodyLine: 1, warnings: [] }),
  writeFrontMatter: (text: string) => `renamed\n${text}`,
  categorySlug: (name: string) => name,
});

let library: Library;
let workbench: Workbench;
let stop: () => void;
let first: string;
let home: string;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  const data = await readFirstData({
    knowledgeBaseName: '库',
    knowledgeBaseDescription: '',
    postTitle: '内容 1',
    content: async () => '甲',
  });
  first = data.post?.id ?? '';
  home = data.post?.knowledgeBaseId ?? '';
  workbench = new Workbench(data, fakeModule(), 'zh-CN');
  library = new Library(workbench, source);
  stop = library.start('找回的文章');
  await library.whenIdle();
});
afterEach(async () => {
  stop();
  await library.whenIdle();
  workbench.session.abandon();
  await workbench.css.follow();
  await closeDatabase();
  vi.unstubAllGlobals();
});

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
