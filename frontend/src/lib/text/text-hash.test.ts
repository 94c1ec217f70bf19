import { expect, test } from 'vitest';
import { textHash } from './text-hash';

test('texts_that_differ_have_other_hashes', () => {
  const texts = ['', ' ', '墨', '砚', '墨砚', '砚墨', 'a'.repeat(1000), 'a'.repeat(1001), '\ud800'];
  expect(new Set(texts.map(textHash)).size).toBe(texts.length);
  expect(textHash('墨砚')).toBe(textHash('墨砚'));
  expect(textHash('墨砚')).toMatch(/^[0-9a-f]{28}$/);
});
