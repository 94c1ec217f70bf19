import { expect, test } from 'vitest';
import { moveItem } from './move-item';

const list = ['a', 'b', 'c', 'd'];

test('an_item_stands_where_it_was_moved_to_and_the_others_keep_their_order', () => {
  expect(moveItem(list, 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(list, 3, 0)).toEqual(['d', 'a', 'b', 'c']);
});

test('nothing_moves_beyond_the_ends', () => {
  expect(moveItem(list, 0, -1)).toBe(list);
  expect(moveItem(list, 3, 4)).toBe(list);
  expect(moveItem(list, 7, 0)).toBe(list);
  expect(moveItem(list, 1, 1)).toBe(list);
});
