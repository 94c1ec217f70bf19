// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/api-error';
import { createCategory, deleteCategory, listCategories } from '../storage/categories';
import { closeDatabase } from '../storage/db';
import { StorageError } from '../storage/errors';
import {
  createKnowledgeBase,
  type LibraryRecords,
  restoreRecords,
} from '../storage/knowledge-bases';
import {
  createPost,
  deletePosts,
  getPost,
  listPostsOfBase,
  savePost,
  updatePostFields,
} from '../storage/posts';
import { openSession } from '../storage/session';
import { chooseMine, readIncoming } from '../storage/sync/incoming';
import { listRemoved } from '../storage/sync/removed';
import { ModelSyncServer } from '../testing/model-sync-server';
import { numbersOf } from '../testing/random';
import { enableSync, fetchBase } from './bases';
import { Exchange } from './exchange';
import type { WireDocument } from './protocol';

/** How many random stories are tried; each names its seed when it fails. */
const RUNS = Number(process.env.SYNC_RUNS ?? 25);
const STEPS = 40;
const TEAM = 'a-team';

class Device {
  readonly #factory = new IDBFactory();
  readonly exchange: Exchange;
  home = '';
  deleted: LibraryRecords[] = [];

  constructor(server: ModelSyncServer) {
    this.exchange = new Exchange(server, {
      device: '',
      openPosts: async () => () => false,
      fieldReader: async () => (_content, title) => ({
        title,
        date: '2026-01-01',
        tags: [],
        draft: false,
      }),
      onApplied: () => undefined,
    });
  }

  async use(): Promise<void> {
    await closeDatabase();
    vi.stubGlobal('indexedDB', this.#factory);
  }
}

afterEach(async () => {
  await closeDatabase();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Names and times that follow from the seed, so that a story can be told again. */
function fixChance(seed: number): void {
  const random = numbersOf(-seed);
  vi.spyOn(crypto, 'randomUUID').mockImplementation(() => {
    const digits = Array.from({ length: 32 }, () => random(16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as ReturnType<
      typeof crypto.randomUUID
    >;
  });
  vi.setSystemTime(Date.UTC(2026, 0, 1) + seed * 1000);
}

/**
 * After so many writes each one ends its transaction, as a full disk does; the answer makes room again.
 *
 * A write that nobody waits for fails with its transaction, and it is the transaction that says so: see `hushed`.
 */
function fillDisk(nWrites: number): () => void {
  const { put } = IDBObjectStore.prototype;
  let nLeft = nWrites;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
    const request = put.apply(this, args);
    if (nLeft === 0) this.transaction.abort();
    else nLeft -= 1;
    return request;
  };
  return () => {
    IDBObjectStore.prototype.put = put;
  };
}

/** Runs `work`; requests of aborted transactions that nobody waits for are no faults. */
async function hushed(work: () => Promise<void>): Promise<void> {
  const others = process.listeners('unhandledRejection');
  const faults: unknown[] = [];
  process.removeAllListeners('unhandledRejection');
  process.on('unhandledRejection', (reason) => {
    if (!(reason instanceof Error) || reason.name !== 'AbortError') faults.push(reason);
  });
  try {
    await work();
  } finally {
    process.removeAllListeners('unhandledRejection');
    for (const listener of others) process.on('unhandledRejection', listener);
  }
  expect(faults).toEqual([]);
}

async function story(seed: number): Promise<void> {
  const random = numbersOf(seed);
  fixChance(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[random(Math.max(1, list.length))];
  const server = new ModelSyncServer();
  const devices = [new Device(server), new Device(server), new Device(server)];
  const [first] = devices as [Device, Device, Device];
  await first.use();
  const made = await createKnowledgeBase('base', '');
  first.home = made.knowledgeBase.id;
  await enableSync(first.home, TEAM);
  await first.exchange.run(first.home);
  const [serverId] = server.bases.keys();
  if (serverId === undefined) throw new Error('nothing at the server');
  for (const device of devices.slice(1)) {
    await device.use();
    device.home = await fetchBase(TEAM, serverId);
    await device.exchange.run(device.home);
  }

  let n = 0;
  /** Every text that stood in a browser when it met the server. */
  const shown = new Map<string, Set<string>>();
  const look = async ({ home }: Device) => {
    for (const { id } of await listPostsOfBase(home)) {
      const post = await getPost(id);
      if (post) shown.set(id, (shown.get(id) ?? new Set()).add(post.content));
    }
  };

  const act = async (device: Device) => {
    const { home } = device;
    const posts = await listPostsOfBase(home);
    const categories = await listCategories(home);
    const post = pick(posts);
    const category = pick(categories);
    n += 1;
    switch (random(9)) {
      case 0:
      case 1: {
        if (category === undefined) return;
        const parentId = random(2) === 0 ? null : (pick(posts)?.id ?? null);
        const place = { knowledgeBaseId: home, categoryId: category.id, parentId, order: n };
        await createPost({ title: `t${n}`, content: paragraphs(n), ...place });
        return;
      }
      case 2:
      case 3: {
        const full = post === undefined ? undefined : await getPost(post.id);
        if (full === undefined) return;
        const at = random(N_PARAGRAPHS);
        const content = full.content
          .split('\n\n')
          .map((text, i) => (i === at ? `${text} ${n}` : text))
          .join('\n\n');
        await savePost(full, { content }, full.updateDatetime);
        return;
      }
      case 4: {
        const parent = pick(posts);
        if (post === undefined || parent === undefined) return;
        await updatePostFields([
          { id: post.id, parentId: parent.id === post.id ? null : parent.id },
        ]);
        return;
      }
      case 5:
        if (post && category)
          await updatePostFields([{ id: post.id, categoryId: category.id, order: n }]);
        return;
      case 6:
        if (post) device.deleted.push(await deletePosts([post.id]));
        return;
      case 7: {
        const records = device.deleted.pop();
        if (records !== undefined) await restoreRecords(records);
        return;
      }
      default: {
        if (random(2) === 0) await createCategory(home, { name: `c${n}`, slug: `c${n}` });
        else if (category && categories.length > 1) {
          const deleted = await deleteCategory(category.id);
          if (deleted !== null) device.deleted.push(deleted);
        }
      }
    }
  };
  let restore = server.backup();
  const resolve = async ({ home }: Device) => {
    for (const { id } of await listPostsOfBase(home)) {
      const incoming = await readIncoming(id);
      if (incoming?.isConflict) await chooseMine(id, incoming.theirs.revision);
    }
  };

  for (let step = 0; step < STEPS; step += 1) {
    const device = pick(devices) ?? first;
    await device.use();
    vi.advanceTimersByTime(random(3) * 40);
    if (random(20) === 0) {
      if (random(2) === 0) restore(random(2) === 0);
      else restore = server.backup();
    }
    if (random(20) === 0) server.move(serverId, random(2) === 0 ? TEAM : 'another-team');
    if (random(3) > 0) {
      await act(device);
      continue;
    }
    await look(device);
    const cutAt = random(2) === 0 ? -1 : random(6);
    let nMoments = 0;
    server.onRequest = () => {
      if (nMoments === cutAt) throw new ApiError('network.timeout', 'cut', 0);
      nMoments += 1;
    };
    const heal = random(4) === 0 ? fillDisk(random(12)) : () => undefined;
    await device.exchange.run(device.home).catch((error: unknown) => {
      if (!(error instanceof ApiError || error instanceof StorageError)) throw error;
    });
    heal();
    server.onRequest = () => undefined;
    if (random(4) === 0) await resolve(device);
  }

  for (let round = 0; round < 6; round += 1) {
    for (const device of devices) {
      await device.use();
      await look(device);
      await device.exchange.run(device.home);
      await resolve(device);
    }
  }

  const stored = server.of(serverId);
  const atServer = [...stored.documents.values()].filter((one) => one.deletedAt === null);
  const expected = atServer
    .map((one) => [one.id, one.content, one.categoryId, one.parentId])
    .sort();
  const kept = new Map<string, Set<string>>();
  const keep = (id: string, text: string) => kept.set(id, (kept.get(id) ?? new Set()).add(text));
  for (const { documentId, content } of stored.revisions) keep(documentId, content);
  for (const device of devices) {
    await device.use();
    const plan = await device.exchange.look(device.home);
    expect(plan.work).toEqual([]);
    expect(plan.documents).toEqual({});
    const records = await Promise.all(
      (await listPostsOfBase(device.home)).map(({ id }) => getPost(id)),
    );
    const here = records.map((post) => [post?.id, post?.content, post?.categoryId, post?.parentId]);
    expect(here.sort()).toEqual(expected);
    const names = (await listCategories(device.home)).map(({ id }) => id).sort();
    const wanted = [...stored.categories.values()].filter((one) => one.deletedAt === null);
    expect(names).toEqual(wanted.map(({ id }) => id).sort());
    for (const post of records)
      for (const { content } of post?.history ?? []) keep(post?.id ?? '', content);
    const removed = (await listRemoved(device.home)).map(({ post }) => post);
    const undone = device.deleted.flatMap(({ posts }) => posts);
    for (const { id, content, history } of [...removed, ...undone]) {
      keep(id, content);
      for (const version of history) keep(id, version.content);
    }
  }
  expectTree(atServer);
  // Edits only add to a paragraph, so a text that was written on, or merged with another one, stands in what it became.
  for (const [id, texts] of shown) {
    for (const text of texts) {
      const isKept = [...(kept.get(id) ?? [])].some((one) => holds(one, text));
      expect(isKept, `${text} of ${id}`).toBe(true);
    }
  }
}

const N_PARAGRAPHS = 3;

function paragraphs(n: number): string {
  return Array.from({ length: N_PARAGRAPHS }, (_, i) => `made ${n} ${i}`).join('\n\n');
}

/** Every paragraph of `text` begins the one in its place. */
function holds(whole: string, text: string): boolean {
  const now = whole.split('\n\n');
  return text.split('\n\n').every((paragraph, i) => now[i]?.startsWith(paragraph));
}

function expectTree(documents: readonly WireDocument[]): void {
  const byId = new Map(documents.map((one) => [one.id, one]));
  for (const document of documents) {
    const seen = new Set<string>();
    for (let at = byId.get(document.id); at !== undefined; at = byId.get(at.parentId ?? '')) {
      expect(seen.has(at.id), 'a cycle').toBe(false);
      seen.add(at.id);
    }
  }
}

test(
  'browsers_that_were_cut_off_at_random_agree_with_the_server_and_lose_no_text',
  async () => {
    localStorage.clear();
    vi.useFakeTimers({ toFake: ['Date'] });
    openSession('token', {
      id: 'ann',
      nickname: 'ann',
      locale: 'en',
      roles: [],
      personalTeamId: TEAM,
      createdAt: '2026-01-01',
    });
    const begin = Number(process.env.SYNC_SEED ?? 1);
    await hushed(async () => {
      for (let seed = begin; seed < begin + RUNS; seed += 1) {
        try {
          await story(seed);
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error });
        }
      }
    });
  },
  RUNS * 5_000,
);
