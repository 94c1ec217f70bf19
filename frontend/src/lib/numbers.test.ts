import { expect, test } from 'vitest';
import { formatCount, formatPercent, formatYuan } from './numbers';

test('whole_amounts_have_no_cents', () => {
  expect(formatYuan('zh-CN', 3588)).toBe('¥3,588');
  expect(formatYuan('en', 256.285)).toBe('¥256.29');
});

test('shares_and_counts_follow_the_language', () => {
  expect(formatPercent('en', 100)).toBe('100%');
  expect(formatPercent('en', 100 / 15, 1)).toBe('6.7%');
  expect(formatCount('zh-CN', 12345)).toBe('12,345');
});
