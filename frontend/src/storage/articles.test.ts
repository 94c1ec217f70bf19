// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listArticles } from './articles';
import { closeDatabase } from './db';
import { readFirstData } from './first-data';
import { createKnowledgeBase } from './knowledge-bases';
import { createPost, savePost } from './posts';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the_articles_of_all_knowledge_bases_come_with_their_place_the_latest_first', async () => {
  const { post } = await readFirstData({
    knowledgeBaseName: '我的知识库',
    knowledgeBaseDescription: '',
    postTitle: '内容 1',
    content: async () => '# 教程',
  });
  if (post === null) throw new Error('no post');
  const { knowledgeBase, category } = await createKnowledgeBase('第二个', '');
  await createPost({
    title: '乙',
    content: '字',
    knowledgeBaseId: knowledgeBase.id,
    categoryId: category.id,
    parentId: null,
    order: 1,
  });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 1000);
  await savePost(post, { content: '改过' }, null);
  expect((await listArticles()).map(({ title, place }) => [title, place])).toEqual([
    ['内容 1', '我的知识库 / docs'],
    ['乙', '第二个 / docs'],
  ]);
});
