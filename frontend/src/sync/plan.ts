import type { CategoryRecord, PostSummary } from '../storage/schema';
import type { SyncDeletion } from '../storage/sync/deletions';
import { categoryHash, hashOf, placeOf, type SyncItem } from '../storage/sync/rows';

/** What this browser has of a knowledge base, and what it knows of the server's. */
export interface Local {
  categories: readonly CategoryRecord[];
  posts: readonly { post: PostSummary; contentHash: string }[];
  items: ReadonlyMap<string, SyncItem>;
  deletions: readonly SyncDeletion[];
  /** Those whose document another knowledge base has to send first. */
  held?: ReadonlySet<string>;
}

/** A change that has to be sent. */
export type Work =
  | { kind: 'putCategory'; category: CategoryRecord; hash: string }
  | { kind: 'putText'; post: PostSummary; item: SyncItem | undefined }
  | { kind: 'putPlace'; post: PostSummary; item: SyncItem }
  | { kind: 'deleteDocument'; deletion: SyncDeletion; item: SyncItem }
  | { kind: 'deleteCategory'; deletion: SyncDeletion; item: SyncItem };

export interface Plan {
  /** In the order in which it is sent. */
  work: Work[];
  /** Every document that is here. */
  posts: Set<string>;
  /** Local documents that are not on the server as they are here. */
  documents: Record<string, 'waiting' | 'conflict' | 'refused'>;
  refusals: Record<string, string>;
  /** Open documents with a newer text of the server that their tab has not taken or merged. */
  incoming: string[];
  /** Documents whose category is gone: others deleted it before an undo brought the document back. */
  orphans: string[];
  /** What the server has, and this browser has lost: it was never deleted. */
  lost: string[];
  /** Deletions of what the server never had. */
  idle: SyncDeletion[];
  /** Number of deletions that wait until another knowledge base has sent the document. */
  nHeld: number;
}

/**
 * Compares what is here with what the server accepted.
 *
 * Categories come first, then documents with their parents before them, then moves, then deletions.
 */
export function planOf({ categories, posts, items, deletions, held }: Local): Plan {
  const plan: Plan = {
    work: [],
    posts: new Set(posts.map(({ post }) => post.id)),
    documents: {},
    refusals: {},
    incoming: [],
    orphans: [],
    lost: [],
    idle: [],
    nHeld: 0,
  };
  const moves: Work[] = [];
  for (const category of categories) {
    const hash = categoryHash(category);
    const item = items.get(category.id);
    if (item?.accepted === hash) continue;
    if (item?.refused?.hash === hash) plan.refusals[category.id] = item.refused.error;
    else plan.work.push({ kind: 'putCategory', category, hash });
  }
  const categoryIds = new Set(categories.map(({ id }) => id));
  for (const { post, contentHash } of parentsFirst(posts)) {
    if (!categoryIds.has(post.categoryId)) plan.orphans.push(post.id);
    const item = items.get(post.id);
    const hash = hashOf(post, contentHash);
    const place = placeOf(post);
    const isNew = item === undefined || item.revision === 0;
    if (item !== undefined && item.accepted !== hash && item.theirs !== null) {
      plan.documents[post.id] = 'conflict';
      plan.incoming.push(post.id);
    } else if (item?.refused?.hash === hash) {
      plan.documents[post.id] = 'refused';
      plan.refusals[post.id] = item.refused.error;
    } else if (item?.accepted !== hash) {
      plan.documents[post.id] = 'waiting';
      plan.work.push({ kind: 'putText', post, item });
    } else if (item.theirs !== null) plan.incoming.push(post.id);
    if (!isNew && item.place !== null && item.place !== place) {
      plan.documents[post.id] ??= 'waiting';
      moves.push({ kind: 'putPlace', post, item });
    }
  }
  plan.work.push(...moves);
  const gone = [...deletions].sort(
    (a, b) => Number(a.category !== null) - Number(b.category !== null),
  );
  for (const deletion of gone) {
    const item = items.get(deletion.id);
    if (item === undefined || isUnknownThere(item)) {
      plan.idle.push(deletion);
    } else if (held?.has(deletion.id)) {
      plan.nHeld += 1;
    } else {
      const kind = item.kind === 'document' ? 'deleteDocument' : 'deleteCategory';
      plan.work.push({ kind, deletion, item });
    }
  }
  const here = new Set([...categories.map(({ id }) => id), ...posts.map(({ post }) => post.id)]);
  for (const { id } of deletions) here.add(id);
  for (const id of items.keys()) if (!here.has(id)) plan.lost.push(id);
  return plan;
}

/** Nothing of it was accepted, sent, or told by the server. */
function isUnknownThere({ revision, sent, theirs }: SyncItem): boolean {
  return revision === 0 && sent.length === 0 && theirs === null;
}

/** Posts so that each comes after its parent. One in a cycle, or without its parent, comes as it stands. */
function parentsFirst(posts: Local['posts']): Local['posts'] {
  const byId = new Map(posts.map((entry) => [entry.post.id, entry]));
  const sorted = new Set<Local['posts'][number]>();
  for (const entry of posts) {
    const chain: Local['posts'][number][] = [];
    let at: Local['posts'][number] | undefined = entry;
    while (at !== undefined && !sorted.has(at) && !chain.includes(at)) {
      chain.push(at);
      at = byId.get(at.post.parentId ?? '');
    }
    for (const one of chain.toReversed()) sorted.add(one);
  }
  return [...sorted];
}
