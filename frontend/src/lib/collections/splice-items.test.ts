import { expect, test } from 'vitest';
import { spliceItems } from './splice-items';

test('items_are_replaced_at_their_place', () => {
  expect(spliceItems([1, 2, 3, 4], 1, 2, [9])).toEqual([1, 9, 4]);
  expect(spliceItems([1, 2], 1, 0, [])).toEqual([1, 2]);
});

test('more_items_than_a_call_can_take_are_inserted', () => {
  const many = Array.from({ length: 500_000 }, (_, i) => i);
  const list = spliceItems([-1, -2, -3], 1, 1, many);
  expect(list).toHaveLength(500_002);
  expect([list[0], list[1], list.at(-2), list.at(-1)]).toEqual([-1, 0, 499_999, -3]);
});
