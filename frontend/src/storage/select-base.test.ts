import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from './db';
import { readFirstData } from './first-data';
import { selectDocumentForEditor } from './select-base';
import { readTabSelection } from './selection';
import { putSyncBase, type SyncBase } from './sync-rows';

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('a_document_of_a_team_is_found_by_the_name_that_the_server_has', async () => {
  const { post } = await readFirstData({
    knowledgeBaseName: '我的知识库',
    knowledgeBaseDescription: '默认知识库',
    postTitle: '内容 1',
    content: async () => '# 教程',
  });
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
