import { ORDER_RENUMBER_STEP, ORDER_STEP } from '../../config/constants';

/**
 * The order of posts in their tree: where a new or moved post comes to stand, and what the list shows.
 *
 * Source: specification §4, Post ordering.
 */

/** What the order needs to know of a post. */
export interface OrderedPost {
  id: string;
  parentId: string | null;
  order: number;
  createDatetime: number;
  collapsed: boolean;
}

/** Where a post goes: below `of` as its last child (null: the top level), or beside `of`. */
export type MoveTarget =
  | { kind: 'child'; of: string | null }
  | { kind: 'before' | 'after'; of: string };

/** What a move changes of one post. */
interface OrderChange {
  id: string;
  parentId: string | null;
  order: number;
}

/** A line of the list. */
export interface TreeRow<P extends OrderedPost> {
  post: P;
  /** 0 at the top. */
  depth: number;
  /** Place among its siblings, from 1. */
  position: number;
  setSize: number;
  hasChildren: boolean;
  isOpen: boolean;
}

/** Children of every post by its id, those of the top under null, each list in order. */
type Children<P> = Map<string | null, P[]>;

/**
 * Groups posts by parent.
 *
 * A post whose parent is missing, or that is its own ancestor, stands at the top: no post can be out of reach.
 */
export function childrenByParent<P extends OrderedPost>(posts: readonly P[]): Children<P> {
  const parents = new Map(posts.map((post) => [post.id, post.parentId]));
  const children: Children<P> = new Map();
  for (const post of posts) {
    const parent = isInCycle(parents, post.id) ? null : knownParent(parents, post);
    const list = children.get(parent);
    if (list === undefined) children.set(parent, [post]);
    else list.push(post);
  }
  for (const list of children.values()) list.sort(bySiblingOrder);
  return children;
}

/** The posts, those that are their own ancestors without a parent: where {@link childrenByParent} shows them. */
export function withoutCycles<P extends Pick<OrderedPost, 'id' | 'parentId'>>(
  posts: readonly P[],
): P[] {
  const parents = new Map(posts.map((post) => [post.id, post.parentId]));
  return posts.map((post) => (isInCycle(parents, post.id) ? { ...post, parentId: null } : post));
}

function knownParent(parents: Map<string, string | null>, post: OrderedPost): string | null {
  return post.parentId !== null && parents.has(post.parentId) ? post.parentId : null;
}

function isInCycle(parents: Map<string, string | null>, id: string): boolean {
  const seen = new Set<string>();
  let at = parents.get(id);
  while (at !== null && at !== undefined && !seen.has(at)) {
    if (at === id) return true;
    seen.add(at);
    at = parents.get(at);
  }
  return false;
}

function bySiblingOrder(a: OrderedPost, b: OrderedPost): number {
  return a.order - b.order || a.createDatetime - b.createDatetime || (a.id < b.id ? -1 : 1);
}

/** Order of a new last sibling: the highest plus one. */
export function orderAtEnd(siblings: readonly { order: number }[]): number {
  const first = siblings[0];
  if (first === undefined) return ORDER_STEP;
  return siblings.reduce((high, post) => Math.max(high, post.order), first.order) + ORDER_STEP;
}

/** Order between two neighbors: the midpoint, or one step beyond an end. Null when no number lies between. */
export function orderBetween(before: number | undefined, after: number | undefined): number | null {
  if (before === undefined && after === undefined) return ORDER_STEP;
  if (before === undefined) return (after as number) - ORDER_STEP;
  if (after === undefined) return before + ORDER_STEP;
  const middle = before + (after - before) / 2;
  return middle > before && middle < after ? middle : null;
}

/** Siblings numbered 10, 20, 30 and so on, in their order; only those that change. */
export function renumbered<P extends OrderedPost>(siblings: readonly P[]): OrderChange[] {
  return siblings
    .map((post, i) => ({
      id: post.id,
      parentId: post.parentId,
      order: (i + 1) * ORDER_RENUMBER_STEP,
    }))
    .filter((change, i) => change.order !== siblings[i]?.order);
}

/** The post and everything below it, the post first. */
export function subtreeOf<P extends OrderedPost>(posts: readonly P[], id: string): P[] {
  const children = childrenByParent(posts);
  const found: P[] = [];
  const visit = (list: readonly P[]) => {
    for (const post of list) {
      found.push(post);
      visit(children.get(post.id) ?? []);
    }
  };
  visit(posts.filter((post) => post.id === id));
  return found;
}

/**
 * What moving post `id` to `place` changes.
 *
 * - Null when the move is none: beside or below itself, below its own descendant, or to where it stands.
 * - Usually one change; all siblings are numbered anew when no number lies between the neighbors.
 */
export function plannedMove<P extends OrderedPost>(
  posts: readonly P[],
  id: string,
  place: MoveTarget,
): OrderChange[] | null {
  const moved = posts.find((post) => post.id === id);
  if (moved === undefined || place.of === id) return null;
  const own = new Set(subtreeOf(posts, id).map((post) => post.id));
  if (place.of !== null && own.has(place.of)) return null;
  const children = childrenByParent(posts);
  const parentId = place.kind === 'child' ? place.of : parentOf(children, place.of);
  const level = children.get(parentId) ?? [];
  const siblings = level.filter((post) => post.id !== id);
  if (place.kind === 'child') {
    if (level.at(-1)?.id === id) return null;
    return [{ id, parentId, order: orderAtEnd(siblings) }];
  }
  const target = siblings.findIndex((post) => post.id === place.of);
  if (target < 0) return null;
  const at = place.kind === 'before' ? target : target + 1;
  if (level.findIndex((post) => post.id === id) === at) return null;
  const order = orderBetween(siblings[at - 1]?.order, siblings[at]?.order);
  if (order !== null) return [{ id, parentId, order }];
  return siblings.toSpliced(at, 0, moved).map((post, i) => ({
    id: post.id,
    parentId,
    order: (i + 1) * ORDER_RENUMBER_STEP,
  }));
}

function parentOf<P extends OrderedPost>(children: Children<P>, id: string): string | null {
  for (const [parent, list] of children) if (list.some((post) => post.id === id)) return parent;
  return null;
}

/** A move by keyboard: one place up or down among the siblings, in below the one above, or out of the parent. */
export function keyboardMove<P extends OrderedPost>(
  posts: readonly P[],
  id: string,
  direction: 'up' | 'down' | 'in' | 'out',
): MoveTarget | null {
  const children = childrenByParent(posts);
  const parent = parentOf(children, id);
  const siblings = children.get(parent) ?? [];
  const at = siblings.findIndex((post) => post.id === id);
  const above = siblings[at - 1]?.id;
  const below = siblings[at + 1]?.id;
  if (direction === 'up') return above === undefined ? null : { kind: 'before', of: above };
  if (direction === 'down') return below === undefined ? null : { kind: 'after', of: below };
  if (direction === 'in') return above === undefined ? null : { kind: 'child', of: above };
  return parent === null ? null : { kind: 'after', of: parent };
}

/** The lines to show, from the top down; what lies below a collapsed post is left out. */
export function visibleRows<P extends OrderedPost>(posts: readonly P[]): TreeRow<P>[] {
  return rowsOf(childrenByParent(posts), (post) => !post.collapsed);
}

/** The lines whose post `matches`, with everything above them, all open. */
export function matchingRows<P extends OrderedPost>(
  posts: readonly P[],
  matches: (post: P) => boolean,
): TreeRow<P>[] {
  const children = childrenByParent(posts);
  const kept: Children<P> = new Map();
  const keep = (parent: string | null): boolean => {
    const list = (children.get(parent) ?? []).filter((post) => {
      const hasKept = keep(post.id);
      return hasKept || matches(post);
    });
    if (list.length > 0) kept.set(parent, list);
    return list.length > 0;
  };
  keep(null);
  return rowsOf(kept, () => true);
}

function rowsOf<P extends OrderedPost>(
  children: Children<P>,
  isOpen: (post: P) => boolean,
): TreeRow<P>[] {
  const rows: TreeRow<P>[] = [];
  const visit = (parent: string | null, depth: number) => {
    const list = children.get(parent) ?? [];
    list.forEach((post, i) => {
      const hasChildren = children.has(post.id);
      const row = { post, depth, position: i + 1, setSize: list.length, hasChildren };
      rows.push({ ...row, isOpen: hasChildren && isOpen(post) });
      if (hasChildren && isOpen(post)) visit(post.id, depth + 1);
    });
  };
  visit(null, 0);
  return rows;
}

/** Every post in the order of the fully open tree. */
export function inTreeOrder<P extends OrderedPost>(posts: readonly P[]): P[] {
  return rowsOf(childrenByParent(posts), () => true).map((row) => row.post);
}

/** What is selected once `id` and everything below it is gone: the next sibling, the one before, or the parent. */
export function neighborOf<P extends OrderedPost>(posts: readonly P[], id: string): P | null {
  const children = childrenByParent(posts);
  const parent = parentOf(children, id);
  const siblings = children.get(parent) ?? [];
  const at = siblings.findIndex((post) => post.id === id);
  return siblings[at + 1] ?? siblings[at - 1] ?? posts.find((post) => post.id === parent) ?? null;
}
