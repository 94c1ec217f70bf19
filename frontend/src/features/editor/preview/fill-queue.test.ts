// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { FillQueue } from './fill-queue';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.innerHTML = '';
});

function places(count: number): Element[] {
  document.body.innerHTML = '<i></i>'.repeat(count);
  return [...document.querySelectorAll('i')];
}

function fakes() {
  let seen: (entries: unknown[]) => void = () => undefined;
  const idle: (() => void)[] = [];
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(listen: (entries: unknown[]) => void) {
        seen = listen;
      }
      observe() {}
      unobserve() {}
    },
  );
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run));
  return {
    see: (target: Element | undefined) => seen([{ target, isIntersecting: true }]),
    rest: () => idle.shift()?.(),
  };
}

test('a_small_patch_is_filled_at_once', () => {
  fakes();
  const run = vi.fn();
  new FillQueue().add(
    2,
    places(2).map((place) => [place, run] as const),
  );
  expect(run).toHaveBeenCalledTimes(2);
});

test('of_a_large_one_what_is_in_view_comes_first_and_once', () => {
  const { see, rest } = fakes();
  const done: number[] = [];
  const all = places(30);
  new FillQueue().add(
    30,
    all.map((place, i) => [place, () => done.push(i)] as const),
  );
  expect(done).toEqual([]);
  see(all[25]);
  expect(done).toEqual([25]);
  rest();
  rest();
  expect(done).toHaveLength(30);
  expect(new Set(done).size).toBe(30);
});

test('idle_moments_stay_short', () => {
  const { rest } = fakes();
  const run = vi.fn();
  new FillQueue().add(
    100,
    places(100).map((place) => [place, run] as const),
  );
  rest();
  expect(run.mock.calls.length).toBeLessThanOrEqual(20);
});

test('what_is_out_of_view_waits_for_what_the_author_needs_first', async () => {
  const { see, rest } = fakes();
  const done: number[] = [];
  const all = places(30);
  let ready: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => {
    ready = resolve;
  });
  new FillQueue(waiting).add(
    30,
    all.map((place, i) => [place, () => done.push(i)] as const),
  );
  rest();
  expect(done).toEqual([]);
  see(all[7]);
  expect(done).toEqual([7]);
  ready();
  await waiting;
  rest();
  expect(done.length).toBeGreaterThan(1);
});

test('a_place_that_is_gone_is_not_filled', () => {
  const { rest } = fakes();
  const run = vi.fn();
  const all = places(20);
  new FillQueue().add(
    20,
    all.map((place) => [place, run] as const),
  );
  for (const place of all.slice(1)) place.remove();
  rest();
  expect(run).toHaveBeenCalledTimes(1);
});
