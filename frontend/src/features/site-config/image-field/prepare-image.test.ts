import { expect, test } from 'vitest';
import { IMAGE_PURPOSES } from '../../../config/site-limits';
import { keptSize, needsCrop } from './prepare-image';

test('a_picture_of_another_shape_is_cut_and_a_logo_never', () => {
  const { slide, logo } = IMAGE_PURPOSES;
  expect(needsCrop({ width: 3840, height: 1200 }, slide)).toBe(false);
  expect(needsCrop({ width: 1921, height: 600 }, slide)).toBe(false);
  expect(needsCrop({ width: 1200, height: 1200 }, slide)).toBe(true);
  expect(needsCrop({ width: 1200, height: 1200 }, logo)).toBe(false);
});

test('large_pictures_become_twice_the_recommended_size_and_small_ones_stay', () => {
  const { hero, avatar } = IMAGE_PURPOSES;
  expect(keptSize({ width: 6000, height: 3000 }, hero)).toEqual({ width: 2400, height: 1200 });
  expect(keptSize({ width: 600, height: 300 }, hero)).toEqual({ width: 600, height: 300 });
  expect(keptSize({ width: 900, height: 900 }, avatar)).toEqual({ width: 400, height: 400 });
});

test('a_picture_that_is_not_cut_still_fills_the_recommended_size', () => {
  expect(keptSize({ width: 3000, height: 6000 }, IMAGE_PURPOSES.hero)).toEqual({
    width: 2400,
    height: 4800,
  });
});
