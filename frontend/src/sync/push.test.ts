import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCategory, deleteCategory, listCategories } from '../storage/categories';
import { closeDatabase } from '../storage/db';
import { createKnowledgeBase } from '../storage/knowledge-bases';
import { createPost, getPost, savePost, updatePostFields } from '../storage/posts';
import type { PostRecord } from '../storage/schema';
import {
  changeSyncItems,
  listSyncDeletions,
  newSyncItem,
  placeOf,
  postHash,
  type SyncItem,
} from '../storage/sync/rows';
import { getSyncItem } from '../testing/sync-item';
import { type Plan, planOf, type Work } from './plan';
import type { Change, ChangeResult, WireDocument } from './protocol';
import { type PushHost, pushChanges } from './push';
import { Ids } from './wire';

/** What the server says to a change; `during` happens here while the request is on its way. */
type Answer = (change: Change) => ChangeResult;

let home: string;
let post: PostRecord;
/** The changes of each request. */
let requests: (readonly Change[])[];
let applied: WireDocument[];

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  const made = await createKnowledgeBase('笔记', '');
  home = made.knowledgeBase.id;
  const { id: categoryId } = made.category;
  const fields = { title: 'one', content: 'one', knowledgeBaseId: home, categoryId };
  post = await createPost({ ...fields, parentId: null, order: 1 });
  requests = [];
  applied = [];
});
afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
});

const accepted =
  (revision: number): Answer =>
  ({ id }) => ({ id, outcome: 'accepted', revision });
const refused =
  (error: string): Answer =>
  ({ id }) => ({ id, outcome: 'refused', error });

async function push(work: Work[], answer: Answer, during = async () => {}): Promise<void> {
  const plan: Plan = {
    ...planOf({ categories: [], posts: [], items: new Map(), deletions: [] }),
    work,
  };
  const host: PushHost = {
    device: 'a device',
    send: async ({ changes }) => {
      requests.push(changes);
      await during();
      return { revision: 1, results: changes.map(answer) };
    },
    beforeTexts: async () => {},
    keepIds: async () => {},
    apply: async (documents) => void applied.push(...documents),
  };
  await pushChanges(home, new Ids({ ids: {} }), plan, host);
}

/** Changes what is known of the document. */
function know(change: Partial<SyncItem>): Promise<void> {
  const changed = (item: SyncItem) => ({ ...item, ...change });
  return changeSyncItems(home, [{ id: post.id, kind: 'document', change: changed }]);
}

async function known(id = post.id): Promise<SyncItem> {
  const item = await getSyncItem(home, id);
  if (item === undefined) throw new Error('nothing is known');
  return item;
}

test('a_move_that_was_accepted_is_the_place_at_the_server', async () => {
  await know({ revision: 3, place: 'elsewhere', placeRevision: 3 });
  await push([{ kind: 'putPlace', post, item: await known() }], accepted(4));
  const { place, placeRevision, sentPlace } = await known();
  expect([place, placeRevision, sentPlace]).toEqual([placeOf(post), 4, null]);
});

test('an_answer_about_an_earlier_move_changes_nothing_that_a_pull_has_said_since', async () => {
  await know({ revision: 3, place: 'elsewhere', placeRevision: 3 });
  const item = await known();
  await push([{ kind: 'putPlace', post, item }], accepted(4), () =>
    know({ place: 'moved by others', placeRevision: 9 }),
  );
  const { place, placeRevision, sentPlace } = await known();
  expect([place, placeRevision, sentPlace]).toEqual(['moved by others', 9, null]);
});

test('a_move_that_is_sent_again_has_the_same_id', async () => {
  await know({ revision: 3, place: 'elsewhere', placeRevision: 3 });
  const lost = () => Promise.reject(new Error('lost'));
  await expect(
    push([{ kind: 'putPlace', post, item: await known() }], accepted(4), lost),
  ).rejects.toThrow('lost');
  await push([{ kind: 'putPlace', post, item: await known() }], accepted(4));
  expect(requests[1]?.[0]?.id).toBe(requests[0]?.[0]?.id);
});

test('a_text_that_was_accepted_is_the_text_at_the_server_and_its_place_too', async () => {
  await push([{ kind: 'putText', post, item: undefined }], accepted(5));
  const item = await known();
  expect([item.accepted, item.revision, item.sent]).toEqual([postHash(post), 5, []]);
  expect([item.place, item.placeRevision]).toEqual([placeOf(post), 5]);
});

test('an_answer_about_an_earlier_text_changes_nothing_that_a_pull_has_said_since', async () => {
  await know({ revision: 3, accepted: 'old' });
  await push([{ kind: 'putText', post, item: await known() }], accepted(5), () =>
    know({ revision: 9, accepted: 'of others' }),
  );
  const item = await known();
  expect([item.accepted, item.revision]).toEqual(['of others', 9]);
});

test('a_text_is_sent_as_it_is_when_its_turn_comes', async () => {
  const work: Work = { kind: 'putText', post, item: undefined };
  await savePost(post, { content: 'two' }, post.updateDatetime);
  await push([work], accepted(5));
  expect(requests[0]?.[0]).toMatchObject({ kind: 'putText', content: 'two' });
  const now = await getPost(post.id);
  expect((await known()).accepted).toBe(now && postHash(now));
});

test('a_text_that_is_sent_again_has_the_same_id_and_another_text_another_one', async () => {
  const lost = () => Promise.reject(new Error('lost'));
  const send = async (during?: () => Promise<never>) =>
    push([{ kind: 'putText', post, item: await getSyncItem(home, post.id) }], accepted(5), during);
  await expect(send(lost)).rejects.toThrow('lost');
  await expect(send(lost)).rejects.toThrow('lost');
  await savePost(post, { content: 'two' }, post.updateDatetime);
  await send();
  const [first, second, third] = requests.map(([change]) => change?.id);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('a_text_that_the_server_refuses_waits_for_another_one', async () => {
  await push([{ kind: 'putText', post, item: undefined }], refused('document.tooMany'));
  expect((await known()).refused).toEqual({ hash: postHash(post), error: 'document.tooMany' });
});

test('a_text_whose_category_is_gone_is_not_refused_for_good', async () => {
  await push([{ kind: 'putText', post, item: undefined }], refused('category.notFound'));
  expect((await known()).refused).toBeNull();
});

test('what_no_request_can_carry_is_not_sent_and_says_why', async () => {
  for (const [title, content, error] of [
    ['t', '字'.repeat(349_526), 'document.tooLarge'],
    ['t'.repeat(201), 'x', 'document.titleTooLong'],
    ['t', 'a\0b', 'document.nulCharacter'],
    ['t', 'half \ud83d of a character', 'document.invalidText'],
  ] as const) {
    const { knowledgeBaseId, categoryId } = post;
    const made = await createPost({
      ...{ title, content, knowledgeBaseId, categoryId },
      ...{ parentId: null, order: 2 },
    });
    await push([{ kind: 'putText', post: made, item: undefined }], accepted(5));
    expect((await known(made.id)).refused?.error).toBe(error);
  }
  expect(requests).toEqual([]);
});

test('a_path_that_no_request_can_carry_keeps_its_document_back_and_no_other', async () => {
  const { knowledgeBaseId, categoryId } = post;
  const where = { knowledgeBaseId, categoryId, parentId: null, order: 2 };
  const made = await createPost({ title: 't', content: 'x', ...where });
  await updatePostFields([{ id: made.id, router_path: '/half\ud83d' }]);
  await push(
    [made, post].map((one) => ({ kind: 'putText', post: one, item: undefined })),
    accepted(5),
  );
  expect((await known(made.id)).refused?.error).toBe('document.invalidText');
  expect((await known()).revision).toBe(5);
});

test('a_category_is_sent_with_what_a_request_can_carry', async () => {
  const made = await createCategory(home, { name: 'a\0 half \ud83d', slug: 'a' });
  const category = { ...made, type: 'x'.repeat(60), description: '\udc00' };
  await push([{ kind: 'putCategory', category, hash: 'h' }], accepted(5));
  expect(requests[0]?.[0]).toMatchObject({
    name: 'a half',
    categoryKind: 'x'.repeat(50),
    description: '',
  });
});

test('what_has_the_largest_size_is_sent', async () => {
  const { knowledgeBaseId, categoryId } = post;
  const fields = { title: '字'.repeat(200), content: 'x'.repeat(1_048_576) };
  const where = { knowledgeBaseId, categoryId, parentId: null, order: 2 };
  const made = await createPost({ ...fields, ...where });
  await push([{ kind: 'putText', post: made, item: undefined }], accepted(5));
  expect(requests.length).toBe(1);
});

test('texts_of_another_revision_come_from_the_server', async () => {
  const current = { id: post.id } as WireDocument;
  await push([{ kind: 'putText', post, item: undefined }], ({ id }) => ({
    id,
    outcome: 'conflict',
    current,
  }));
  expect(applied).toEqual([current]);
  expect((await known()).accepted).toBe('');
});

test('a_deletion_that_was_accepted_leaves_nothing_behind', async () => {
  const { deletion, item } = await deletedCategory();
  await push([{ kind: 'deleteCategory', deletion, item }], accepted(7));
  expect(await listSyncDeletions(home)).toEqual([]);
  expect(await getSyncItem(home, deletion.id)).toBeUndefined();
  expect((await listCategories(home)).map(({ id }) => id)).not.toContain(deletion.id);
});

test('a_category_whose_deletion_is_refused_is_there_again', async () => {
  const { deletion, item } = await deletedCategory();
  await push([{ kind: 'deleteCategory', deletion, item }], refused('category.notEmpty'));
  expect(await listSyncDeletions(home)).toEqual([]);
  expect((await listCategories(home)).map(({ id }) => id)).toContain(deletion.id);
  expect((await known(deletion.id)).accepted).toBe('known');
});

test('a_deletion_that_is_sent_again_has_the_same_id', async () => {
  const { deletion, item } = await deletedCategory();
  const lost = () => Promise.reject(new Error('lost'));
  await expect(
    push([{ kind: 'deleteCategory', deletion, item }], accepted(7), lost),
  ).rejects.toThrow('lost');
  const [again] = await listSyncDeletions(home);
  if (again === undefined) throw new Error('the deletion is forgotten');
  await push([{ kind: 'deleteCategory', deletion: again, item }], accepted(7));
  expect(requests[1]?.[0]?.id).toBe(requests[0]?.[0]?.id);
});

test('a_request_has_a_hundred_changes_at_most', async () => {
  const item = { ...newSyncItem(home, post.id, 'document'), revision: 3 };
  const work = Array.from({ length: 201 }, () => ({ kind: 'putPlace', post, item }) as const);
  await push(work, accepted(4));
  expect(requests.map((changes) => changes.length)).toEqual([100, 100, 1]);
});

test('a_request_has_three_and_a_half_megabytes_at_most', async () => {
  const { knowledgeBaseId, categoryId } = post;
  const work: Work[] = [];
  for (let order = 2; order < 7; order += 1) {
    const fields = { title: 'long', content: 'x'.repeat(1_000_000), knowledgeBaseId, categoryId };
    const made = await createPost({ ...fields, parentId: null, order });
    work.push({ kind: 'putText', post: made, item: undefined });
  }
  await push(work, accepted(4));
  expect(requests.map((changes) => changes.length)).toEqual([3, 2]);
});

/** A category that the server has and this browser has deleted. */
async function deletedCategory() {
  const { id } = await createCategory(home, { name: '多余的', slug: 'unneeded' });
  const change = (item: SyncItem) => ({ ...item, accepted: 'known', revision: 2 });
  await changeSyncItems(home, [{ id, kind: 'category', change }]);
  await deleteCategory(id);
  const deletion = (await listSyncDeletions(home)).find((one) => one.id === id);
  if (deletion === undefined) throw new Error('nothing is deleted');
  return { deletion, item: await known(id) };
}
