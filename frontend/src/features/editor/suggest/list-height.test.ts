import { expect, test } from 'vitest';
import { listHeight } from './list-height';

test.each([
  [1000, 32, 276],
  [296, 32, 276],
  [200, 32, 180],
  [0, 32, 84],
  [1000, 44, 290],
  [0, 44, 70],
])('a_list_in_%i_pixels_with_rows_of_%i_ends_in_the_middle_of_one', (roomPx, rowPx, heightPx) => {
  expect(listHeight(roomPx, rowPx)).toBe(heightPx);
});
