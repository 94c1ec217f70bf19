import { expect, test } from 'vitest';
import { moveItem } from '../../../lib/collections/move-item';
import { placeOf } from './use-item-drag';

const dropped = (from: number, over: number, edge: 'before' | 'after') =>
  moveItem(['a', 'b', 'c', 'd'], from, placeOf(from, over, edge)).join('');

test('an_item_stands_beside_the_edge_it_was_dropped_at', () => {
  expect(dropped(0, 2, 'before')).toBe('bacd');
  expect(dropped(0, 2, 'after')).toBe('bcad');
  expect(dropped(3, 1, 'before')).toBe('adbc');
  expect(dropped(3, 1, 'after')).toBe('abdc');
  expect(dropped(1, 0, 'after')).toBe('abcd');
});
