import { expect, test } from 'vitest';
import { localDay } from './dates';

test('months_and_days_have_two_digits', () => {
  expect(localDay(new Date(2026, 2, 5, 23, 59))).toBe('2026-03-05');
});
