import { expect, test } from 'vitest';
import { articleSize } from './article-size';

test('a_character_is_one_whatever_it_takes_in_memory', () => {
  expect(articleSize('<p>字😀</p>')).toBe(9);
});

test('the_data_of_a_picture_does_not_count', () => {
  expect(articleSize(`<img src="data:image/png;base64,${'A'.repeat(999)}">`)).toBe(12);
});
