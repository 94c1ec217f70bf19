import { expect, test } from 'vitest';
import { fileName } from './file-name';

test('forbidden_characters_become_underscores', () => {
  expect(fileName('a\\b/c:d*e?f"g<h>i|j')).toBe('a_b_c_d_e_f_g_h_i_j');
});

test('a_long_name_is_cut_to_100_characters_and_never_inside_one', () => {
  expect(Array.from(fileName('墨'.repeat(150)))).toHaveLength(100);
  expect(fileName('😀'.repeat(101))).toBe('😀'.repeat(100));
});

test('an_empty_name_becomes_untitled', () => {
  expect(fileName('')).toBe('untitled');
  expect(fileName('  \n ')).toBe('untitled');
});
