import { expect, test } from 'vitest';
import { readCode, readEmail, readPhone } from './typed-identifier';

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
