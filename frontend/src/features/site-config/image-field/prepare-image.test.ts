// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { IMAGE_PURPOSES } from './image-purposes';
import { keptSize, needsCrop, prepareImage } from './prepare-image';

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

test('a_picture_is_kept_no_larger_than_a_canvas_takes', () => {
  const { width, height } = keptSize({ width: 2000, height: 20_000 }, IMAGE_PURPOSES.hero);
  expect(width * height).toBeLessThanOrEqual(16_777_216);
});

test('where_a_canvas_gives_noise_the_file_is_sent_as_it_is_or_not_at_all', async () => {
  const picture = { width: 600, height: 300, close: vi.fn() };
  vi.stubGlobal('createImageBitmap', async () => picture);
  const noise = Uint8ClampedArray.from({ length: 64 }, (_, at) => (at * 89) % 256);
  const context = { fillRect: () => undefined, getImageData: () => ({ data: noise }) };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  const file = new Blob(['x'], { type: 'image/png' });
  const whole = await prepareImage(file, 'image/png', IMAGE_PURPOSES.logo, null);
  expect(whole).toEqual({ blob: file, type: 'image/png' });
  const part = { x: 0, y: 0, width: 100, height: 100 };
  await expect(prepareImage(file, 'image/png', IMAGE_PURPOSES.logo, part)).rejects.toMatchObject({
    key: 'canvas.noise',
  });
  expect(picture.close).toHaveBeenCalledTimes(2);
  vi.unstubAllGlobals();
});
