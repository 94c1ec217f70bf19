import { ApiError } from '../api/api-error';
import {
  BASE_DESCRIPTION_MAX_CHARS,
  BASE_TITLE_MAX_CHARS,
  CATEGORY_KIND_MAX_CHARS,
  DOCUMENT_MAX_BYTES,
  DOCUMENT_TITLE_MAX_CHARS,
  PUSH_MAX_BYTES,
  PUSH_MAX_CHANGES,
} from '../config/sync';
import { newId } from '../lib/new-id';
import { textHash } from '../lib/text/text-hash';
import { getPost } from '../storage/posts';
import type { PostRecord } from '../storage/schema';
import { keepSentTexts } from '../storage/sync/common-text';
import { dropDeletion, rememberSentDeletion, undoCategoryDeletion } from '../storage/sync/push';
import {
  changeSyncItems,
  hashOf,
  isNamedOf,
  newSyncItem,
  placeOf,
  type SyncItem,
} from '../storage/sync/rows';
import type { Plan, Work } from './plan';
import type { Change, PushAnswer, WireDocument } from './protocol';
import { cut, type Ids, wirePlace } from './wire';

export interface PushHost {
  device: string;
  send(body: { device: string; changes: readonly Change[] }): Promise<PushAnswer>;
  beforeTexts(texts: readonly string[]): Promise<void>;
  /** Keeps IDs that were made. */
  keepIds(): Promise<void>;
  /** The server has these otherwise. */
  apply(documents: readonly WireDocument[]): Promise<void>;
}

/** A change on its way, and what its acceptance says. */
interface Sending {
  change: Change;
  id: string;
  kind: SyncItem['kind'];
  bytes: number;
  /** Written before the request: what was sent is known after a crash. */
  before: (item: SyncItem) => SyncItem;
  accept: (item: SyncItem, revision: number) => SyncItem | null;
  refuse: (item: SyncItem, error: string) => SyncItem;
  work: Work;
  /** The post whose text is sent, unless the server has never had one of it. */
  post?: PostRecord;
}

type ItemChange = Parameters<typeof changeSyncItems>[1][number];

/** Sends the work of a plan, in requests within the limits. Errors: those of `send`, {@link StorageError}. */
export async function pushChanges(
  knowledgeBaseId: string,
  ids: Ids,
  plan: Plan,
  host: PushHost,
): Promise<void> {
  for (const deletion of plan.idle) await dropDeletion(deletion);
  let batch: Sending[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length > 0) await sendParts(knowledgeBaseId, batch, host);
    batch = [];
    bytes = 0;
  };
  for (const work of plan.work) {
    const sending = await sendingOf(knowledgeBaseId, ids, plan, work);
    if (sending === null) continue;
    await host.keepIds();
    if (batch.length >= PUSH_MAX_CHANGES || bytes + sending.bytes > PUSH_MAX_BYTES) await flush();
    batch.push(sending);
    bytes += sending.bytes;
  }
  await flush();
}

/** Sends a batch. One that takes longer on its way than the server waits is sent in halves. */
async function sendParts(
  knowledgeBaseId: string,
  batch: readonly Sending[],
  host: PushHost,
): Promise<void> {
  try {
    await sendBatch(knowledgeBaseId, batch, host);
  } catch (error) {
    const isSlow = error instanceof ApiError && error.status === 408;
    if (!isSlow || batch.length === 1) throw error;
    const half = Math.ceil(batch.length / 2);
    await sendParts(knowledgeBaseId, batch.slice(0, half), host);
    await sendParts(knowledgeBaseId, batch.slice(half), host);
  }
}

async function sendBatch(
  knowledgeBaseId: string,
  batch: readonly Sending[],
  host: PushHost,
): Promise<void> {
  const texts = batch.flatMap(({ change }) => (change.kind === 'putText' ? [change.content] : []));
  await host.beforeTexts(texts);
  await keepSentTexts(batch.flatMap(({ post }) => post ?? []));
  const before = batch.filter(({ work }) => !('deletion' in work));
  await changeSyncItems(
    knowledgeBaseId,
    before.map(({ id, kind, before: change }) => ({ id, kind, change })),
  );
  for (const { work, change } of batch) {
    if ('deletion' in work) await rememberSentDeletion(work.deletion, change.id);
  }
  const { results } = await host.send({
    device: host.device,
    changes: batch.map(({ change }) => change),
  });
  const changes: ItemChange[] = [];
  const current: WireDocument[] = [];
  for (const [i, result] of results.entries()) {
    const sending = batch[i];
    if (sending === undefined || sending.change.id !== result.id) continue;
    if (result.outcome === 'conflict') current.push(result.current);
    else if (result.outcome === 'accepted') await acceptOne(sending, result.revision, changes);
    else await refuseOne(sending, result.error, changes);
  }
  await changeSyncItems(knowledgeBaseId, changes);
  if (current.length > 0) await host.apply(current);
}

async function acceptOne(sending: Sending, revision: number, changes: ItemChange[]): Promise<void> {
  const { id, kind, work, accept } = sending;
  if ('deletion' in work) await dropDeletion(work.deletion);
  else changes.push({ id, kind, change: (item) => accept(item, revision) });
}

async function refuseOne(sending: Sending, error: string, changes: ItemChange[]): Promise<void> {
  const { id, kind, work, refuse } = sending;
  // The category has documents of others in it, or is the last one: it comes back.
  if (work.kind === 'deleteCategory') await undoCategoryDeletion(work.deletion);
  else if (work.kind === 'deleteDocument') await dropDeletion(work.deletion);
  else changes.push({ id, kind, change: (item) => refuse(item, error) });
}

async function sendingOf(
  knowledgeBaseId: string,
  ids: Ids,
  plan: Plan,
  work: Work,
): Promise<Sending | null> {
  if (work.kind === 'putText') return await textOf(knowledgeBaseId, ids, plan, work);
  const made = { ...plain, work };
  if (work.kind === 'putCategory') {
    const { category, hash } = work;
    const { id, name, slug, type, description, order: position } = category;
    const change: Change = {
      id: newId(),
      kind: 'putCategory',
      categoryId: ids.remote(id),
      name: cut(name, BASE_TITLE_MAX_CHARS) || slug,
      // Older slugs may have signs that no address of a site has.
      slug: isSlug(slug) ? slug : ids.remote(id),
      categoryKind: cut(type, CATEGORY_KIND_MAX_CHARS) || 'docs',
      description: cut(description, BASE_DESCRIPTION_MAX_CHARS),
      position,
    };
    return sized({
      ...made,
      id,
      kind: 'category',
      change,
      accept: (item, revision) => ({ ...item, accepted: hash, revision, refused: null }),
      refuse: (item, error) => ({ ...item, refused: { hash, error } }),
    });
  }
  if (work.kind === 'putPlace') {
    const { post, item } = work;
    const place = placeOf(post);
    const changeId = item.sentPlace?.place === place ? item.sentPlace.changeId : newId();
    const documentId = ids.remote(post.id);
    return sized({
      ...made,
      id: post.id,
      kind: 'document',
      change: { id: changeId, kind: 'putPlace', documentId, ...wirePlace(ids, post) },
      before: (now) => ({ ...now, sentPlace: { changeId, place } }),
      // What a pull has said of it since counts: the server may have changed the place that was sent.
      accept: (now, placeRevision) =>
        now.placeRevision >= placeRevision
          ? { ...now, sentPlace: null }
          : { ...now, place, placeRevision, sentPlace: null },
      // What stands in the way comes with the next pull.
      refuse: (now) => now,
    });
  }
  const { deletion, item } = work;
  const id = deletion.changeId ?? newId();
  const remote = ids.remote(deletion.id);
  const change: Change =
    work.kind === 'deleteCategory'
      ? { id, kind: 'deleteCategory', categoryId: remote }
      : { id, kind: 'deleteDocument', documentId: remote, baseRevision: item.revision };
  return sized({ ...made, id: deletion.id, kind: item.kind, change });
}

/** Null when the text has gone meanwhile. */
async function textOf(
  knowledgeBaseId: string,
  ids: Ids,
  { posts }: Plan,
  work: Work & { kind: 'putText' },
): Promise<Sending | null> {
  const post = await getPost(work.post.id);
  if (post === undefined || post.knowledgeBaseId !== knowledgeBaseId) return null;
  const { id, content } = post;
  const contentHash = textHash(content);
  const hash = hashOf(post, contentHash);
  const problem = unsendable(post);
  if (problem !== null) {
    const refused = { hash, error: problem };
    const change = (item: SyncItem) => ({ ...item, refused });
    await changeSyncItems(knowledgeBaseId, [{ id, kind: 'document', change }]);
    return null;
  }
  const item = work.item ?? newSyncItem(knowledgeBaseId, id, 'document');
  const place = placeOf(post);
  const { revision: baseRevision } = item;
  const repeated = item.sent.find((one) => one.hash === hash && one.baseRevision === baseRevision);
  const sent = repeated ?? { changeId: newId(), hash, baseRevision, place };
  return sized({
    ...plain,
    work,
    id,
    kind: 'document',
    ...(baseRevision > 0 ? { post } : {}),
    change: {
      id: sent.changeId,
      kind: 'putText',
      documentId: ids.remote(id),
      baseRevision,
      title: post.title,
      isNamed: isNamedOf(post),
      routerPath: post.router_path,
      content: ids.remoteText(content, (one) => posts.has(one)),
      cause: causeOf(item, contentHash),
      place: wirePlace(ids, post),
      createdAt: momentOf(post.createDatetime),
    },
    before: (now) =>
      repeated === undefined ? { ...now, sent: [...now.sent, sent].slice(-SENT_MAX) } : now,
    accept: (now, revision) => {
      // A later text of the server is known already: this answer is about an earlier one.
      if (now.revision > revision) return now;
      const isPlaced = now.place !== null;
      const next = { ...now, accepted: hash, revision, sent: [], ...NOTHING_CHOSEN, refused: null };
      return isPlaced ? next : { ...next, place: sent.place, placeRevision: revision };
    },
    refuse: (now, error) =>
      // The category comes back, or the document moves, with the next pull.
      error === 'category.notFound' ? now : { ...now, refused: { hash, error } },
  });
}

/** The last moment that a date of JavaScript can name, in milliseconds. */
const DATE_MAX_MS = 8.64e15;

function momentOf(datetime: number): string {
  return new Date(Math.min(Math.max(datetime, 0), DATE_MAX_MS)).toISOString();
}

/** What the server accepted says nothing of the text after it. */
const NOTHING_CHOSEN = { isMerge: false, restored: null };

function causeOf(
  { isMerge, restored }: SyncItem,
  contentHash: string,
): 'edit' | 'merge' | 'restore' {
  if (isMerge) return 'merge';
  return restored === contentHash ? 'restore' : 'edit';
}

/** Whether the server takes a slug: small letters and digits of any script. */
function isSlug(slug: string): boolean {
  return slug === slug.toLowerCase() && /^[\p{L}\p{N}_-]{1,100}$/u.test(slug);
}

/** Most texts of one document that are remembered as sent and not answered. */
const SENT_MAX = 20;

const same = (item: SyncItem) => item;
/** A change that leaves no mark before it is answered. */
const plain = { before: same, accept: same, refuse: same };

function sized(sending: Omit<Sending, 'bytes'>): Sending {
  return { ...sending, bytes: bytesOf(JSON.stringify(sending.change)) };
}

const encoder = new TextEncoder();

function bytesOf(text: string): number {
  return encoder.encode(text).length;
}

/** Why the server would not take a text, by the key of its error; null when it would. */
function unsendable({ title, content, router_path }: PostRecord): string | null {
  if (bytesOf(content) > DOCUMENT_MAX_BYTES) return 'document.tooLarge';
  if ([...title].length > DOCUMENT_TITLE_MAX_CHARS) return 'document.titleTooLong';
  const all = title + content + router_path;
  if (all.includes('\0')) return 'document.nulCharacter';
  // Half of a character: no request can carry it.
  if (/\p{Surrogate}/u.test(all)) return 'document.invalidText';
  return null;
}
