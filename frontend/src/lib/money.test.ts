import { expect, test } from 'vitest';
import { AMOUNT_MAX_FEN, formatFen, formatSmallest, parseFen, yuanText } from './money';

test('amounts_are_written_to_the_fen', () => {
  expect(formatFen('zh-CN', 9900)).toBe('¥99.00');
  expect(formatFen('en', 1)).toBe('¥0.01');
  expect(formatFen('zh-CN', AMOUNT_MAX_FEN)).toBe('¥999,999.99');
  expect(formatFen('zh-CN', -5)).toBe('-¥0.05');
});

test('a_sum_beyond_the_exact_binary_fractions_keeps_its_fen', () => {
  expect(formatFen('zh-CN', 9_007_199_254_740_991)).toBe('¥90,071,992,547,409.91');
});

test('amounts_of_other_currencies_have_the_digits_of_their_currency', () => {
  expect(formatSmallest('en', 9900, 'CNY')).toBe('¥99.00');
  expect(formatSmallest('en', 1234, 'USD')).toBe('$12.34');
  expect(formatSmallest('zh-CN', 1234, 'JPY')).toBe('JP¥1,234');
  expect(formatSmallest('en', 1234, '?')).toBe('1234 ?');
});

test('what_is_typed_becomes_fen', () => {
  expect(
    ['99', ' 99.5 ', '¥1,299.00', '￥0.01', '９９元', '19.99', '999999.99'].map(parseFen),
  ).toEqual([9900, 9950, 129_900, 1, 9900, 1999, AMOUNT_MAX_FEN]);
});

test('what_is_no_amount_is_refused', () => {
  for (const text of ['', '0', '0.00', '-1', '1.234', '1e3', '1,29', '99 USD', '1000000', 'NaN']) {
    expect([text, parseFen(text)]).toEqual([text, null]);
  }
});

test('every_amount_survives_being_typed', () => {
  for (const fen of [1, 10, 99, 100, 101, 1999, 29_900, AMOUNT_MAX_FEN]) {
    expect(parseFen(yuanText(fen))).toBe(fen);
  }
  expect(yuanText(9900)).toBe('99');
});
