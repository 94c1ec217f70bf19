import { expect, test } from 'vitest';
import { slugOf } from './slug';

test('words_are_joined_by_hyphens_and_marks_fall_away', () => {
  expect(slugOf('  My Café: the Docs! ', 40)).toBe('my-cafe-the-docs');
});

test('a_slug_has_no_hyphen_at_its_ends_however_short_it_is_cut', () => {
  expect(slugOf('abc def', 4)).toBe('abc');
  expect(slugOf('—— ——', 40)).toBe('');
});

test('an_apostrophe_parts_no_word', () => {
  expect(slugOf('Maya’s Mandarin', 40)).toBe('mayas-mandarin');
  expect(slugOf("Don't panic: O'Brien‘s ﹠ Qi'an", 40)).toBe('dont-panic-obriens-qian');
});
