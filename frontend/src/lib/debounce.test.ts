import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { debounce, throttle } from './debounce';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a_writer_who_never_pauses_is_still_saved', () => {
  const run = vi.fn();
  const call = throttle(300, run);
  for (let i = 0; i < 10; i += 1) {
    call.schedule();
    vi.advanceTimersByTime(100);
  }
  expect(run).toHaveBeenCalledTimes(3);
});

test('debounce_waits_for_the_last_call', () => {
  const run = vi.fn();
  const call = debounce(300, run);
  call.schedule();
  vi.advanceTimersByTime(299);
  call.schedule();
  vi.advanceTimersByTime(299);
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(1);
});

test('flush_runs_only_what_is_due', () => {
  const run = vi.fn();
  const call = throttle(300, run);
  call.flush();
  expect(run).not.toHaveBeenCalled();
  call.schedule();
  call.flush();
  vi.advanceTimersByTime(1000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('cancel_forgets_the_call', () => {
  const run = vi.fn();
  const call = debounce(300, run);
  call.schedule();
  expect(call.isDue()).toBe(true);
  call.cancel();
  vi.advanceTimersByTime(1000);
  expect(run).not.toHaveBeenCalled();
});
