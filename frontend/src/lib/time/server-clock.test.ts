import { afterEach, expect, test, vi } from 'vitest';
import { currentTime, noteServerTime } from './server-clock';

afterEach(() => {
  vi.useRealTimers();
});

test('what_the_server_has_dated_is_as_old_as_the_server_says_whatever_the_clock_here_shows', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-28T12:00:00Z'), toFake: ['Date'] });
  expect(currentTime()).toBe(Date.parse('2026-11-28T12:00:00Z'));
  noteServerTime('Wed, 25 Nov 2026 12:00:00 GMT');
  expect(Math.round(currentTime() / 60_000) * 60_000).toBe(Date.parse('2026-11-25T12:00:00Z'));
});
