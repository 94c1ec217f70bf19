import { expect, test } from 'vitest';
import { formatDistance, localDay } from './dates';

test('months_and_days_have_two_digits', () => {
  expect(localDay(new Date(2026, 2, 5, 23, 59))).toBe('2026-03-05');
});

test('a_distance_is_told_in_its_largest_unit', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  expect(formatDistance('en', '2026-11-21T08:30:00Z', now)).toBe('3 hours ago');
  expect(formatDistance('en', '2026-11-28T12:00:00Z', now)).toBe('in 7 days');
  expect(formatDistance('zh-CN', '2026-11-21T11:59:50Z', now)).toBeNull();
});
