import { afterEach, expect, test, vi } from 'vitest';
import { CODE_TIMEOUT_MS } from '../config/constants';
import { CodeCache, type HighlightPort } from './code-cache';
import type { HighlightAnswer, HighlightRequest } from './highlight.worker';

afterEach(() => {
  vi.useRealTimers();
});

function fakePort() {
  const requests: HighlightRequest[] = [];
  let answer: (message: HighlightAnswer) => void = () => undefined;
  let fail: (message: string) => void = () => undefined;
  const port: HighlightPort = {
    postMessage: (request) => void requests.push(request),
    onAnswer: (listen) => {
      answer = listen;
    },
    onFailure: (listen) => {
      fail = listen;
    },
    close: () => undefined,
  };
  return {
    port,
    requests,
    answer: (m: HighlightAnswer) => answer(m),
    fail: (m: string) => fail(m),
  };
}

test('the_same_code_is_asked_once_and_then_known', async () => {
  const fake = fakePort();
  const cache = new CodeCache(() => fake.port);
  const first = cache.get('js', 'let a');
  const second = cache.get('js', 'let a');
  expect(fake.requests).toHaveLength(1);
  fake.answer({ id: 1, html: '<span>let</span> a' });
  expect(await first).toBe('<span>let</span> a');
  expect(await second).toBe('<span>let</span> a');
  expect(cache.peek('js', 'let a')).toBe('<span>let</span> a');
  expect(cache.peek('ts', 'let a')).toBeUndefined();
});

test('a_worker_that_cannot_start_is_replaced_at_the_next_question', async () => {
  const fakes = [fakePort(), fakePort(), fakePort()];
  let opened = 0;
  const cache = new CodeCache(() => (fakes[opened++] ?? fakePort()).port);
  const lost = cache.get('js', 'a');
  fakes[0]?.answer({ failed: 'grammars: status 404' });
  await expect(lost).rejects.toMatchObject({ key: 'editor.part' });
  const lostAgain = cache.get('js', 'a');
  fakes[1]?.fail('gone');
  await expect(lostAgain).rejects.toMatchObject({ key: 'editor.part' });
  const again = cache.get('js', 'a');
  fakes[2]?.answer({ id: 3, html: 'A' });
  expect(await again).toBe('A');
});

test('a_worker_that_hangs_on_its_way_is_fetched_anew_and_gets_what_was_asked', async () => {
  const fakes = [fakePort(), fakePort()];
  let opened = 0;
  const cache = new CodeCache(() => (fakes[opened++] ?? fakePort()).port);
  const asked = cache.get('js', 'a');
  expect(cache.isRunning).toBe(false);
  cache.restart();
  expect(fakes[1]?.requests).toEqual(fakes[0]?.requests);
  fakes[1]?.answer({ ready: true });
  fakes[1]?.answer({ id: 1, html: 'A' });
  expect(await asked).toBe('A');
  expect(cache.isRunning).toBe(true);
  cache.restart();
  expect(opened).toBe(2);
});

test('a_block_at_which_the_module_fails_stays_plain_and_a_new_worker_goes_on', async () => {
  const fakes = [fakePort(), fakePort()];
  let opened = 0;
  const cache = new CodeCache(() => (fakes[opened++] ?? fakePort()).port);
  const good = cache.get('js', 'first');
  const bad = cache.get('x', 'a');
  const other = cache.get('js', 'b');
  fakes[0]?.answer({ id: 1, html: 'F' });
  fakes[0]?.answer({ id: 2, error: 'trap' });
  await expect(bad).rejects.toThrow('trap');
  expect(await good).toBe('F');
  expect(fakes[1]?.requests).toEqual([{ id: 3, lang: 'js', code: 'b' }]);
  fakes[0]?.answer({ id: 3, html: 'from the old one' });
  fakes[1]?.answer({ id: 3, html: 'B' });
  expect(await other).toBe('B');
  await expect(cache.get('x', 'a')).rejects.toThrow('trap');
  expect(opened).toBe(2);
});

test('a_block_that_takes_too_long_stays_plain_and_the_others_go_on', async () => {
  vi.useFakeTimers();
  const fakes = [fakePort(), fakePort()];
  const closed = vi.fn();
  if (fakes[0] !== undefined) fakes[0].port.close = closed;
  let opened = 0;
  const cache = new CodeCache(() => (fakes[opened++] ?? fakePort()).port);
  const slow = cache.get('js', 'slow');
  const other = cache.get('js', 'b');
  const third = cache.get('js', 'c');
  const refused = expect(slow).rejects.toThrow('timed out');
  // However long the grammars take to arrive, no block is to blame.
  vi.advanceTimersByTime(10 * CODE_TIMEOUT_MS);
  expect(closed).not.toHaveBeenCalled();
  fakes[0]?.answer({ ready: true });
  vi.advanceTimersByTime(CODE_TIMEOUT_MS - 1);
  expect(closed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(closed).toHaveBeenCalledOnce();
  await refused;
  expect(fakes[1]?.requests.map(({ code }) => code)).toEqual(['b', 'c']);
  fakes[1]?.answer({ ready: true });
  vi.advanceTimersByTime(CODE_TIMEOUT_MS - 1);
  fakes[1]?.answer({ id: 2, html: 'B' });
  vi.advanceTimersByTime(CODE_TIMEOUT_MS - 1);
  fakes[1]?.answer({ id: 3, html: 'C' });
  vi.advanceTimersByTime(10 * CODE_TIMEOUT_MS);
  expect([await other, await third, opened]).toEqual(['B', 'C', 2]);
});

test('an_article_of_a_megabyte_of_code_is_kept_whole', async () => {
  const fake = fakePort();
  const cache = new CodeCache(() => fake.port);
  const blocks = Array.from({ length: 1500 }, (_, n) => `block ${n} ${'x'.repeat(690)}`);
  const asked = blocks.map((code) => cache.get('js', code));
  fake.requests.forEach(({ id, code }) => {
    fake.answer({ id, html: code + code });
  });
  await Promise.all(asked);
  expect(blocks.every((code) => cache.peek('js', code) !== undefined)).toBe(true);
});
