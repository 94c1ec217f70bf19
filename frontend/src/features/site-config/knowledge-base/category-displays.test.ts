import { expect, test } from 'vitest';
import { allDisplays, displayOf } from './category-displays';

const category = (id: string) => ({ id, name: id, description: '', nDocuments: 0 });

test('categories_that_are_not_set_follow_those_that_are_and_lost_ones_are_left_out', () => {
  const stored = [displayOf(undefined, 'gone'), { ...displayOf(undefined, 'b'), isVisible: false }];
  expect(
    allDisplays(stored, [category('a'), category('b'), category('c')]).map((display) => [
      display.categoryId,
      display.isVisible,
    ]),
  ).toEqual([
    ['b', false],
    ['a', true],
    ['c', true],
  ]);
});
