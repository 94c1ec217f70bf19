// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from './db';
import { readFirstData } from './first-data';
import { createKnowledgeBase } from './knowledge-bases';
import { createPost } from './posts';
import { selectDocumentForEditor, selectPostForEditor } from './select-base';
import { readTabSelection, takeTabPlace } from './selection';
import { readSettings } from './settings';
import { putSyncBase, type SyncBase } from './sync/rows';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

const words = {
  knowledgeBaseName: '我的知识库',
  knowledgeBaseDescription: '默认知识库',
  postTitle: '内容 1',
  content: async () => '# 教程',
};

test('a_post_of_any_knowledge_base_is_opened_at_a_place_once', async () => {
  await readFirstData(words);
  const { knowledgeBase, category } = await createKnowledgeBase('第二个', '');
  const post = await createPost({
    title: '乙',
    content: '一行\n要找的字',
    knowledgeBaseId: knowledgeBase.id,
    categoryId: category.id,
    parentId: null,
    order: 1,
  });
  const place = { line: 2, column: 0, found: '要找的' };
  expect(await selectPostForEditor(post.id, place)).toBe(true);
  expect(readTabSelection()).toBe(post.id);
  expect(await readSettings()).toMatchObject({
    current_kb_id: knowledgeBase.id,
    current_category_id: category.id,
    current_post_id: post.id,
  });
  expect(takeTabPlace(post.id)).toMatchObject(place);
  expect(takeTabPlace(post.id)).toBeNull();
  // The place of one post is none of another.
  await selectPostForEditor(post.id, place);
  expect(takeTabPlace('another')).toBeNull();
  expect(await selectPostForEditor('gone')).toBe(false);
  expect(readTabSelection()).toBe(post.id);
});

test('a_document_of_a_team_is_found_by_the_name_that_the_server_has', async () => {
  const { post } = await readFirstData(words);
  if (post === null) throw new Error('no post');
  const base: SyncBase = {
    knowledgeBaseId: post.knowledgeBaseId,
    teamId: 'team',
    serverId: 'base',
    userId: 'user',
    state: 'on',
    problem: null,
    error: null,
    cursor: 0,
    settings: null,
    creationKey: 'key',
    ids: { [post.id]: 'there' },
    syncedAt: null,
    isFetched: false,
  };
  await putSyncBase(base);
  expect(await selectDocumentForEditor('base', 'there')).toBe(true);
  expect(readTabSelection()).toBe(post.id);
  expect(await selectDocumentForEditor('base', 'unknown')).toBe(false);
  expect(await selectDocumentForEditor('other', 'there')).toBe(false);
});
