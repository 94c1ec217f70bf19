import { expect, test } from 'vitest';
import { CodeCache, type HighlightPort } from './code-cache';
import type { HighlightAnswer, HighlightRequest } from './highlight.worker';

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

test('a_dead_worker_is_replaced_at_the_next_question', async () => {
  const fakes = [fakePort(), fakePort()];
  let opened = 0;
  const cache = new CodeCache(() => (fakes[opened++] ?? fakePort()).port);
  const lost = cache.get('js', 'a');
  fakes[0]?.fail('gone');
  await expect(lost).rejects.toMatchObject({ key: 'engine.highlight' });
  const again = cache.get('js', 'a');
  fakes[1]?.answer({ id: 2, html: 'A' });
  expect(await again).toBe('A');
});

test('one_failed_block_does_not_disturb_another', async () => {
  const fake = fakePort();
  const cache = new CodeCache(() => fake.port);
  const bad = cache.get('x', 'a');
  const good = cache.get('js', 'b');
  fake.answer({ id: 1, error: 'trap' });
  fake.answer({ id: 2, html: 'B' });
  await expect(bad).rejects.toThrow('trap');
  expect(await good).toBe('B');
});
