import { expect, test } from 'vitest';
import {
  isForever,
  isShortened,
  readCode,
  readDay,
  readEmail,
  readPhone,
  shownIdentifier,
} from './typed-identifier';

test.for([
  '13800138000',
  '138 0013 8000',
  '138-0013-8000',
  '+86 138-0013-8000',
  '+86-13800138000',
  '＋８６ １３８　００１３　８０００',
  '0086 138 0013 8000',
  '8613800138000',
  '(+86) 138–0013–8000',
  ' \u202a138\u00a00013\u00a08000\u202c ',
])('a_number_is_read_however_it_is_typed_%s', (typed) => {
  expect(readPhone(typed)).toBe('13800138000');
});

test.for([
  'reader@example.com',
  ' reader@example.com ',
  'reader＠example.com',
  'reader@example。com',
  'reader@example.com。',
  'reader@example.com，',
  'ｒｅａｄｅｒ＠ｅｘａｍｐｌｅ．ｃｏｍ',
  'reader @example.com',
  'reader@example.com\u200b',
  '“reader@example.com”',
  '"reader@example.com"。',
  'mailto:reader@example.com',
])('an_address_is_read_however_it_is_typed_%s', (typed) => {
  expect(readEmail(typed)).toBe('reader@example.com');
});

test('what_is_no_number_or_address_does_not_become_one', () => {
  expect(readPhone('1380013')).toBe('1380013');
  expect(readPhone('reader@example.com')).not.toMatch(/^\d+$/);
  expect(readEmail('a@example.com b@example.com').split('@')).toHaveLength(3);
  expect(readEmail('a b@example.com')).toBe('a b@example.com');
  expect(readEmail("'o@example.com")).toBe("'o@example.com");
  expect(readEmail('')).toBe('');
});

test.for(['123456', ' 123456 ', '123 456', '１２３４５６', '123-456', '“123456”。', 'l23456'])(
  'a_code_is_read_however_it_is_typed_%s',
  (typed) => {
    expect(readCode(typed)).toBe('123456');
  },
);

test.for([
  '2026-01-05',
  '2026/1/5',
  '2026.1.5',
  '2026年1月5日',
  '2026 年 1 月 5 日',
  '２０２６／１／５',
  '2026-01-05T23:59:59+08:00',
  '2026/1/5 0:00',
])('a_day_is_read_however_it_is_typed_%s', (typed) => {
  expect(readDay(typed)).toBe('2026-01-05');
});

test('what_is_no_day_is_none_and_other_ends_have_words', () => {
  for (const typed of ['2026-02-29', '12/31/26', '2026-1', '2026-1-5x', '3', '']) {
    expect(readDay(typed)).toBeNull();
  }
  expect(isForever(' 永久 ') && isForever('Forever')).toBe(true);
  expect(isForever('12')).toBe(false);
  expect(isShortened('1.38E+10')).toBe(true);
  expect(isShortened('13800138000')).toBe(false);
});

test('a_number_of_somebody_is_shown_as_they_know_it', () => {
  expect(shownIdentifier('+86-13912345678')).toBe('13912345678');
  expect(shownIdentifier('+86-1391234567')).toBe('+86-1391234567');
  expect(shownIdentifier('a@reader.example')).toBe('a@reader.example');
});
