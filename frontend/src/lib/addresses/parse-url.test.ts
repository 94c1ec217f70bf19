import { expect, test } from 'vitest';
import { parseUrl } from './parse-url';

test('an_address_is_parsed_also_against_a_base', () => {
  expect(parseUrl('https://example.com/a')?.host).toBe('example.com');
  expect(parseUrl('/a?b', 'https://example.com/c')?.href).toBe('https://example.com/a?b');
});

test('what_is_no_address_gives_null', () => {
  expect(parseUrl('/a')).toBeNull();
  expect(parseUrl('https://[', 'https://example.com')).toBeNull();
});
