// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { ApiError } from '../api/api-error';
import { noteServerTime } from '../lib/time/server-clock';
import { closeDatabase } from '../storage/db';
import { createKnowledgeBase, updateKnowledgeBase } from '../storage/knowledge-bases';
import { createPost, getPost, savePost, updatePostFields } from '../storage/posts';
import type { PostRecord } from '../storage/schema';
import { closeSession, openSession } from '../storage/session';
import { claimLead, dropLead } from '../storage/sync/leader';
import { listRemoved } from '../storage/sync/removed';
import { getSyncBase } from '../storage/sync/rows';
import { TabChannel } from '../storage/tabs';
import { ModelSyncServer } from '../testing/model-sync-server';
import { enableSync } from './bases';
import { publishToTabs, subscribeToTabs } from './channel';
import type { SyncApi } from './protocol';
import { SyncRunner } from './runner';
import { type SyncState, syncStatus } from './status';

let server: ModelSyncServer;
let runner: SyncRunner;
let post: PostRecord;
let told: readonly SyncState[];
let stopListening: () => void;

function logIn(id: string): void {
  openSession('token', {
    id,
    nickname: id,
    locale: 'en',
    roles: [],
    personalTeamId: 'a-team',
    createdAt: '2026-01-01',
  });
}

function newRunner(): SyncRunner {
  return new SyncRunner({
    api: server,
    device: '',
    fieldReader: async () => (_content, title) => ({ title, date: '', tags: [], draft: false }),
  });
}

beforeEach(async () => {
  localStorage.clear();
  syncStatus.set({ isKnown: false, bases: [], presences: [] });
  vi.stubGlobal('indexedDB', new IDBFactory());
  logIn('ann');
  server = new ModelSyncServer();
  const { knowledgeBase, category } = await createKnowledgeBase('base', '');
  post = await createPost({
    title: 'one',
    content: 'one',
    knowledgeBaseId: knowledgeBase.id,
    categoryId: category.id,
    parentId: null,
    order: 1,
  });
  told = [];
  stopListening = subscribeToTabs((message) => {
    if (message.kind === 'status') told = message.bases;
  });
  await enableSync(knowledgeBase.id, 'a-team');
  runner = newRunner();
});
afterEach(async () => {
  stopListening();
  runner.stop();
  await closeDatabase();
  vi.unstubAllGlobals();
});

async function atServer(): Promise<string | undefined> {
  const row = await getSyncBase(post.knowledgeBaseId);
  return row?.serverId == null
    ? undefined
    : server.of(row.serverId).documents.get(post.id)?.content;
}

test('a_knowledge_base_that_was_turned_on_is_sent', async () => {
  await runner.run();
  expect(await atServer()).toBe('one');
  expect(told[0]).toMatchObject({ nWaiting: 0, pause: null, problem: null, documents: {} });
});

test('a_knowledge_base_whose_old_team_is_closed_is_followed_to_its_new_one', async () => {
  await runner.run();
  const row = await getSyncBase(post.knowledgeBaseId);
  server.move(row?.serverId ?? '', 'another-team');
  await savePost(post, { content: 'two' }, null);
  server.heartbeat = async (teamId) => {
    if (teamId === 'a-team') throw new ApiError('team.notFound', '', 404);
    return { knowledgeBases: [], presences: [] };
  };
  await runner.run();
  await runner.run();
  expect(await atServer()).toBe('two');
  expect(told[0]).toMatchObject({ nWaiting: 0, problem: null });
});

test('another_account_neither_sends_nor_receives', async () => {
  await runner.run();
  logIn('bob');
  await savePost(post, { content: 'two' }, null);
  const before = server.nRequests;
  runner = newRunner();
  await runner.run();
  expect(server.nRequests).toBe(before);
  expect(told[0]?.pause).toBe('otherAccount');
});

test('an_exchange_ends_when_another_account_logs_in_between_two_requests', async () => {
  const { knowledgeBaseId, categoryId } = post;
  for (let order = 2; order < 150; order += 1) {
    const place = { knowledgeBaseId, categoryId, parentId: null, order };
    await createPost({ title: `${order}`, content: `${order}`, ...place });
  }
  let nPushes = 0;
  server.onRequest = (name, moment) => {
    if (name !== 'push' || moment !== 'answered') return;
    nPushes += 1;
    logIn('bob');
  };
  await runner.run();
  expect(nPushes).toBe(1);
  logIn('ann');
  server.onRequest = () => undefined;
  await runner.run();
  expect(told[0]).toMatchObject({ nWaiting: 0, documents: {} });
});

test('a_deletion_that_waits_for_another_knowledge_base_goes_when_that_has_the_document', async () => {
  const { knowledgeBaseId: home } = post;
  await runner.run();
  const { knowledgeBase, category } = await createKnowledgeBase('another', '');
  const rows = [home, knowledgeBase.id];
  await enableSync(knowledgeBase.id, 'a-team');
  const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id, parentId: null };
  await updatePostFields([{ id: post.id, ...place }]);
  runner.stop();
  runner = newRunner();
  await runner.run();
  await runner.run();
  const [at, to] = await Promise.all(rows.map(async (id) => (await getSyncBase(id))?.serverId));
  expect(server.of(to ?? '').documents.get(post.id)?.deletedAt).toBeNull();
  expect(server.of(at ?? '').documents.get(post.id)?.deletedAt).not.toBeNull();
});

test('nothing_is_asked_when_nobody_is_logged_in', async () => {
  closeSession();
  await runner.run();
  expect(server.nRequests).toBe(0);
  expect(told[0]?.pause).toBe('loggedOut');
});

test('without_the_server_the_text_waits_and_goes_with_the_next_round', async () => {
  server.onRequest = () => {
    throw new ApiError('network.offline', '', 0);
  };
  await runner.run();
  expect(told[0]).toMatchObject({ pause: 'offline', documents: { [post.id]: 'waiting' } });
  server.onRequest = () => undefined;
  await runner.run();
  expect(await atServer()).toBe('one');
  expect(told[0]).toMatchObject({ pause: null, documents: {} });
});

test('a_team_that_is_closed_to_the_account_stops_and_keeps_the_local_copy', async () => {
  await runner.run();
  server.onRequest = () => {
    throw new ApiError('access.forbidden', '', 403);
  };
  await runner.run();
  expect((await getSyncBase(post.knowledgeBaseId))?.problem).toBe('noAccess');
  expect((await getPost(post.id))?.content).toBe('one');
});

test('a_knowledge_base_that_others_put_into_the_bin_is_noticed_and_so_is_its_return', async () => {
  await runner.run();
  const { base } = server.of((await getSyncBase(post.knowledgeBaseId))?.serverId ?? '');
  base.purgesAt = '2026-12-25T00:00:00Z';
  await runner.run();
  expect(told[0]?.problem).toBe('inBin');
  await savePost(post, { content: 'two' }, null);
  const before = server.nRequests;
  await runner.run();
  expect(server.nRequests).toBe(before + 1);
  expect(await atServer()).toBe('one');
  base.purgesAt = null;
  await runner.run();
  expect(told[0]?.problem).toBeNull();
  expect(await atServer()).toBe('two');
});

test('a_knowledge_base_that_others_removed_for_good_is_noticed_and_stays_here', async () => {
  await runner.run();
  server.bases.clear();
  await runner.run();
  expect(told[0]?.problem).toBe('gone');
  expect((await getPost(post.id))?.content).toBe('one');
});

test('a_knowledge_base_with_a_problem_is_looked_at_again_after_ten_minutes', async () => {
  await runner.run();
  const { base } = server.of((await getSyncBase(post.knowledgeBaseId))?.serverId ?? '');
  base.purgesAt = '2026-12-25T00:00:00Z';
  await runner.run();
  server.bases.clear();
  await runner.run();
  expect(told[0]?.problem).toBe('inBin');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60 * 1000);
  try {
    await runner.run();
    expect(told[0]?.problem).toBe('gone');
  } finally {
    clock.mockRestore();
  }
});

test('who_may_write_again_need_not_load_the_page_again', async () => {
  await runner.run();
  server.isReadOnly = true;
  await savePost(post, { content: 'two' }, null);
  runner = newRunner();
  await runner.run();
  expect(told[0]?.problem).toBe('readOnly');
  server.isReadOnly = false;
  await runner.run();
  expect(await atServer()).toBe('one');
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60 * 1000);
  try {
    await runner.run();
    expect(await atServer()).toBe('two');
  } finally {
    clock.mockRestore();
  }
});

test('a_round_without_changes_asks_once', async () => {
  await runner.run();
  await runner.run();
  const before = server.nRequests;
  await runner.run();
  expect(server.nRequests).toBe(before + 1);
});

test('what_waits_is_known_before_the_server_answers', async () => {
  vi.spyOn(server, 'heartbeat').mockReturnValue(new Promise(() => undefined));
  runner.start();
  await vi.waitFor(() => expect(told[0]?.documents).toEqual({ [post.id]: 'waiting' }));
});

test('an_open_document_that_the_server_does_not_know_yet_closes_no_knowledge_base', async () => {
  runner.start();
  await runner.run();
  const heartbeat = vi.spyOn(server, 'heartbeat') as MockInstance<SyncApi['heartbeat']>;
  const { id: postId, knowledgeBaseId } = post;
  heartbeat.mockRejectedValueOnce(new ApiError('document.notFound', 'no such document', 404));
  publishToTabs({ kind: 'open', knowledgeBaseId, postId });
  await runner.run();
  expect(heartbeat.mock.calls[0]?.[1]).not.toBeNull();
  expect(heartbeat.mock.calls[1]?.[1]).toBeNull();
  expect((await getSyncBase(knowledgeBaseId))?.problem).toBeNull();
});

test('a_new_name_alone_is_sent', async () => {
  runner.start();
  await runner.run();
  const serverId = (await getSyncBase(post.knowledgeBaseId))?.serverId ?? '';
  await updateKnowledgeBase(post.knowledgeBaseId, { name: 'renamed' });
  const channel = new TabChannel();
  channel.publish({ kind: 'library' });
  await vi.waitFor(() => expect(server.of(serverId).base.title).toBe('renamed'), 20_000);
  channel.close();
});

test('where_there_are_no_locks_one_page_leads_until_it_is_silent', async () => {
  expect(await claimLead('a', 1_000, 100)).toBe(true);
  expect(await claimLead('b', 1_050, 100)).toBe(false);
  expect(await claimLead('a', 1_090, 100)).toBe(true);
  expect(await claimLead('b', 1_150, 100)).toBe(false);
  expect(await claimLead('b', 1_200, 100)).toBe(true);
  await dropLead('b');
  expect(await claimLead('c', 1_201, 100)).toBe(true);
});

test('what_others_deleted_is_forgotten_by_the_clock_of_the_server', async () => {
  const day = 24 * 60 * 60 * 1000;
  const learned = Date.parse('2026-11-01T08:00:00Z');
  noteServerTime(new Date(learned).toUTCString());
  await runner.run();
  const id = (await getSyncBase(post.knowledgeBaseId))?.serverId;
  const known = server.of(id ?? '').documents.get(post.id);
  await server.push('a-team', id ?? '', {
    seen: { revision: 0, lastChange: null },
    changes: [
      {
        id: 'deletion',
        kind: 'deleteDocument',
        documentId: post.id,
        baseRevision: known?.textRevision ?? 0,
      },
    ],
  });
  await runner.run();
  const nRemoved = async () => (await listRemoved(post.knowledgeBaseId)).length;
  expect(await nRemoved()).toBe(1);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(learned + 400 * day);
  try {
    runner = newRunner();
    await runner.run();
    expect(await nRemoved()).toBe(1);
    noteServerTime(new Date(learned + 31 * day).toUTCString());
    runner = newRunner();
    await runner.run();
    expect(await nRemoved()).toBe(0);
  } finally {
    clock.mockRestore();
  }
});
