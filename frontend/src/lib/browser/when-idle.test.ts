import { afterEach, expect, test, vi } from 'vitest';
import { whenIdle } from './when-idle';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('it_runs_when_the_browser_says_that_it_is_idle', () => {
  const ask = vi.fn();
  vi.stubGlobal('requestIdleCallback', ask);
  const run = vi.fn();
  whenIdle(run, 2000);
  expect(ask).toHaveBeenCalledWith(run, { timeout: 5000 });
});

test('a_browser_that_cannot_tell_waits_a_moment', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.useFakeTimers();
  const run = vi.fn();
  whenIdle(run, 600);
  vi.advanceTimersByTime(599);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test('what_was_taken_back_does_not_run', () => {
  vi.stubGlobal('requestIdleCallback', undefined);
  vi.useFakeTimers();
  const run = vi.fn();
  whenIdle(run, 600)();
  vi.runAllTimers();
  expect(run).not.toHaveBeenCalled();
});
