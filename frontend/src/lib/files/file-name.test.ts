import { expect, test } from 'vitest';
import { fileName } from './file-name';

test('forbidden_characters_become_underscores', () => {
  expect(fileName('a\\b/c:d*e?f"g<h>i|j')).toBe('a_b_c_d_e_f_g_h_i_j');
});

test('a_long_name_is_cut_to_100_characters_and_never_inside_one', () => {
  expect(fileName('a'.repeat(150))).toHaveLength(100);
  expect(fileName('é'.repeat(101))).toBe('é'.repeat(100));
});

test('a_name_leaves_room_for_a_number_and_an_ending_in_the_255_bytes_of_linux', () => {
  const bytes = (name: string) => new TextEncoder().encode(name).length;
  for (const title of ['墨'.repeat(100), '😀'.repeat(100), `a${'墨'.repeat(100)}`]) {
    expect(bytes(fileName(title))).toBeLessThanOrEqual(240);
    expect(bytes(fileName(title))).toBeGreaterThan(235);
    expect(title.startsWith(fileName(title))).toBe(true);
  }
  // What is seen as one character stays whole.
  const family = '👨‍👩‍👧‍👦';
  expect(fileName(family.repeat(30))).toBe(family.repeat(9));
});

test('an_empty_name_becomes_untitled', () => {
  expect(fileName('')).toBe('untitled');
  expect(fileName('  \n ')).toBe('untitled');
});
