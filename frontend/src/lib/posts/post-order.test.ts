import { expect, test } from 'vitest';
import {
  childrenByParent,
  inTreeOrder,
  keyboardMove,
  matchingRows,
  neighborOf,
  type OrderedPost,
  orderAtEnd,
  orderBetween,
  plannedMove,
  renumbered,
  subtreeOf,
  visibleRows,
} from './post-order';

const post = (
  id: string,
  parentId: string | null = null,
  order = 1,
  collapsed = false,
): OrderedPost => ({ id, parentId, order, collapsed, createDatetime: 0 });

/** a(1) [a1(1), a2(2)], b(2), c(3). */
const posts = [
  post('c', null, 3),
  post('a2', 'a', 2),
  post('a', null, 1),
  post('b', null, 2),
  post('a1', 'a', 1),
];
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ');
const lines = (rows: ReturnType<typeof visibleRows>) =>
  rows.map(({ post: { id }, depth }) => `${'-'.repeat(depth)}${id}`).join(' ');

test('a_new_post_gets_the_highest_order_plus_one', () => {
  expect(orderAtEnd([])).toBe(1);
  expect(orderAtEnd([{ order: 3 }, { order: 7.5 }, { order: 2 }])).toBe(8.5);
  expect(orderAtEnd([{ order: -4 }])).toBe(-3);
});

test('between_two_neighbors_is_the_midpoint_and_beyond_an_end_one_step', () => {
  expect(orderBetween(2, 3)).toBe(2.5);
  expect(orderBetween(undefined, 3)).toBe(2);
  expect(orderBetween(3, undefined)).toBe(4);
  expect(orderBetween(undefined, undefined)).toBe(1);
});

test('no_number_lies_between_equals', () => {
  expect(orderBetween(2, 2)).toBeNull();
  expect(orderBetween(1, 1 + Number.EPSILON)).toBeNull();
});

test('moving_as_child_makes_it_the_last_child', () => {
  expect(plannedMove(posts, 'c', { kind: 'child', of: 'a' })).toEqual([
    { id: 'c', parentId: 'a', order: 3 },
  ]);
  expect(plannedMove(posts, 'a1', { kind: 'child', of: null })).toEqual([
    { id: 'a1', parentId: null, order: 4 },
  ]);
});

test('moving_before_and_after_uses_the_neighbors', () => {
  expect(plannedMove(posts, 'c', { kind: 'before', of: 'b' })).toEqual([
    { id: 'c', parentId: null, order: 1.5 },
  ]);
  expect(plannedMove(posts, 'c', { kind: 'before', of: 'a' })).toEqual([
    { id: 'c', parentId: null, order: 0 },
  ]);
  expect(plannedMove(posts, 'a', { kind: 'after', of: 'c' })).toEqual([
    { id: 'a', parentId: null, order: 4 },
  ]);
  expect(plannedMove(posts, 'b', { kind: 'after', of: 'a1' })).toEqual([
    { id: 'b', parentId: 'a', order: 1.5 },
  ]);
});

test('siblings_are_numbered_anew_when_no_number_lies_between', () => {
  const crowded = [post('a', null, 1), post('b', null, 1), post('c', null, 9)];
  expect(plannedMove(crowded, 'c', { kind: 'before', of: 'b' })).toEqual([
    { id: 'a', parentId: null, order: 10 },
    { id: 'c', parentId: null, order: 20 },
    { id: 'b', parentId: null, order: 30 },
  ]);
});

test('a_post_cannot_go_below_itself_nor_to_where_it_stands', () => {
  expect(plannedMove(posts, 'a', { kind: 'child', of: 'a' })).toBeNull();
  expect(plannedMove(posts, 'a', { kind: 'child', of: 'a1' })).toBeNull();
  expect(plannedMove(posts, 'a', { kind: 'after', of: 'a2' })).toBeNull();
  expect(plannedMove(posts, 'b', { kind: 'after', of: 'a' })).toBeNull();
  expect(plannedMove(posts, 'b', { kind: 'before', of: 'c' })).toBeNull();
  expect(plannedMove(posts, 'a2', { kind: 'child', of: 'a' })).toBeNull();
  expect(plannedMove(posts, 'gone', { kind: 'child', of: null })).toBeNull();
});

test('renumbering_gives_tens_and_names_only_what_changes', () => {
  expect(renumbered([post('a', null, 10), post('b', null, 11), post('c', null, 30)])).toEqual([
    { id: 'b', parentId: null, order: 20 },
  ]);
});

test('rows_follow_the_tree_and_skip_what_is_collapsed', () => {
  expect(lines(visibleRows(posts))).toBe('a -a1 -a2 b c');
  const closed = posts.map((one) => (one.id === 'a' ? { ...one, collapsed: true } : one));
  expect(lines(visibleRows(closed))).toBe('a b c');
  expect(visibleRows(closed)[0]).toMatchObject({
    hasChildren: true,
    isOpen: false,
    position: 1,
    setSize: 3,
  });
});

test('a_filter_keeps_what_stands_above_a_match_and_opens_it', () => {
  const closed = posts.map((one) => (one.id === 'a' ? { ...one, collapsed: true } : one));
  expect(lines(matchingRows(closed, ({ id }) => id === 'a2'))).toBe('a -a2');
  expect(matchingRows(posts, () => false)).toEqual([]);
});

test('posts_of_a_lost_parent_and_of_a_ring_stand_at_the_top', () => {
  const broken = [post('x', 'gone'), post('p', 'q', 2), post('q', 'p', 3), post('r', 'q', 1)];
  const children = childrenByParent(broken);
  expect(ids(children.get(null) ?? [])).toBe('x p q');
  expect(ids(inTreeOrder(broken))).toBe('x p q r');
});

test('a_subtree_is_the_post_and_all_below', () => {
  expect(ids(subtreeOf(posts, 'a'))).toBe('a a1 a2');
});

test('the_neighbor_is_the_next_sibling_else_the_one_before_else_the_parent', () => {
  expect(neighborOf(posts, 'a')?.id).toBe('b');
  expect(neighborOf(posts, 'c')?.id).toBe('b');
  expect(neighborOf([post('p'), post('only', 'p')], 'only')?.id).toBe('p');
  expect(neighborOf([post('p')], 'p')).toBeNull();
});

test('keys_move_among_siblings_in_and_out', () => {
  expect(keyboardMove(posts, 'b', 'up')).toEqual({ kind: 'before', of: 'a' });
  expect(keyboardMove(posts, 'b', 'down')).toEqual({ kind: 'after', of: 'c' });
  expect(keyboardMove(posts, 'b', 'in')).toEqual({ kind: 'child', of: 'a' });
  expect(keyboardMove(posts, 'a2', 'out')).toEqual({ kind: 'after', of: 'a' });
  expect(keyboardMove(posts, 'a', 'up')).toBeNull();
  expect(keyboardMove(posts, 'c', 'down')).toBeNull();
  expect(keyboardMove(posts, 'a', 'out')).toBeNull();
});
