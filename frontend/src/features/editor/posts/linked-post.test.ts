import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { createCategory } from '../../../storage/categories';
import { closeDatabase } from '../../../storage/db';
import { createKnowledgeBase } from '../../../storage/knowledge-bases';
import { createPost } from '../../../storage/posts';
import { linkedPost } from './linked-post';

afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('a_link_leads_to_a_post_by_its_id_and_by_its_path', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const { knowledgeBase, category } = await createKnowledgeBase('书', '');
  const guide = await createCategory(knowledgeBase.id, {
    name: '指南',
    slug: 'g',
    description: '',
  });
  const make = (title: string, categoryId: string, parentId: string | null = null) =>
    createPost({
      title,
      content: '',
      knowledgeBaseId: knowledgeBase.id,
      categoryId,
      parentId,
      order: 1,
    });
  const first = await make('第 一 篇', category.id);
  const child = await make('子', category.id, first.id);
  const other = await make('别处', guide.id);
  const idOf = async (href: string, from = first) => (await linkedPost(href, from))?.id ?? null;
  expect(await idOf(`${other.id}.md#节`)).toBe(other.id);
  expect(await idOf('../指南/别处.md')).toBe(other.id);
  expect(await idOf('第%20一%20篇/子.md')).toBe(child.id);
  expect(await idOf('../第 一 篇.md', child)).toBe(first.id);
  for (const href of [
    'https://x.cn/别处.md',
    '/指南/别处.md',
    '没有.md',
    '../../../x.md',
    '别处',
  ]) {
    expect(await idOf(href)).toBeNull();
  }
});
