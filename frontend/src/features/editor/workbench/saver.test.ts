// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StorageError } from '../../../storage/errors';
import type { PostChanges, SaveResult } from '../../../storage/posts';
import type { PostRecord } from '../../../storage/schema';
import { keepUnsaved, readUnsaved } from '../../../storage/unsaved';
import type { SaveState } from '../store';
import { Saver } from './saver';

const post: PostRecord = {
  id: 'p',
  title: '内容 1',
  content: '',
  history: [],
  createDatetime: 1,
  updateDatetime: 1,
  knowledgeBaseId: 'k',
  categoryId: 'c',
  parentId: null,
  order: 1,
  frontMatter: { title: '', date: '2026-01-01', tags: [], draft: false },
  router_path: '',
  collapsed: false,
};

let text: string;
let states: SaveState['kind'][];
let written: { content: string; seen: number | null }[];

function saverWith(write?: (changes: PostChanges, seen: number | null) => Promise<SaveResult>) {
  let stamp = 1;
  return new Saver(
    post,
    {
      text: () => text,
      changes: () => ({ content: text }),
      onState: (state) => states.push(state.kind),
    },
    async (_base, changes, seen) => {
      written.push({ content: changes.content, seen });
      if (write !== undefined) return write(changes, seen);
      stamp += 1;
      return { state: 'saved', updateDatetime: stamp };
    },
  );
}

/** A saver whose writes end when the test says so: the last one by `release`, or by `fail`. */
function heldSaver() {
  let end: { resolve: (result: SaveResult) => void; reject: (error: unknown) => void } | undefined;
  const saver = saverWith(
    () =>
      new Promise((resolve, reject) => {
        end = { resolve, reject };
      }),
  );
  return {
    saver,
    release: (result: SaveResult) => end?.resolve(result),
    fail: (error: unknown) => end?.reject(error),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  text = 'a';
  states = [];
  written = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an_edit_is_written_within_half_a_second', async () => {
  const saver = saverWith();
  saver.markDirty();
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toEqual([{ content: 'a', seen: 1 }]);
  expect(states).toEqual(['saving', 'saved']);
});

test('each_write_carries_the_stamp_of_the_one_before', async () => {
  const saver = saverWith();
  saver.markDirty();
  await saver.flush();
  text = 'b';
  saver.markDirty();
  await saver.flush();
  expect(written).toEqual([
    { content: 'a', seen: 1 },
    { content: 'b', seen: 2 },
  ]);
});

test('an_edit_during_a_write_is_written_after_it', async () => {
  const { saver, release } = heldSaver();
  saver.markDirty();
  await vi.advanceTimersByTimeAsync(500);
  text = 'b';
  saver.markDirty();
  await vi.advanceTimersByTimeAsync(500);
  expect(written).toHaveLength(1);
  release({ state: 'saved', updateDatetime: 2 });
  await vi.advanceTimersByTimeAsync(500);
  expect(written.map((entry) => entry.content)).toEqual(['a', 'b']);
});

test('a_conflict_stops_writing_until_the_author_chooses', async () => {
  const saver = saverWith(async (_changes, seen) =>
    seen === null
      ? { state: 'saved', updateDatetime: 9 }
      : { state: 'conflict', theirs: { ...post, content: 'theirs' } },
  );
  saver.markDirty();
  await saver.flush();
  expect(states.at(-1)).toBe('conflict');
  saver.markDirty();
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toHaveLength(1);
  await saver.keepMine();
  expect(written.at(-1)).toEqual({ content: 'a', seen: null });
  expect(states.at(-1)).toBe('saved');
});

test('a_closing_page_keeps_what_is_not_written_and_forgets_what_is', async () => {
  const saver = saverWith();
  saver.markDirty();
  saver.leave();
  expect(readUnsaved('p')).toMatchObject({ content: 'a', seen: 1 });
  await saver.flush();
  expect(readUnsaved('p')).toBeNull();
});

test('a_page_that_closes_during_a_write_keeps_what_was_written_after_it_began', async () => {
  const { saver, release } = heldSaver();
  saver.markDirty();
  await vi.advanceTimersByTimeAsync(500);
  text = 'ab';
  saver.markDirty();
  saver.leave();
  expect(readUnsaved('p')).toMatchObject({ content: 'ab', seen: 1, writing: 'a' });
  release({ state: 'saved', updateDatetime: 2 });
  await vi.advanceTimersByTimeAsync(500);
  saver.leave();
  expect(readUnsaved('p')).toMatchObject({ content: 'ab', seen: 2, writing: 'ab' });
});

test('a_text_that_fits_nowhere_is_at_risk_until_it_is_written', async () => {
  const room = globalThis.localStorage;
  vi.stubGlobal('localStorage', {
    setItem: () => {
      throw new DOMException('no room', 'QuotaExceededError');
    },
    removeItem: (key: string) => room.removeItem(key),
  });
  const { saver, release } = heldSaver();
  expect(saver.isAtRisk).toBe(false);
  saver.markDirty();
  saver.leave();
  expect(saver.isAtRisk).toBe(true);
  release({ state: 'saved', updateDatetime: 2 });
  await vi.advanceTimersByTimeAsync(0);
  expect(saver.isAtRisk).toBe(false);
});

test('a_write_that_fails_after_its_post_was_closed_keeps_the_text_of_that_post', async () => {
  const { saver, fail } = heldSaver();
  saver.markDirty();
  const closed = saver.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await closed).toBe(true);
  const told = states.length;
  text = 'another post';
  fail(new StorageError('storage.failed', 'too late'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readUnsaved('p')).toMatchObject({ content: 'a' });
  expect(states).toHaveLength(told);
  expect(written).toHaveLength(1);
});

test('a_deleted_post_leaves_nothing_behind_when_its_write_fails', async () => {
  localStorage.clear();
  const { saver, fail } = heldSaver();
  saver.markDirty();
  await vi.advanceTimersByTimeAsync(500);
  saver.abandon();
  fail(new StorageError('storage.failed', 'too late'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(readUnsaved('p')).toBeNull();
});

test('a_failure_is_said_until_the_write_of_a_later_edit_succeeds', async () => {
  let isFull = true;
  const saver = saverWith(async () => {
    if (isFull) throw new StorageError('storage.full', 'no room');
    return { state: 'saved', updateDatetime: 2 };
  });
  saver.markDirty();
  await saver.flush();
  saver.markDirty();
  await saver.flush();
  isFull = false;
  saver.markDirty();
  await saver.flush();
  expect(states).toEqual(['saving', 'failed', 'failed', 'saved']);
});

test('a_write_that_ends_after_its_post_was_closed_forgets_only_what_it_wrote', async () => {
  for (const [kept, left] of [
    ['a', null],
    ['newer', 'newer'],
  ] as const) {
    text = 'a';
    const { saver, release } = heldSaver();
    saver.markDirty();
    const closed = saver.close();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await closed).toBe(true);
    keepUnsaved({ postId: 'p', content: kept, seen: 1, datetime: 2 });
    release({ state: 'saved', updateDatetime: 2 });
    await vi.advanceTimersByTimeAsync(500);
    expect(readUnsaved('p')?.content ?? null).toBe(left);
  }
});
