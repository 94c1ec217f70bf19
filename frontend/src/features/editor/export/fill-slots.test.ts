import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Slot } from '../../../engine/types';
import { fillSlots, type SlotFillers } from './fill-slots';

const slot = (kind: Slot['kind'], source: string): Slot => ({
  kind,
  lang: 'js',
  display: false,
  source,
});

const fillers: SlotFillers = {
  code: async (lang, source) => `${lang}:${source}`,
  loadMath: async () => (tex) => `<svg>${tex}</svg>`,
  diagram: async (source) => ({ html: `<svg>${source}</svg>` }),
};
const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('every_slot_gets_its_content_in_order', async () => {
  const { fills } = await fillSlots(
    [slot('diagram', 'a'), slot('code', 'b'), slot('math', 'c')],
    fillers,
  );
  expect(fills.map((fill) => fill.html)).toEqual(['<svg>a</svg>', 'js:b', '<svg>c</svg>']);
});

test('math_is_not_loaded_without_formulas', async () => {
  const loadMath = vi.fn(fillers.loadMath);
  await fillSlots([slot('code', 'b')], { ...fillers, loadMath });
  expect(loadMath).not.toHaveBeenCalled();
});

test('a_slot_that_fails_is_named_with_the_reason_and_the_others_are_filled', async () => {
  const { fills, unfilled } = await fillSlots(
    [slot('diagram', 'a'), slot('math', 'b'), slot('code', 'c')],
    {
      ...fillers,
      diagram: async () => ({ error: new Error('line 1') }),
      loadMath: async () => {
        throw new Error('offline');
      },
    },
  );
  expect(fills.map((fill) => fill.html)).toEqual([undefined, undefined, 'js:c']);
  expect(fills.map((fill) => fill.error)).toEqual(['line 1', 'offline', undefined]);
  expect(unfilled.map(({ slot, error }) => [slot.source, String(error)])).toEqual([
    ['a', 'Error: line 1'],
    ['b', 'Error: offline'],
  ]);
});

test('a_slot_that_never_ends_is_given_up', async () => {
  const filling = fillSlots([slot('diagram', 'a'), slot('code', 'b')], {
    ...fillers,
    diagram: never,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  const { fills, unfilled } = await filling;
  expect(fills[1]).toMatchObject({ html: 'js:b' });
  expect(unfilled).toMatchObject([{ slot: { source: 'a' }, error: { key: 'engine.timeout' } }]);
});

test('a_worker_that_answers_slowly_one_by_one_is_waited_for', async () => {
  let before = Promise.resolve();
  const slowly = (_: string, source: string) => {
    const answer = before.then(() => new Promise<string>((r) => setTimeout(r, 15_000, source)));
    before = answer.then(() => undefined);
    return answer;
  };
  const filling = fillSlots([slot('code', 'a'), slot('code', 'b'), slot('code', 'c')], {
    ...fillers,
    code: slowly,
  });
  await vi.advanceTimersByTimeAsync(45_000);
  expect((await filling).unfilled).toEqual([]);
});

test('progress_counts_up_to_the_total', async () => {
  const seen: number[][] = [];
  await fillSlots([slot('code', 'a'), slot('diagram', 'b')], fillers, {
    onProgress: (done, total) => seen.push([done, total]),
  });
  expect(seen).toEqual([
    [0, 2],
    [1, 2],
    [2, 2],
  ]);
});

test('who_does_not_want_to_wait_gets_what_is_there', async () => {
  const skip = new AbortController();
  const filling = fillSlots(
    [slot('code', 'a'), slot('diagram', 'b')],
    { ...fillers, diagram: never },
    { signal: skip.signal },
  );
  await vi.advanceTimersByTimeAsync(100);
  skip.abort();
  const { fills, unfilled } = await filling;
  expect(fills[0]).toMatchObject({ html: 'js:a' });
  expect(unfilled).toMatchObject([{ slot: { source: 'b' }, error: { key: 'engine.skipped' } }]);
});
