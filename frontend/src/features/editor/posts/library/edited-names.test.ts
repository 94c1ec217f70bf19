// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateCategory } from '../../../../storage/categories';
import { startLibrary, stopLibrary } from '../../../../testing/editor-library';
import type { Workbench } from '../../workbench';
import type { Library } from './library';

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

let library: Library;
let workbench: Workbench;
let stop: () => void;

beforeEach(async () => {
  ({ library, workbench, stop } = await startLibrary());
});
afterEach(() => stopLibrary({ library, workbench, stop }));

const bases = () =>
  library.store.get().knowledgeBases.map(({ name, description }) => [name, description]);
const categories = () =>
  library.store.get().categories.map(({ name, slug, description }) => [name, slug, description]);

test('an_edit_of_a_knowledge_base_is_undone', async () => {
  const { knowledgeBaseId } = library.store.get();
  const before = bases();
  await library.knowledgeBases.updateKnowledgeBase(knowledgeBaseId, '新库', '新的');
  expect(bases()).toEqual([['新库', '新的']]);
  expect(await library.undoLast()).toBe(true);
  expect(bases()).toEqual(before);
  await library.knowledgeBases.updateKnowledgeBase(knowledgeBaseId, '库', '');
  expect(await library.undoLast()).toBe(false);
});

test('an_edit_of_a_category_is_undone', async () => {
  const { categoryId } = library.store.get();
  const before = categories();
  await library.knowledgeBases.updateCategory(categoryId, 'New', '新的');
  expect(categories()).toEqual([['New', 'new', '新的']]);
  expect(await library.undoLast()).toBe(true);
  expect(categories()).toEqual(before);
});

test('undoing_an_edit_leaves_a_later_name_alone', async () => {
  const { categoryId } = library.store.get();
  const description = library.store.get().categories[0]?.description;
  await library.knowledgeBases.updateCategory(categoryId, 'New', '新的');
  await updateCategory(categoryId, { name: 'Later', slug: 'later', description: '新的' });
  await library.undoLast();
  expect(categories()).toEqual([['Later', 'later', description]]);
});
