import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { createCategory } from '../../../../storage/categories';
import { closeDatabase } from '../../../../storage/db';
import { createKnowledgeBase } from '../../../../storage/knowledge-bases';
import { createPost } from '../../../../storage/posts';
import { putSyncBase, type SyncBase } from '../../../../storage/sync/rows';
import { linkedPost } from './linked-post';

afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('a_link_with_an_id_of_the_server_leads_to_the_post_of_the_same_knowledge_base', async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const make = async (name: string) => {
    const { knowledgeBase, category } = await createKnowledgeBase(name, '');
    const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id, parentId: null };
    return createPost({ title: name, content: '', order: 1, ...place });
  };
  const original = await make('书');
  const copy = await make('书 副本');
  await putSyncBase({
    knowledgeBaseId: copy.knowledgeBaseId,
    ids: { [copy.id]: original.id },
  } as unknown as SyncBase);
  expect((await linkedPost(`${original.id}.md`, copy))?.id).toBe(copy.id);
  expect((await linkedPost(`${original.id}.md`, original))?.id).toBe(original.id);
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
