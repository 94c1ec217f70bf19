import { expect, test } from 'vitest';
import type { CategoryRecord, PostSummary } from '../storage/schema';
import type { SyncDeletion } from '../storage/sync/deletions';
import { categoryHash, hashOf, newSyncItem, placeOf, type SyncItem } from '../storage/sync/rows';
import { type Local, planOf } from './plan';

const BASE = 'a-base';

const category: CategoryRecord = {
  id: 'c',
  knowledgeBaseId: BASE,
  name: 'docs',
  slug: 'docs',
  type: 'docs',
  description: '',
  order: 1,
  createDatetime: 0,
  updateDatetime: 0,
};

function post(id: string, parentId: string | null = null): PostSummary {
  return {
    id,
    knowledgeBaseId: BASE,
    categoryId: category.id,
    parentId,
    title: id,
    isNamed: true,
    order: 1,
    router_path: '',
    frontMatter: { title: id, date: '2026-01-01', tags: [], draft: false },
    collapsed: false,
    createDatetime: 0,
    updateDatetime: 0,
  };
}

/** What the server has of a post, as it is here. */
function accepted(of: PostSummary): SyncItem {
  const item = newSyncItem(BASE, of.id, 'document');
  return {
    ...item,
    accepted: hashOf(of, 'text'),
    revision: 1,
    place: placeOf(of),
    placeRevision: 1,
  };
}

function deletion(id: string, of: CategoryRecord | null = null): SyncDeletion {
  return {
    knowledgeBaseId: BASE,
    id,
    changeId: null,
    category: of,
  };
}

function local(posts: PostSummary[], items: SyncItem[], deletions: SyncDeletion[] = []): Local {
  const home = newSyncItem(BASE, category.id, 'category');
  const known = [{ ...home, accepted: categoryHash(category), revision: 1 }, ...items];
  return {
    categories: [category],
    posts: posts.map((one) => ({ post: one, contentHash: 'text' })),
    items: new Map(known.map((item) => [item.id, item])),
    deletions,
  };
}

test('what_is_here_as_the_server_has_it_needs_no_work', () => {
  const one = post('one');
  expect(planOf(local([one], [accepted(one)]))).toMatchObject({
    work: [],
    documents: {},
    lost: [],
    orphans: [],
  });
});

test('what_is_missing_is_lost_and_what_was_deleted_is_not', () => {
  const [kept, gone, missing] = [post('kept'), post('gone'), post('missing')];
  const items = [kept, gone, missing].map(accepted);
  const plan = planOf(local([kept], items, [deletion('gone')]));
  expect(plan.lost).toEqual(['missing']);
  expect(plan.work).toMatchObject([{ kind: 'deleteDocument', deletion: { id: 'gone' } }]);
});

test('a_deletion_of_what_the_server_never_had_is_not_sent_unless_it_may_have_arrived', () => {
  const never = newSyncItem(BASE, 'never', 'document');
  const sent = [{ changeId: 'x', hash: 'y', baseRevision: 0, place: '' }];
  const perhaps = { ...newSyncItem(BASE, 'perhaps', 'document'), sent };
  const deletions = [deletion('never'), deletion('perhaps'), deletion('unknown')];
  const plan = planOf(local([], [never, perhaps], deletions));
  expect(plan.idle.map(({ id }) => id)).toEqual(['never', 'unknown']);
  expect(plan.work).toMatchObject([{ kind: 'deleteDocument', deletion: { id: 'perhaps' } }]);
});

test('documents_are_deleted_before_the_category_that_has_them', () => {
  const other = { ...category, id: 'other' };
  const item = { ...newSyncItem(BASE, 'other', 'category'), revision: 1 };
  const deletions = [deletion('other', other), deletion('one')];
  const plan = planOf(local([], [item, accepted(post('one'))], deletions));
  expect(plan.work.map(({ kind }) => kind)).toEqual(['deleteDocument', 'deleteCategory']);
});

test('parents_are_sent_before_their_children_and_a_cycle_ends', () => {
  const posts = [post('leaf', 'branch'), post('branch', 'root'), post('root')];
  const ids = (of: PostSummary[]) =>
    planOf(local(of, [])).work.map((work) => ('post' in work ? work.post.id : ''));
  expect(ids(posts)).toEqual(['root', 'branch', 'leaf']);
  expect(ids([post('a', 'b'), post('b', 'a')]).sort()).toEqual(['a', 'b']);
});

test('a_text_that_the_server_refused_waits_for_another_edit', () => {
  const one = post('one');
  const refused = { hash: hashOf(one, 'text'), error: 'document.tooLarge' };
  const item = { ...accepted(one), accepted: 'older', refused };
  expect(planOf(local([one], [item]))).toMatchObject({
    work: [],
    documents: { one: 'refused' },
    refusals: { one: 'document.tooLarge' },
  });
  const edited = { ...item, refused: { ...refused, hash: 'another text' } };
  expect(planOf(local([one], [edited]))).toMatchObject({
    work: [{ kind: 'putText' }],
    documents: { one: 'waiting' },
  });
});

test('a_move_is_sent_after_the_texts_and_only_when_the_place_differs', () => {
  const [moved, written] = [post('moved'), post('written')];
  const items = [
    { ...accepted(moved), place: 'elsewhere' },
    { ...accepted(written), accepted: 'older' },
  ];
  const plan = planOf(local([moved, written], items));
  expect(plan.work.map(({ kind }) => kind)).toEqual(['putText', 'putPlace']);
  expect(plan.documents).toEqual({ moved: 'waiting', written: 'waiting' });
});

test('a_post_without_its_category_is_an_orphan', () => {
  const one = { ...post('one'), categoryId: 'gone' };
  expect(planOf(local([one], [accepted(one)])).orphans).toEqual(['one']);
});
