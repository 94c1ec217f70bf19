import { expect, test } from 'vitest';
import { formatCount, formatPercent, formatSize, formatYuan } from './numbers';

test('whole_amounts_have_no_cents', () => {
  expect(formatYuan('zh-CN', 3588)).toBe('¥3,588');
  expect(formatYuan('en', 256.285)).toBe('¥256.29');
});

test('shares_and_counts_follow_the_language', () => {
  expect(formatPercent('en', 100)).toBe('100%');
  expect(formatPercent('en', 100 / 15, 1)).toBe('6.7%');
  expect(formatCount('zh-CN', 12345)).toBe('12,345');
});

test('sizes_are_in_one_unit_of_one_spelling_in_both_languages', () => {
  const sizes = [0, 400, 9960, 10_400, 999_000, 1_500_000, 12_400_000];
  const written = ['0 KB', '0.4 KB', '10 KB', '10 KB', '999 KB', '1.5 MB', '12 MB'];
  for (const locale of ['zh-CN', 'en'] as const) {
    expect(sizes.map((size) => formatSize(locale, size))).toEqual(written);
  }
});
