// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { canvasHeight, canvasRatio, checkCanvas } from './canvas';

/** Most pixels of a canvas on an iPhone. */
const IPHONE_PIXELS = 16_777_216;

/** A canvas that gives back what `read` makes of what was drawn. */
function readsBack(read: (drawn: number[], at: number) => number): void {
  const context = {
    fillStyle: '',
    fillRect: () => undefined,
    getImageData(_x: number, _y: number, width: number, height: number) {
      const drawn = [...(context.fillStyle.match(/\d+/g) ?? []).map(Number), 255];
      return {
        data: Uint8ClampedArray.from({ length: width * height * 4 }, (_, at) => read(drawn, at)),
      };
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
}

test('a_picture_that_fits_keeps_its_ratio', () => {
  expect(canvasRatio(375, 2000, 3)).toBe(3);
  expect(canvasRatio(677, 300, 3)).toBe(3);
});

test.each([
  [1125, 16_000],
  [3000, 8000],
  [5000, 5000],
  [100, 40_000],
  [2033, 11_801],
])('a_picture_of_%i_by_%i_is_scaled_until_an_iphone_takes_it', (width, height) => {
  const ratio = canvasRatio(width, height, 1);
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  expect(wide * high).toBeLessThanOrEqual(IPHONE_PIXELS);
  expect(Math.max(wide, high)).toBeLessThanOrEqual(16_000);
  // No smaller than it must be.
  expect(Math.max((wide * high) / IPHONE_PIXELS, high / 16_000)).toBeGreaterThan(0.95);
});

test('a_page_of_any_width_is_as_high_as_an_iphone_takes', () => {
  for (const width of [750, 1125, 4000]) {
    expect(canvasHeight(width) * width).toBeLessThanOrEqual(IPHONE_PIXELS);
  }
  expect(canvasHeight(100)).toBe(16_000);
});

test('a_canvas_that_gives_noise_is_refused', () => {
  readsBack((drawn, at) => drawn[at % 4] ?? 0);
  expect(checkCanvas).not.toThrow();
  // Some browsers change the last bits, which nobody sees.
  readsBack((drawn, at) => (drawn[at % 4] ?? 0) ^ 1);
  expect(checkCanvas).not.toThrow();
  readsBack((_drawn, at) => (at * 89) % 256);
  expect(checkCanvas).toThrow(expect.objectContaining({ key: 'canvas.noise' }));
  readsBack(() => 255);
  expect(checkCanvas).toThrow(expect.objectContaining({ key: 'canvas.noise' }));
});
