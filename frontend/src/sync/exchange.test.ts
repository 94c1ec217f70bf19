// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error';
import { binBase, listBinned } from '../storage/base-bin';
import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from '../storage/categories';
import { closeDatabase, withDatabase } from '../storage/db';
import { rowKeys, rowPrefixes } from '../storage/keys';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  getKnowledgeBase,
  listKnowledgeBases,
  removeRecords,
  restoreRecords,
  updateKnowledgeBase,
} from '../storage/knowledge-bases';
import { forgetLoss, libraryLoss } from '../storage/library-loss';
import { readLibrarySnapshot, replaceLibrary } from '../storage/library-snapshot';
import { storedImageNames, storeLocalImage } from '../storage/local-images';
import { pageMemory } from '../storage/page-memory';
import { listBinnedPosts } from '../storage/post-bin';
import {
  createPost,
  deletePosts,
  getPost,
  listPostsOfBase,
  nameVersion,
  savePost,
  updatePostFields,
} from '../storage/posts';
import type { PostRecord } from '../storage/schema';
import { closeSession, openSession } from '../storage/session';
import { applyRemote } from '../storage/sync/apply';
import type { Applied } from '../storage/sync/apply-context';
import {
  chooseMine,
  endDraft,
  keepDraft,
  markRestored,
  readIncoming,
} from '../storage/sync/incoming';
import { removeSyncedBases } from '../storage/sync/remove-base';
import { listRemoved } from '../storage/sync/removed';
import { getSyncBase, listSyncBases } from '../storage/sync/rows';
import { keepUnsaved } from '../storage/unsaved';
import { emptyDatabase } from '../testing/first-post';
import { ModelSyncServer } from '../testing/model-sync-server';
import {
  disableSync,
  enableSync,
  fetchBase,
  listSyncStates,
  noteMove,
  pauseSync,
  settleName,
} from './bases';
import { Exchange } from './exchange';
import { documentState } from './status';

const TEAM = 'a-team';
let server: ModelSyncServer;

/** One browser: its own database. */
class Device {
  readonly #factory = new IDBFactory();
  readonly applied: Applied[] = [];
  open = new Set<string>();
  readonly exchange = new Exchange(server, {
    device: 'a device',
    openPosts: async () => (id) => this.open.has(id),
    fieldReader: async () => (_content, title) => ({
      title,
      date: '2026-01-01',
      tags: [],
      draft: false,
    }),
    onApplied: (_id, applied) => this.applied.push(applied),
  });

  /** Makes it the browser that everything below the exchange sees. */
  async use(): Promise<void> {
    await closeDatabase();
    vi.stubGlobal('indexedDB', this.#factory);
  }
}

function logIn(id: string): void {
  openSession('token', {
    id,
    nickname: id,
    locale: 'en',
    roles: [],
    personalTeamId: TEAM,
    createdAt: '2026-01-01',
  });
}

let a: Device;
let b: Device;
/** The knowledge base on `a`, and on `b`. */
let home: string;
let away: string;
let first: PostRecord;

async function write(post: { id: string }, content: string): Promise<void> {
  const stored = await getPost(post.id);
  if (stored === undefined) throw new Error('no post');
  await savePost(stored, { content }, stored.updateDatetime);
}

async function make(title: string, parentId: string | null = null, order = 2): Promise<PostRecord> {
  const { knowledgeBaseId, categoryId } = first;
  return createPost({ title, content: title, knowledgeBaseId, categoryId, parentId, order });
}

async function texts(knowledgeBaseId: string): Promise<string[]> {
  const posts = await listPostsOfBase(knowledgeBaseId);
  const records = await Promise.all(posts.map(({ id }) => getPost(id)));
  return records.map((record) => record?.content ?? '').sort();
}

async function on(device: Device): Promise<void> {
  await device.use();
  await device.exchange.run(device === a ? home : away);
}

function stored() {
  const [only] = server.bases.values();
  if (only === undefined) throw new Error('nothing at the server');
  return only;
}

beforeEach(async () => {
  localStorage.clear();
  logIn('ann');
  server = new ModelSyncServer();
  a = new Device();
  b = new Device();
  await a.use();
  const made = await createKnowledgeBase('笔记', '说明');
  home = made.knowledgeBase.id;
  first = await createPost({
    title: 'one',
    content: 'one',
    knowledgeBaseId: home,
    categoryId: made.category.id,
    parentId: null,
    order: 1,
  });
  await enableSync(home, TEAM);
  await a.exchange.run(home);
  await b.use();
  away = await fetchBase(TEAM, stored().base.id);
  await b.exchange.run(away);
  await a.use();
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('a_database_that_the_browser_has_emptied_deletes_nothing_and_gets_everything_back', async () => {
  const second = await make('two');
  await make('three');
  await on(a);
  await a.use();
  await listKnowledgeBases();
  await listSyncBases();
  // The page holds one of the three documents only, with words that were not sent.
  pageMemory().posts.clear();
  await write(first, 'one, and more');
  await emptyDatabase();
  await a.exchange.run(home);
  const atServer = [...stored().documents.values()];
  expect(atServer.map(({ deletedAt }) => deletedAt ?? null)).toEqual([null, null, null]);
  expect(await texts(home)).toEqual(['one, and more', 'three', 'two']);
  expect(await getPost(second.id)).toMatchObject({ knowledgeBaseId: home });
  // Nobody knows which of the two texts is the newer one: both are there, and the author chooses.
  expect((await readIncoming(first.id))?.theirs.content).toBe('one');
  expect(libraryLoss.get().loss?.kind).toBe('emptied');
  forgetLoss();
});

test('categories_of_an_emptied_database_bring_nothing_back_and_rename_nothing', async () => {
  await createCategory(home, { name: 'gone', slug: 'gone' });
  await on(a);
  await on(b);
  const [docs, gone] = await listCategories(away);
  if (docs === undefined || gone === undefined) throw new Error('no categories');
  await updateCategory(docs.id, { name: 'theirs', slug: 'theirs', description: '' });
  await deleteCategory(gone.id);
  await on(b);
  await a.use();
  await listKnowledgeBases();
  await listCategories(home);
  await emptyDatabase();
  await a.exchange.run(home);
  expect((await listCategories(home)).map(({ name }) => name)).toEqual(['theirs']);
  await on(b);
  expect((await listCategories(away)).map(({ name }) => name)).toEqual(['theirs']);
  forgetLoss();
});

test('what_was_new_in_an_emptied_database_is_sent_once_more_and_makes_nothing_twice', async () => {
  const category = await createCategory(home, { name: 'new', slug: 'new' });
  // The server knows it by another ID.
  const old = { ...(await make('old')), id: 'old-id' };
  await restoreRecords({ knowledgeBases: [], categories: [], posts: [old] });
  await a.exchange.run(home);
  await listKnowledgeBases();
  await listCategories(home);
  await getPost(old.id);
  await emptyDatabase();
  await a.exchange.run(home);
  const { base, documents, categories } = stored();
  expect(server.bases.size).toBe(1);
  expect(base.title).toBe('笔记');
  expect([...documents.values()].map(({ title }) => title).sort()).toEqual(['old', 'old', 'one']);
  expect([...categories.values()].map(({ name }) => name).sort()).toEqual(['docs', category.name]);
  expect(await getPost(old.id)).toMatchObject({ content: 'old' });
  forgetLoss();
});

test('a_deletion_in_an_emptied_database_is_undone_by_the_server_and_never_one_of_others', async () => {
  const category = await createCategory(home, { name: 'imported', slug: 'imported' });
  const place = { knowledgeBaseId: home, categoryId: category.id, parentId: null, order: 1 };
  const post = await createPost({ title: 'in', content: 'in', ...place });
  await on(a);
  await listKnowledgeBases();
  await listCategories(home);
  await emptyDatabase();
  // An import is undone before anything is known of the server again.
  const undone = { knowledgeBases: [], categories: [category], posts: [post] };
  expect((await removeRecords(undone)).posts).toEqual([post]);
  await a.exchange.run(home);
  const deleted = [...stored().documents.values()].filter(({ deletedAt }) => deletedAt != null);
  expect(deleted).toEqual([]);
  expect(await getPost(post.id)).toMatchObject({ content: 'in', categoryId: category.id });
  // From here on the same deletion is one.
  await removeRecords(undone);
  await a.exchange.run(home);
  expect(stored().documents.get(post.id)?.deletedAt ?? null).not.toBeNull();
  expect(stored().categories.get(category.id)?.deletedAt ?? null).not.toBeNull();
  expect(stored().documents.get(first.id)?.deletedAt ?? null).toBeNull();
  forgetLoss();
});

test('a_knowledge_base_that_was_deleted_here_is_not_fetched_into_an_emptied_database', async () => {
  await createKnowledgeBase('other', '');
  await listKnowledgeBases();
  await listSyncStates();
  await binBase(home);
  await emptyDatabase();
  await a.exchange.run(home);
  expect(await getKnowledgeBase(home)).toBeUndefined();
  expect(stored().documents.get(first.id)?.deletedAt ?? null).toBeNull();
  forgetLoss();
});

test('a_knowledge_base_that_went_to_another_team_is_found_there_with_what_was_written_meanwhile', async () => {
  await write(first, 'one, written before the move was known');
  const made = await make('two');
  server.move(stored().base.id, 'another-team');
  await on(a);
  expect(await getSyncBase(home)).toMatchObject({ teamId: 'another-team', problem: null });
  const contents = [...stored().documents.values()].map(({ content }) => content).sort();
  expect(contents).toEqual(['one, written before the move was known', 'two']);
  await on(b);
  expect(await texts(away)).toEqual(contents);
  expect(await getSyncBase(away)).toMatchObject({ teamId: 'another-team', problem: null });
  expect((await a.exchange.look(home)).documents[made.id]).toBeUndefined();
});

test.each(['read', 'push', 'pull'])(
  'a_move_in_the_middle_of_an_exchange_loses_no_word: before %s',
  async (cut) => {
    await write(first, 'one, and more');
    server.onRequest = (name, moment) => {
      if (name === cut && moment === 'asked') server.move(stored().base.id, 'another-team');
    };
    await on(a);
    server.onRequest = () => undefined;
    await on(b);
    expect(await texts(away)).toEqual(['one, and more']);
    expect((await listSyncStates())[0]).toMatchObject({ problem: null, nWaiting: 0 });
  },
);

test('sync_for_the_team_to_which_a_knowledge_base_has_moved_goes_on_with_that_one', async () => {
  await disableSync(home);
  server.move(stored().base.id, 'our-team');
  await make('written while sync was off');
  await enableSync(home, 'our-team');
  // Asked for twice before anything was sent.
  await enableSync(home, 'our-team');
  await a.exchange.run(home);
  expect(server.bases.size).toBe(1);
  expect(await getSyncBase(home)).toMatchObject({ serverId: stored().base.id, problem: null });
  const sent = [...stored().documents.values()].map(({ content }) => content).sort();
  expect(sent).toEqual(['one', 'written while sync was off']);
});

test('sync_for_another_team_makes_a_second_one_where_the_first_has_not_moved', async () => {
  await disableSync(home);
  await enableSync(home, 'our-team');
  await a.exchange.run(home);
  expect([...server.bases.values()].map(({ teamId }) => teamId)).toEqual([TEAM, 'our-team']);
});

test('a_knowledge_base_that_went_where_the_account_may_not_follow_is_gone_and_stays_here', async () => {
  await write(first, 'one, and more');
  server.move(stored().base.id, 'another-team');
  const whereabouts = vi.spyOn(server, 'home').mockRejectedValue(new ApiError('x', '', 404));
  await on(a);
  expect(await getSyncBase(home)).toMatchObject({ teamId: TEAM, problem: 'gone' });
  expect(await texts(home)).toEqual(['one, and more']);
  // Once it may, what was written goes there.
  whereabouts.mockRestore();
  await on(a);
  expect([...stored().documents.values()][0]?.content).toBe('one, and more');
});

test('one_that_was_here_before_is_got_again_from_the_team_that_has_it_now', async () => {
  await disableSync(home);
  server.move(stored().base.id, 'another-team');
  expect(await fetchBase('another-team', stored().base.id)).toBe(home);
  expect(await getSyncBase(home)).toMatchObject({ teamId: 'another-team' });
});

test('a_move_from_this_browser_is_noted_at_once', async () => {
  await noteMove(stored().base.id, 'another-team');
  expect(await getSyncBase(home)).toMatchObject({ teamId: 'another-team' });
  expect((await listSyncStates())[0]?.teamId).toBe('another-team');
});

test('an_exchange_under_way_keeps_no_cursor_over_a_database_that_was_emptied', async () => {
  const second = await make('two');
  await on(a);
  await listKnowledgeBases();
  await listSyncBases();
  pageMemory().posts.clear();
  await write(first, 'one, and more');
  let isEmptied = false;
  const { pull } = server;
  server.pull = async (...args) => {
    const page = await pull.apply(server, args);
    if (isEmptied) return page;
    isEmptied = true;
    await emptyDatabase();
    return page;
  };
  await a.exchange.run(home).catch(() => undefined);
  await on(a);
  expect(isEmptied).toBe(true);
  expect(await getPost(second.id)).toMatchObject({ content: 'two' });
  forgetLoss();
});

test('another_browser_gets_the_knowledge_base', async () => {
  await b.use();
  expect(await getKnowledgeBase(away)).toMatchObject({ name: '笔记', description: '说明' });
  expect((await listCategories(away)).map(({ name }) => name)).toEqual(['docs']);
  expect(await getPost(first.id)).toMatchObject({ content: 'one', title: 'one', parentId: null });
});

test('an_edit_arrives_and_the_text_before_it_is_a_version', async () => {
  await write(first, 'two');
  await on(a);
  await on(b);
  const post = await getPost(first.id);
  expect(post?.content).toBe('two');
  expect(post?.history.map(({ content }) => content)).toEqual(['one']);
  expect(b.applied.at(-1)?.written).toEqual([first.id]);
});

test('two_texts_of_one_revision_are_a_conflict_and_both_are_kept', async () => {
  await write(first, 'here');
  await on(a);
  await b.use();
  await write(first, 'there');
  const plan = await b.exchange.run(away);
  expect((await getPost(first.id))?.content).toBe('there');
  expect(plan?.documents).toEqual({ [first.id]: 'conflict' });
  expect(stored().documents.get(first.id)?.content).toBe('here');
  const incoming = await readIncoming(first.id);
  expect(await chooseMine(first.id, 1)).toBeUndefined();
  await chooseMine(first.id, incoming?.theirs.revision ?? 0);
  await b.exchange.run(away);
  expect(stored().documents.get(first.id)?.content).toBe('there');
  expect((await getPost(first.id))?.history.map(({ content }) => content)).toContain('here');
  await on(a);
  expect((await getPost(first.id))?.content).toBe('there');
});

/** The second browser has a conflict, and its author has written a merge of both texts. */
async function writeMerge(): Promise<void> {
  await write(first, 'here');
  await on(a);
  await b.use();
  await write(first, 'there');
  await on(b);
  await keepDraft(first.id, { mine: 'there', theirs: 'here', text: 'here and there', places: [] });
}

const versions = async () => (await getPost(first.id))?.history.map(({ content }) => content);

test('a_merge_is_kept_as_a_version_when_its_conflict_ends_by_itself', async () => {
  await writeMerge();
  await a.use();
  await write(first, 'there');
  await on(a);
  await on(b);
  expect(await readIncoming(first.id)).toBeNull();
  expect(await versions()).toContain('here and there');
});

test('a_merge_is_kept_as_a_version_when_others_delete_its_article', async () => {
  await writeMerge();
  await write(first, 'one');
  await a.use();
  await deletePosts([first.id]);
  await on(a);
  await on(b);
  const [removed] = await listRemoved(away);
  expect(removed?.post.history.map(({ content }) => content)).toContain('here and there');
});

test('a_merge_is_kept_as_a_version_when_a_tab_takes_the_other_text', async () => {
  await writeMerge();
  const post = await getPost(first.id);
  const incoming = await readIncoming(first.id);
  if (post === undefined || incoming === null) throw new Error('no conflict');
  const applied = { theirs: incoming.theirs, isMerged: false };
  await savePost(post, { content: 'here' }, post.updateDatetime, { applied });
  expect(await versions()).toContain('here and there');
});

test('a_merge_that_cannot_be_carried_becomes_a_version', async () => {
  await writeMerge();
  const draft = (await readIncoming(first.id))?.draft;
  if (draft == null) throw new Error('no draft');
  await endDraft(first.id, draft);
  expect((await readIncoming(first.id))?.draft).toBeNull();
  expect(await versions()).toContain('here and there');
});

test('a_merge_is_kept_as_a_version_when_sync_is_turned_off', async () => {
  await writeMerge();
  await disableSync(away);
  expect(await versions()).toContain('here and there');
});

test('a_database_that_was_put_back_and_counted_on_asks_and_loses_nothing', async () => {
  const other = await make('two');
  await on(a);
  await on(b);
  const putBack = server.backup();
  await a.use();
  await write(first, 'newer draft');
  await on(a);
  const added = await make('three');
  await on(a);
  await deletePosts([other.id]);
  await on(a);
  putBack(true);
  await on(b);
  for (let n = 0; n < 10; n += 1) {
    await write(other, `two ${n}`);
    await on(b);
  }
  await write(first, 'written in the older text');
  await on(b);
  await on(a);
  expect((await a.exchange.look(home)).documents).toEqual({ [first.id]: 'conflict' });
  expect((await getPost(first.id))?.content).toBe('newer draft');
  expect((await readIncoming(first.id))?.theirs.content).toBe('written in the older text');
  expect((await getPost(other.id))?.content).toBe('two 9');
  expect(stored().documents.get(added.id)?.content).toBe('three');
});

test('nothing_is_written_over_a_text_of_another_history_that_has_the_same_revision', async () => {
  await on(a);
  await on(b);
  const putBack = server.backup();
  await a.use();
  await write(first, 'mine');
  await on(a);
  putBack(true);
  await b.use();
  await write(first, 'theirs');
  await on(b);
  await a.use();
  await write(first, 'mine, and more');
  await on(a);
  expect(stored().documents.get(first.id)?.content).toBe('theirs');
  expect((await a.exchange.look(home)).documents).toEqual({ [first.id]: 'conflict' });
});

const isThere = async () => true;

test('a_base_that_the_server_may_lack_or_with_words_on_their_way_stays', async () => {
  await on(a);
  expect(await removeSyncedBases([home], '新的', async () => false)).toEqual(['笔记']);
  const offline = () => Promise.reject(new Error('offline'));
  expect(await removeSyncedBases([home], '新的', offline)).toEqual(['笔记']);
  keepUnsaved({ postId: first.id, content: 'on its way', seen: null, datetime: 1 });
  expect(await removeSyncedBases([home], '新的', isThere)).toEqual(['笔记']);
  expect((await getPost(first.id))?.content).toBe('one');
});

test('a_base_that_is_removed_leaves_nothing_in_the_bin_and_takes_no_picture_of_others', async () => {
  const picture = `![](images/${'0'.repeat(16)}.png)`;
  const gone = await make('two');
  await write(gone, picture);
  const other = await createKnowledgeBase('别的', '');
  const kept = await createPost({
    title: 'kept',
    content: picture,
    knowledgeBaseId: other.knowledgeBase.id,
    categoryId: other.category.id,
    parentId: null,
    order: 1,
  });
  await storeLocalImage(`${'0'.repeat(16)}.png`, new ArrayBuffer(1), 'image/png');
  await on(a);
  await deletePosts([gone.id, kept.id]);
  await on(a);
  expect(await removeSyncedBases([home], '新的', isThere)).toEqual([]);
  expect((await listBinnedPosts()).map(({ id }) => id)).toEqual([kept.id]);
  expect(await storedImageNames()).toEqual([`${'0'.repeat(16)}.png`]);
});

test('a_synchronized_base_in_the_bin_is_removed_too', async () => {
  await on(a);
  await createKnowledgeBase('别的', '');
  await binBase(home);
  expect(await removeSyncedBases([home], '新的', isThere)).toEqual([]);
  expect(await listBinned()).toEqual([]);
});

test('a_synchronized_base_leaves_the_browser_when_the_server_has_all_of_it', async () => {
  await on(a);
  await write(first, 'not sent');
  expect(await removeSyncedBases([home], '新的', isThere)).toEqual(['笔记']);
  expect((await getPost(first.id))?.content).toBe('not sent');
  await on(a);
  expect(await removeSyncedBases([home], '新的', isThere)).toEqual([]);
  expect(await getPost(first.id)).toBeUndefined();
  expect(await getSyncBase(home)).toBeUndefined();
  expect((await listKnowledgeBases()).map(({ name }) => name)).toEqual(['新的']);
  await on(a);
  expect(stored().documents.get(first.id)).toMatchObject({ content: 'not sent', deletedAt: null });
});

const threeParts = '第一段\n\n第二段\n\n第三段';

/** Both browsers have the three paragraphs, and each has changed one of them; `a` has sent its own. */
async function writeApart(ofA: string, ofB: string): Promise<void> {
  await a.use();
  await write(first, threeParts);
  await on(a);
  await on(b);
  await write(first, threeParts.replace(ofB, `${ofB}乙`));
  await a.use();
  await write(first, threeParts.replace(ofA, `${ofA}甲`));
  await on(a);
}

test('changes_of_different_paragraphs_are_merged_without_a_question_and_both_texts_are_kept', async () => {
  await writeApart('第一段', '第三段');
  await b.use();
  const plan = await b.exchange.run(away);
  expect(plan?.documents).toEqual({});
  const merged = '第一段甲\n\n第二段\n\n第三段乙';
  expect(stored().documents.get(first.id)?.content).toBe(merged);
  expect(stored().revisions.at(-1)).toMatchObject({ content: merged, cause: 'merge' });
  const post = await getPost(first.id);
  expect(post?.content).toBe(merged);
  expect(post?.history.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['第一段\n\n第二段\n\n第三段乙', '第一段甲\n\n第二段\n\n第三段']),
  );
  await on(a);
  expect((await getPost(first.id))?.content).toBe(merged);
  expect((await a.exchange.look(home)).documents).toEqual({});
});

test('a_name_that_was_given_there_and_a_text_that_was_written_here_are_merged', async () => {
  await writeApart('第一段', '第三段');
  await updatePostFields([{ id: first.id, title: '新名字', isNamed: true }]);
  await on(a);
  await on(b);
  const post = await getPost(first.id);
  expect(post).toMatchObject({ title: '新名字', content: '第一段甲\n\n第二段\n\n第三段乙' });
});

test('the_same_paragraph_waits_for_the_author_on_both_sides', async () => {
  await writeApart('第二段', '第二段');
  await b.use();
  const plan = await b.exchange.run(away);
  expect(plan?.documents).toEqual({ [first.id]: 'conflict' });
  expect(await readIncoming(first.id)).toMatchObject({ isConflict: true, merged: null });
});

test('an_open_document_is_offered_the_merged_text_and_not_written_beside_its_tab', async () => {
  await writeApart('第一段', '第三段');
  b.open.add(first.id);
  await on(b);
  expect((await getPost(first.id))?.content).toBe('第一段\n\n第二段\n\n第三段乙');
  expect(b.applied.at(-1)?.incoming).toEqual([first.id]);
  expect((await b.exchange.look(away)).incoming).toEqual([first.id]);
  const incoming = await readIncoming(first.id);
  expect(incoming?.merged?.content).toBe('第一段甲\n\n第二段\n\n第三段乙');
});

test('a_text_after_one_that_a_tab_has_merged_is_merged_too', async () => {
  await writeApart('第一段', '第三段');
  b.open.add(first.id);
  await on(b);
  const post = await getPost(first.id);
  const incoming = await readIncoming(first.id);
  if (post === undefined || incoming?.merged == null) throw new Error('nothing is offered');
  const { content } = incoming.merged;
  const applied = { theirs: incoming.theirs, isMerged: true };
  await savePost(post, { content }, post.updateDatetime, { applied });
  b.open.clear();
  await a.use();
  await write(first, '第一段甲，再\n\n第二段\n\n第三段');
  await on(a);
  await on(b);
  expect((await getPost(first.id))?.content).toBe('第一段甲，再\n\n第二段\n\n第三段乙');
});

test('what_both_sides_have_of_a_push_that_was_never_answered_is_no_difference', async () => {
  await writeApart('第一段', '第三段');
  await on(b);
  await on(a);
  await write(first, '第一段甲\n\n第二段丙\n\n第三段乙');
  server.onRequest = (name, moment) => {
    if (name === 'push' && moment === 'answered') throw new ApiError('network.timeout', 'cut', 0);
  };
  await a.exchange.run(home).catch(() => undefined);
  server.onRequest = () => undefined;
  await on(b);
  await write(first, '第一段甲\n\n第二段丙\n\n第三段乙，再');
  await on(b);
  await a.use();
  await write(first, '第一段甲，又\n\n第二段丙\n\n第三段乙');
  await on(a);
  expect((await getPost(first.id))?.content).toBe('第一段甲，又\n\n第二段丙\n\n第三段乙，再');
});

test('a_text_that_is_written_on_while_it_is_sent_is_merged_over_what_was_sent', async () => {
  await writeApart('第一段', '第三段');
  await on(b);
  await on(a);
  await write(first, '第一段甲甲\n\n第二段\n\n第三段乙');
  const push = server.push.bind(server);
  const typing = vi.spyOn(server, 'push').mockImplementationOnce(async (...sent) => {
    await write(first, '第一段甲甲甲\n\n第二段\n\n第三段乙');
    // What is typed now is not sent: the network is cut.
    typing.mockRejectedValueOnce(new ApiError('network.timeout', 'cut', 0));
    return push(...sent);
  });
  await a.exchange.run(home).catch(() => undefined);
  await on(b);
  await write(first, '第一段甲甲\n\n第二段\n\n第三段乙乙');
  await on(b);
  await on(a);
  expect((await getPost(first.id))?.content).toBe('第一段甲甲甲\n\n第二段\n\n第三段乙乙');
});

test('the_same_edit_in_two_browsers_is_no_conflict', async () => {
  await write(first, 'same');
  await on(a);
  await b.use();
  await write(first, 'same');
  expect((await b.exchange.run(away))?.documents).toEqual({});
});

test('moving_and_writing_never_conflict', async () => {
  const other = await make('other');
  await on(a);
  await on(b);
  await updatePostFields([{ id: other.id, parentId: first.id, order: 7 }]);
  await on(b);
  await a.use();
  await write(other, 'written');
  expect((await a.exchange.run(home))?.documents).toEqual({});
  expect(await getPost(other.id)).toMatchObject({
    content: 'written',
    parentId: first.id,
    order: 7,
  });
  await on(b);
  expect(await getPost(other.id)).toMatchObject({
    content: 'written',
    parentId: first.id,
    order: 7,
  });
});

test('a_move_that_is_made_while_another_one_is_being_pulled_stays_and_is_sent', async () => {
  await updatePostFields([{ id: first.id, order: 5 }]);
  await on(a);
  const pull = server.pull.bind(server);
  vi.spyOn(server, 'pull').mockImplementationOnce(async (...args) => {
    const page = await pull(...args);
    await updatePostFields([{ id: first.id, order: 9 }]);
    return page;
  });
  await on(b);
  expect((await getPost(first.id))?.order).toBe(9);
  await on(b);
  await on(a);
  expect((await getPost(first.id))?.order).toBe(9);
});

test('a_category_that_is_renamed_while_another_name_of_it_is_being_pulled_keeps_its_own', async () => {
  const known = { slug: 'some', description: '' };
  const category = await createCategory(home, { name: 'old', slug: 'some' });
  await on(a);
  await on(b);
  const there = (await listCategories(away)).find(({ slug }) => slug === 'some');
  await updateCategory(there?.id ?? '', { ...known, name: 'of b' });
  await on(b);
  await a.use();
  const pull = server.pull.bind(server);
  vi.spyOn(server, 'pull').mockImplementationOnce(async (...asked) => {
    const page = await pull(...asked);
    await updateCategory(category.id, { ...known, name: 'of a' });
    return page;
  });
  await on(a);
  const names = (await listCategories(home)).map(({ name }) => name);
  expect(names).toContain('of a');
  expect(stored().categories.get(category.id)?.name).toBe('of a');
});

test('a_category_that_is_deleted_while_another_name_of_it_is_being_pulled_stays_deleted', async () => {
  const category = await createCategory(home, { name: 'old', slug: 'some' });
  await on(a);
  await on(b);
  await updateCategory(category.id, { slug: 'some', description: '', name: 'of b' });
  await on(b);
  await a.use();
  const [pull, push] = [server.pull.bind(server), server.push.bind(server)];
  vi.spyOn(server, 'pull').mockImplementationOnce(async (...asked) => {
    const page = await pull(...asked);
    await deleteCategory(category.id);
    return page;
  });
  const whileSent: string[] = [];
  vi.spyOn(server, 'push').mockImplementationOnce(async (...asked) => {
    whileSent.push(...(await listCategories(home)).map(({ name }) => name));
    return push(...asked);
  });
  await on(a);
  expect(whileSent).toEqual(['docs']);
  await on(b);
  expect((await listCategories(away)).map(({ name }) => name)).toEqual(['docs']);
});

test('sync_that_is_turned_off_while_it_is_at_work_stays_off_and_begins_anew', async () => {
  const [read, pull] = [server.read.bind(server), server.pull.bind(server)];
  for (const at of ['read', 'pull']) {
    await new Device().use();
    const here = await fetchBase(TEAM, stored().base.id);
    const off = async (now: string) => (at === now ? disableSync(here) : undefined);
    vi.spyOn(server, 'read').mockImplementation((...asked) =>
      off('read').then(() => read(...asked)),
    );
    vi.spyOn(server, 'pull').mockImplementation((...asked) =>
      off('pull').then(() => pull(...asked)),
    );
    await a.exchange.run(here);
    const row = await getSyncBase(here);
    expect(row, at).toMatchObject({ state: 'off', cursor: 0, settings: null });
  }
});

test('two_moves_that_would_make_a_cycle_make_none', async () => {
  const other = await make('other');
  await on(a);
  await on(b);
  await updatePostFields([{ id: other.id, parentId: first.id }]);
  await on(b);
  await a.use();
  await updatePostFields([{ id: first.id, parentId: other.id }]);
  await on(a);
  await on(b);
  for (const device of [a, b]) {
    await device.use();
    const parents = [await getPost(first.id), await getPost(other.id)].map(
      (post) => post?.parentId,
    );
    expect(parents).toEqual([null, first.id]);
  }
});

test('a_deletion_arrives_and_can_be_taken_back_there', async () => {
  const other = await make('other');
  await on(a);
  await on(b);
  await a.use();
  await deletePosts([other.id]);
  await on(a);
  await on(b);
  expect(await getPost(other.id)).toBeUndefined();
  const [removed] = await listRemoved(away);
  expect(removed?.post.content).toBe('other');
  await restoreRecords({
    knowledgeBases: [],
    categories: [],
    posts: removed ? [removed.post] : [],
  });
  await on(b);
  await on(a);
  expect((await getPost(other.id))?.content).toBe('other');
});

test('a_document_that_others_deleted_is_listed_until_it_is_back', async () => {
  await deletePosts([first.id]);
  await on(a);
  await on(b);
  const removed = await listRemoved(away);
  expect(removed.map(({ post }) => post.content)).toEqual(['one']);
  await restoreRecords({
    knowledgeBases: [],
    categories: [],
    posts: removed.map(({ post }) => post),
  });
  expect(await listRemoved(away)).toEqual([]);
});

test('a_document_that_others_deleted_leaves_no_text_to_merge_over', async () => {
  const common = () =>
    withDatabase((db) =>
      db.getAllKeys('settings', rowKeys(`${rowPrefixes.syncText}${away}:${first.id}:`)),
    );
  await b.use();
  await write(first, 'two');
  await on(b);
  expect(await common()).not.toEqual([]);
  await on(a);
  await deletePosts([first.id]);
  await on(a);
  await on(b);
  expect(await getPost(first.id)).toBeUndefined();
  expect(await common()).toEqual([]);
});

test('a_deletion_that_is_undone_before_it_is_sent_is_none', async () => {
  const deleted = await deletePosts([first.id]);
  await restoreRecords(deleted);
  expect((await a.exchange.look(home)).work).toEqual([]);
  await on(a);
  expect(stored().documents.get(first.id)?.deletedAt).toBeNull();
  await on(b);
  expect(await getPost(first.id)).toBeDefined();
});

test('a_deletion_that_is_undone_when_its_answer_was_lost_is_none', async () => {
  const { categoryId } = first;
  const category = await createCategory(home, { name: 'empty', slug: 'empty' });
  await on(a);
  const deleted = [await deletePosts([first.id]), await deleteCategory(category.id)];
  server.onRequest = (name, moment) => {
    if (name === 'push' && moment === 'answered') throw new ApiError('network.timeout', '', 0);
  };
  await expect(a.exchange.run(home)).rejects.toThrow();
  server.onRequest = () => undefined;
  for (const records of deleted) if (records !== null) await restoreRecords(records);
  await on(a);
  expect(a.applied.flatMap(({ removed }) => removed)).toEqual([]);
  await on(b);
  for (const [device, id] of [
    [a, home],
    [b, away],
  ] as const) {
    await device.use();
    expect(await texts(id)).toEqual(['one']);
    expect((await listCategories(id)).map((one) => one.id).sort()).toEqual(
      [categoryId, category.id].sort(),
    );
  }
});

test('a_text_whose_answer_was_lost_does_not_undo_the_deletion_after_it', async () => {
  await make('other');
  await on(a);
  await write(first, 'sent');
  server.onRequest = (name, moment) => {
    if (name === 'push' && moment === 'answered') throw new ApiError('network.timeout', 'cut', 0);
  };
  await expect(a.exchange.run(home)).rejects.toThrow();
  server.onRequest = () => undefined;
  await deletePosts([first.id]);
  await on(a);
  expect(await texts(home)).toEqual(['other']);
  await on(b);
  expect(await texts(away)).toEqual(['other']);
});

test('a_text_wins_over_a_deletion_whichever_comes_first', async () => {
  const other = await make('other');
  await on(a);
  await on(b);
  await deletePosts([first.id]);
  await write(other, 'kept');
  await on(b);
  await a.use();
  await write(first, 'alive');
  await deletePosts([other.id]);
  await on(a);
  await on(b);
  for (const device of [a, b]) {
    await on(device);
    expect(await texts(device === a ? home : away)).toEqual(['alive', 'kept']);
  }
});

test('an_article_that_others_bring_back_has_the_words_of_the_copy_in_the_bin', async () => {
  const post = await make('甲');
  await on(a);
  await on(b);
  const there = (await listPostsOfBase(away)).find(({ title }) => title === '甲');
  await write(there as PostRecord, '那边改的');
  await on(b);
  await a.use();
  await write(post, '甲\n\n没有网络时写的');
  await nameVersion(post.id, '命名的', '定稿');
  await deletePosts([post.id]);
  await on(a);
  const back = await getPost(post.id);
  expect(back?.content).toBe('那边改的');
  expect(back?.history.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['甲\n\n没有网络时写的', '命名的']),
  );
});

test('an_empty_browser_deletes_nothing_and_gets_everything_back', async () => {
  await make('other');
  await on(a);
  a = new Device();
  await a.use();
  const id = await fetchBase(TEAM, stored().base.id);
  await a.exchange.run(id);
  expect(await texts(id)).toEqual(['one', 'other']);
  expect([...stored().documents.values()].every(({ deletedAt }) => deletedAt === null)).toBe(true);
});

test('a_document_that_is_missing_without_having_been_deleted_comes_back', async () => {
  const other = await make('other');
  await on(a);
  const all = await readLibrarySnapshot();
  await replaceLibrary({ ...all, posts: all.posts.filter(({ id }) => id !== other.id) }, all);
  expect(await getPost(other.id)).toBeUndefined();
  await on(a);
  expect(stored().documents.get(other.id)?.deletedAt).toBeNull();
  expect((await getPost(other.id))?.content).toBe('other');
});

test('a_knowledge_base_that_is_deleted_here_stays_at_the_server', async () => {
  await createKnowledgeBase('another', '');
  const deleted = await deleteKnowledgeBase(home);
  await on(a);
  expect(stored().documents.get(first.id)?.deletedAt).toBeNull();
  expect((await listKnowledgeBases()).map(({ id }) => id)).not.toContain(home);
  if (deleted !== null) await restoreRecords(deleted);
  await write(first, 'again');
  await on(a);
  expect(stored().documents.get(first.id)?.content).toBe('again');
});

test('a_document_that_moves_to_another_knowledge_base_leaves_the_server', async () => {
  await make('other');
  const { knowledgeBase, category } = await createKnowledgeBase('another', '');
  const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id, parentId: null };
  await updatePostFields([{ id: first.id, ...place }]);
  await on(a);
  expect(stored().documents.get(first.id)?.deletedAt).not.toBeNull();
  expect((await getPost(first.id))?.knowledgeBaseId).toBe(knowledgeBase.id);
});

test.each([
  ['told by the answer to the deletion', false],
  ['applied, while the deletion waits', true],
])(
  'a_document_that_moved_away_comes_back_with_the_text_that_others_wrote_since, %s',
  async (_how, isHeld) => {
    await make('other');
    await on(a);
    await on(b);
    await a.use();
    const { knowledgeBase, category } = await createKnowledgeBase('another', '');
    if (isHeld) await enableSync(knowledgeBase.id, TEAM);
    const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id, parentId: null };
    await updatePostFields([{ id: first.id, ...place }]);
    await b.use();
    await write(first, 'from b');
    await on(b);
    await on(a);
    await on(a);
    expect(await texts(home)).toEqual(['from b', 'other']);
    expect(await getPost(first.id)).toMatchObject({ content: 'one', ...place });
    expect(stored().documents.get(first.id)).toMatchObject({ content: 'from b', deletedAt: null });
    // It is the same document at the server.
    const back = (await listPostsOfBase(home)).find(({ title }) => title === 'one');
    await write({ id: back?.id ?? '' }, 'from a again');
    await on(a);
    expect(stored().documents.get(first.id)).toMatchObject({ content: 'from a again' });
    expect(stored().documents.size).toBe(2);
  },
);

test('a_document_that_moves_leaves_the_server_when_its_new_knowledge_base_is_there', async () => {
  await make('other');
  await on(a);
  const { knowledgeBase, category } = await createKnowledgeBase('another', '');
  await enableSync(knowledgeBase.id, TEAM);
  const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id, parentId: null };
  await updatePostFields([{ id: first.id, ...place }]);
  const isDeleted = () => stored().documents.get(first.id)?.deletedAt != null;
  const plan = await a.exchange.run(home);
  expect([plan?.nHeld, isDeleted()]).toEqual([1, false]);
  await a.exchange.run(knowledgeBase.id);
  await on(a);
  expect(isDeleted()).toBe(true);
  const texts = [...server.bases.values()][1]?.documents.get(first.id);
  expect(texts).toMatchObject({ content: 'one', deletedAt: null });
});

test('a_post_that_has_lost_its_text_gets_it_back_and_empties_nothing', async () => {
  await write(first, 'not sent yet');
  await withDatabase(async (db) => {
    const { content: _lost, ...rest } = (await db.get('posts', first.id)) as PostRecord;
    await db.put('posts', { ...rest, history: [] } as unknown as PostRecord);
  });
  await on(a);
  expect(stored().documents.get(first.id)?.content).toBe('one');
  expect((await getPost(first.id))?.content).toBe('one');
  // A text that the author has emptied is one.
  await write(first, '');
  await on(a);
  expect(stored().documents.get(first.id)?.content).toBe('');
});

test('a_date_that_is_none_keeps_nothing_back', async () => {
  const made = await make('old');
  await withDatabase(async (db) => {
    const record = (await db.get('posts', made.id)) as PostRecord;
    await db.put('posts', { ...record, createDatetime: 1e300 });
  });
  await on(a);
  expect(stored().documents.get(made.id)?.content).toBe('old');
});

test('slugs_of_any_script_stay_and_others_become_the_id', async () => {
  const [tutorial, odd] = [
    await createCategory(home, { name: '教程', slug: '教程' }),
    await createCategory(home, { name: 'Odd', slug: 'Odd!' }),
  ];
  await on(a);
  expect(stored().categories.get(tutorial.id)?.slug).toBe('教程');
  expect(stored().categories.get(odd.id)?.slug).toBe(odd.id);
});

test('a_creation_whose_answer_was_lost_makes_one_knowledge_base_also_under_another_name', async () => {
  const { knowledgeBase } = await createKnowledgeBase('early', '');
  await enableSync(knowledgeBase.id, TEAM);
  server.onRequest = (name, moment) => {
    if (name === 'create' && moment === 'answered') throw new ApiError('network.offline', '', 0);
  };
  await expect(a.exchange.run(knowledgeBase.id)).rejects.toThrow();
  server.onRequest = () => undefined;
  await updateKnowledgeBase(knowledgeBase.id, { name: 'late' });
  await a.exchange.run(knowledgeBase.id);
  expect([...server.bases.values()].map(({ base }) => base.title)).toEqual(['笔记', 'late']);
  expect((await getSyncBase(knowledgeBase.id))?.problem).toBeNull();
});

test('a_creation_that_was_refused_is_another_one_the_next_time', async () => {
  const { knowledgeBase } = await createKnowledgeBase('bad name', '');
  await enableSync(knowledgeBase.id, TEAM);
  const create = server.create.bind(server);
  vi.spyOn(server, 'create').mockImplementation(async (team, base, key) => {
    if (base.title === 'bad name') throw new ApiError('request.invalid', '', 422);
    return create(team, base, key);
  });
  await a.exchange.run(knowledgeBase.id);
  expect((await getSyncBase(knowledgeBase.id))?.problem).toBe('refused');
  await updateKnowledgeBase(knowledgeBase.id, { name: 'good name' });
  await enableSync(knowledgeBase.id, TEAM);
  await a.exchange.run(knowledgeBase.id);
  expect([...server.bases.values()].map(({ base }) => base.title)).toEqual(['笔记', 'good name']);
});

test('a_creation_that_is_at_work_elsewhere_is_no_refusal', async () => {
  const { knowledgeBase } = await createKnowledgeBase('new', '');
  await enableSync(knowledgeBase.id, TEAM);
  server.onRequest = (name) => {
    if (name === 'create') throw new ApiError('idempotency.inProgress', '', 409);
  };
  await expect(a.exchange.run(knowledgeBase.id)).rejects.toThrow();
  expect((await getSyncBase(knowledgeBase.id))?.problem).toBeNull();
});

test('what_is_too_slow_for_the_server_is_sent_in_halves', async () => {
  for (let n = 0; n < 5; n += 1) await make(`text ${n}`);
  const push = server.push.bind(server);
  const sizes: number[] = [];
  vi.spyOn(server, 'push').mockImplementation(async (team, id, body) => {
    sizes.push(body.changes.length);
    if (body.changes.length > 2) throw new ApiError('request.timeout', '', 408);
    return push(team, id, body);
  });
  await on(a);
  expect(sizes).toEqual([5, 3, 2, 1, 2]);
  expect(stored().documents.size).toBe(6);
});

test('images_that_the_server_had_no_room_for_are_tried_again', async () => {
  const sent: string[][] = [];
  let left: string[] = ['0123456789abcdef.png'];
  const exchange = new Exchange(server, {
    device: '',
    openPosts: async () => () => false,
    fieldReader: async () => (_content, title) => ({ title, date: '', tags: [], draft: false }),
    onApplied: () => undefined,
    sendImages: async (_row, texts) => {
      sent.push([...texts]);
      return left;
    },
  });
  await write(first, 'with an image');
  await exchange.run(home);
  expect((await getSyncBase(home))?.unsentImages).toEqual(left);
  left = [];
  await exchange.run(home);
  expect(sent.at(-1)).toEqual(['images/0123456789abcdef.png']);
  expect((await getSyncBase(home))?.unsentImages).toEqual([]);
});

test('categories_are_made_renamed_and_deleted', async () => {
  const made = await createCategory(home, { name: 'second', slug: 'second' });
  await on(a);
  await on(b);
  expect((await listCategories(away)).map(({ name }) => name)).toEqual(['docs', 'second']);
  await a.use();
  await deleteCategory(made.id);
  await on(a);
  await on(b);
  expect((await listCategories(away)).map(({ name }) => name)).toEqual(['docs']);
});

test('a_category_that_got_documents_elsewhere_comes_back', async () => {
  const made = await createCategory(home, { name: 'second', slug: 'second' });
  await on(a);
  await on(b);
  await updatePostFields([{ id: first.id, categoryId: made.id }]);
  await on(b);
  await a.use();
  await deleteCategory(made.id);
  await on(a);
  expect((await listCategories(home)).map(({ name }) => name)).toEqual(['docs', 'second']);
  expect((await getPost(first.id))?.categoryId).toBe(made.id);
});

test('documents_of_a_category_that_others_deleted_move_to_another_one', async () => {
  const made = await createCategory(home, { name: 'second', slug: 'second' });
  await on(a);
  await on(b);
  await a.use();
  await deleteCategory(made.id);
  await on(a);
  await b.use();
  const mine = await createPost({
    ...first,
    title: 'mine',
    content: 'mine',
    knowledgeBaseId: away,
    categoryId: made.id,
  });
  await on(b);
  const [left] = await listCategories(away);
  expect((await getPost(mine.id))?.categoryId).toBe(left?.id);
  await on(a);
  expect(await texts(home)).toEqual(['mine', 'one']);
});

test('the_last_category_stays_until_the_one_in_its_place_has_come', async () => {
  const [category] = await listCategories(home);
  if (category === undefined) throw new Error('no category');
  const remote = { categories: [{ category, revision: 9, isDeleted: true }], documents: [] };
  await applyRemote(home, remote, () => false);
  expect((await listCategories(home)).map(({ id }) => id)).toEqual([category.id]);
  expect((await getPost(first.id))?.categoryId).toBe(category.id);
});

test('a_document_that_comes_back_without_its_category_moves_to_another_one', async () => {
  const made = await createCategory(home, { name: 'second', slug: 'second' });
  const post = await createPost({ ...first, title: 'x', content: 'x', categoryId: made.id });
  await on(a);
  const deleted = await deletePosts([post.id]);
  await on(a);
  await on(b);
  await deleteCategory(made.id);
  await on(b);
  await on(a);
  await restoreRecords(deleted);
  await on(a);
  expect(stored().documents.get(post.id)?.deletedAt).toBeNull();
  expect((await getPost(post.id))?.categoryId).toBe(first.categoryId);
});

test('an_answer_that_is_lost_makes_no_conflict', async () => {
  await write(first, 'two');
  server.onRequest = (name, moment) => {
    if (name === 'push' && moment === 'answered') throw new ApiError('network.timeout', '', 0);
  };
  await expect(a.exchange.run(home)).rejects.toThrow();
  server.onRequest = () => undefined;
  await write(first, 'three');
  expect((await a.exchange.run(home))?.documents).toEqual({});
  expect(stored().documents.get(first.id)?.content).toBe('three');
});

test('a_repeated_change_keeps_its_id', async () => {
  await write(first, 'two');
  const ids: string[] = [];
  const push = server.push.bind(server);
  server.push = (team, id, body) => {
    ids.push(...body.changes.map((change) => change.id));
    return push(team, id, body);
  };
  server.onRequest = (name) => {
    if (name === 'push') throw new ApiError('network.offline', '', 0);
  };
  await expect(a.exchange.run(home)).rejects.toThrow();
  await expect(a.exchange.run(home)).rejects.toThrow();
  expect(new Set(ids).size).toBe(1);
  expect(ids).toHaveLength(2);
});

test('a_server_that_knows_less_gets_back_what_is_here', async () => {
  const goBack = server.backup();
  const other = await make('other');
  await write(first, 'newer');
  await on(a);
  goBack();
  const plan = await a.exchange.run(home);
  expect(stored().documents.get(other.id)?.content).toBe('other');
  // Nobody can say whether the server's text was seen: both are kept.
  expect(plan?.documents).toEqual({ [first.id]: 'conflict' });
  expect((await getPost(first.id))?.content).toBe('newer');
});

test('a_document_that_is_deleted_while_it_waits_beside_another_text_comes_back_with_that_text', async () => {
  await on(a);
  // What the server had accepted is unknown from here on.
  server.backup()();
  await write(first, 'mine');
  await on(a);
  expect((await a.exchange.look(home)).documents).toEqual({ [first.id]: 'conflict' });
  await deletePosts([first.id]);
  await on(a);
  expect(await texts(home)).toEqual(['one']);
  expect(await a.exchange.look(home)).toMatchObject({ work: [], idle: [], documents: {} });
});

test('an_open_document_is_left_to_its_tab', async () => {
  await b.use();
  b.open.add(first.id);
  await a.use();
  await write(first, 'two');
  await on(a);
  await on(b);
  expect((await getPost(first.id))?.content).toBe('one');
  expect(b.applied.at(-1)?.incoming).toEqual([first.id]);
  const plan = await b.exchange.look(away);
  expect(plan.incoming).toEqual([first.id]);
  expect(plan.documents).toEqual({});
  await write(first, 'typed meanwhile');
  expect((await b.exchange.look(away)).documents).toEqual({ [first.id]: 'conflict' });
});

test('a_text_that_comes_while_a_tab_takes_the_one_before_waits_for_it', async () => {
  b.open.add(first.id);
  await write(first, 'two');
  await on(a);
  await on(b);
  const incoming = await readIncoming(first.id);
  const post = await getPost(first.id);
  if (post === undefined || incoming === null) throw new Error('nothing is offered');
  await a.use();
  await write(first, 'three');
  await on(a);
  await on(b);
  const applied = { theirs: incoming.theirs, isMerged: false };
  await savePost(post, { content: 'two' }, post.updateDatetime, { applied });
  expect((await readIncoming(first.id))?.theirs.content).toBe('three');
});

test('who_may_only_read_sends_nothing_and_reads_on', async () => {
  await b.use();
  await write(first, 'theirs');
  server.isReadOnly = true;
  await on(b);
  expect((await getSyncBase(away))?.problem).toBe('readOnly');
  expect(stored().documents.get(first.id)?.content).toBe('one');
  expect((await getPost(first.id))?.content).toBe('theirs');
  await a.use();
  const other = await make('other');
  server.isReadOnly = false;
  await on(a);
  server.isReadOnly = true;
  await on(b);
  expect((await getPost(other.id))?.content).toBe('other');
  expect((await b.exchange.look(away)).documents).toEqual({ [first.id]: 'waiting' });
  // Whoever may write again sends what has waited.
  server.isReadOnly = false;
  await on(b);
  expect((await getSyncBase(away))?.problem).toBeNull();
  expect(stored().documents.get(first.id)?.content).toBe('theirs');
});

test('an_archived_knowledge_base_keeps_local_edits_waiting', async () => {
  stored().base.status = 'archived';
  await write(first, 'later');
  const plan = await a.exchange.run(home);
  expect((await getSyncBase(home))?.problem).toBe('archived');
  expect(plan?.documents).toEqual({ [first.id]: 'waiting' });
  stored().base.status = 'active';
  await on(a);
  expect((await getSyncBase(home))?.problem).toBeNull();
  expect(stored().documents.get(first.id)?.content).toBe('later');
});

test('a_knowledge_base_that_is_gone_keeps_its_local_copy', async () => {
  server.bases.clear();
  await on(a);
  expect((await getSyncBase(home))?.problem).toBe('gone');
  expect((await getPost(first.id))?.content).toBe('one');
});

test('names_follow_and_the_server_wins', async () => {
  await updateKnowledgeBase(home, { name: '新', description: '' });
  await on(a);
  await on(b);
  expect((await getKnowledgeBase(away))?.name).toBe('新');
  await updateKnowledgeBase(away, { name: 'b', description: '' });
  await a.use();
  await updateKnowledgeBase(home, { name: 'a', description: '' });
  await on(a);
  await on(b);
  expect((await getKnowledgeBase(away))?.name).toBe('a');
});

test('an_author_whose_name_was_replaced_is_told_and_may_keep_it', async () => {
  await updateKnowledgeBase(home, { name: 'a', description: 'of a' });
  await on(a);
  await b.use();
  await updateKnowledgeBase(away, { name: 'b', description: '' });
  await on(b);
  const overruled = async () => (await getSyncBase(away))?.overruled;
  expect(await overruled()).toEqual({ name: 'b', description: '' });
  await on(b);
  expect(await overruled()).toEqual({ name: 'b', description: '' });
  await settleName(away, true);
  expect(await overruled()).toBeNull();
  await on(b);
  await on(a);
  expect(await getKnowledgeBase(home)).toMatchObject({ name: 'b', description: '' });
  expect((await getSyncBase(home))?.overruled ?? null).toBeNull();
});

test('a_name_that_the_role_does_not_allow_stays_here_and_the_rest_is_read_on', async () => {
  await b.use();
  await updateKnowledgeBase(away, { name: 'b' });
  await a.use();
  await write(first, 'newer');
  await on(a);
  server.isReadOnly = true;
  await on(b);
  expect((await getSyncBase(away))?.problem).toBeNull();
  expect((await getKnowledgeBase(away))?.name).toBe('b');
  expect((await getPost(first.id))?.content).toBe('newer');
});

test('the_state_of_a_knowledge_base_follows_the_server', async () => {
  stored().base.status = 'archived';
  await on(b);
  expect((await getKnowledgeBase(away))?.status).toBe('archived');
  stored().base.status = 'active';
  await on(b);
  expect((await getKnowledgeBase(away))?.status).toBe('active');
});

test('a_text_that_was_restored_is_sent_as_that_also_much_later', async () => {
  await write(first, 'two');
  await on(a);
  const causes = () => stored().revisions.map(({ content, cause }) => `${content} ${cause}`);
  server.onRequest = () => {
    throw new ApiError('network.offline', '', 0);
  };
  await markRestored(first, 'one');
  await write(first, 'one');
  await expect(a.exchange.run(home)).rejects.toThrow();
  server.onRequest = () => undefined;
  await on(a);
  await write(first, 'three');
  await on(a);
  expect(causes()).toEqual(['one edit', 'two edit', 'one restore', 'three edit']);
  // What was written on the restored text is an edit.
  await markRestored(first, 'one');
  await write(first, 'one and more');
  await on(a);
  expect(causes().at(-1)).toBe('one and more edit');
});

test('a_text_that_the_server_cannot_take_is_not_sent_again_until_it_changes', async () => {
  await write(first, `${'墨'.repeat(400_000)}`);
  const plan = await a.exchange.run(home);
  expect(plan?.refusals).toEqual({ [first.id]: 'document.tooLarge' });
  expect(stored().documents.get(first.id)?.content).toBe('one');
  await write(first, 'short');
  await on(a);
  expect(stored().documents.get(first.id)?.content).toBe('short');
});

test('records_without_a_uuid_get_one_at_the_server', async () => {
  const { knowledgeBase } = await createKnowledgeBase('old', '');
  const category = { ...(await listCategories(knowledgeBase.id))[0], id: 'old-category' };
  const post = {
    ...first,
    id: '12',
    knowledgeBaseId: knowledgeBase.id,
    categoryId: 'old-category',
  };
  await restoreRecords({
    knowledgeBases: [],
    categories: [category as never],
    posts: [{ ...post, content: 'old' }],
  });
  await enableSync(knowledgeBase.id, TEAM);
  await a.exchange.run(knowledgeBase.id);
  const row = await getSyncBase(knowledgeBase.id);
  const remote = server.of(row?.serverId ?? '');
  expect(remote.documents.get(row?.ids['12'] ?? '')?.content).toBe('old');
  await write(post, 'newer');
  await a.exchange.run(knowledgeBase.id);
  expect(remote.documents.size).toBe(1);
});

test('a_copy_with_the_same_ids_stands_beside_the_first_one', async () => {
  const copy = structuredClone(stored());
  copy.base.id = crypto.randomUUID();
  server.bases.set(copy.base.id, copy);
  const id = await fetchBase(TEAM, copy.base.id);
  await a.exchange.run(id);
  expect(await texts(id)).toEqual(['one']);
  expect(await texts(home)).toEqual(['one']);
  const [mine] = await listPostsOfBase(id);
  await write(mine ?? first, 'of the copy');
  await a.exchange.run(id);
  expect(copy.documents.get(first.id)?.content).toBe('of the copy');
  expect((await getPost(first.id))?.content).toBe('one');
});

test('a_link_between_posts_names_the_id_of_each_side', async () => {
  const old = '0123456789abcdef0123456789abcdef';
  await restoreRecords({
    knowledgeBases: [],
    categories: [],
    posts: [{ ...first, id: old, order: 2, content: 'target' }],
  });
  const nowhere = 'ffffffffffffffffffffffffffffffff';
  const text = `[a](${old}.md#part) [b](${nowhere}.md)`;
  await write(first, text);
  await on(a);
  const remote = (await getSyncBase(home))?.ids[old] ?? '';
  expect(stored().documents.get(first.id)?.content).toBe(
    `[a](${remote}.md#part) [b](${nowhere}.md)`,
  );
  await on(b);
  expect((await getPost(first.id))?.content).toContain(`${remote}.md#part`);
  expect((await getPost(remote))?.content).toBe('target');
  await write(first, `[a](${remote}.md#other)`);
  await on(b);
  await on(a);
  expect((await getPost(first.id))?.content).toBe(`[a](${old}.md#other)`);
  expect((await a.exchange.look(home)).work).toEqual([]);
});

test('links_of_a_copy_with_the_same_ids_stay_within_the_copy', async () => {
  const second = await make('two');
  await write(first, `[b](${second.id}.md)`);
  await on(a);
  const copy = structuredClone(stored());
  copy.base.id = crypto.randomUUID();
  server.bases.set(copy.base.id, copy);
  const id = await fetchBase(TEAM, copy.base.id);
  await a.exchange.run(id);
  const ids = (await getSyncBase(id))?.ids ?? {};
  const localOf = (remote: string) => Object.keys(ids).find((local) => ids[local] === remote) ?? '';
  const linking = { id: localOf(first.id) };
  expect((await getPost(linking.id))?.content).toBe(`[b](${localOf(second.id)}.md)`);
  await write(linking, `[c](${localOf(second.id)}.md)`);
  await a.exchange.run(id);
  expect(copy.documents.get(first.id)?.content).toBe(`[c](${second.id}.md)`);
  expect((await getPost(first.id))?.content).toBe(`[b](${second.id}.md)`);
});

test('a_paused_knowledge_base_exchanges_nothing', async () => {
  await pauseSync(home);
  await write(first, 'two');
  const before = server.nRequests;
  await on(a);
  expect(server.nRequests).toBe(before);
});

test('sync_that_was_off_goes_on_with_the_same_knowledge_base', async () => {
  await disableSync(home);
  await on(a);
  await enableSync(home, TEAM);
  await on(a);
  expect(server.bases.size).toBe(1);
});

test('states_name_the_account_that_is_missing', async () => {
  expect((await listSyncStates())[0]?.pause).toBeNull();
  closeSession();
  await pauseSync(home);
  expect(documentState((await listSyncStates())[0], first.id)).toBe('local');
});

test('the_limits_split_what_is_sent', async () => {
  const sizes: number[] = [];
  const push = server.push.bind(server);
  server.push = (team, id, body) => {
    sizes.push(body.changes.length);
    expect(JSON.stringify(body).length).toBeLessThan(4_000_000);
    return push(team, id, body);
  };
  for (let i = 0; i < 120; i += 1) await make(`post ${i}`);
  for (let i = 0; i < 9; i += 1) await write(await make('long'), 'x'.repeat(1_000_000));
  await on(a);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  expect(stored().documents.size).toBe(130);
}, 30_000);
