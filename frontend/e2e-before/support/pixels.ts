import type { Page } from '@playwright/test';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** Rows that are taken in one picture: Chromium paints nothing below 16,384. */
const CHUNK_ROWS = 8000;
/** About half a line of text. */
const STRIP_ROWS = 14;
/** A line that begins on half a pixel is drawn on the one above or below. */
const SHIFTS_ROWS = [0, -1, 1];
/** Of pixelmatch: how far two colors may be apart. Edges that are only smoothed otherwise count as equal. */
const THRESHOLD = 0.2;
/** Of 255: a thin stroke that lies between two rows of pixels is not darker than this. */
const INK = 225;

/** A page as pixels, four bytes each, row by row. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** The whole page, however high it is. */
export async function pixelsOf(page: Page): Promise<Pixels> {
  const { width, height } = await page.evaluate(() => ({
    width: innerWidth,
    height: Math.ceil(document.documentElement.getBoundingClientRect().height),
  }));
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += CHUNK_ROWS) {
    const clip = { x: 0, y, width, height: Math.min(CHUNK_ROWS, height - y) };
    const chunk = PNG.sync.read(await page.screenshot({ fullPage: true, clip }));
    data.set(chunk.data, y * width * 4);
  }
  return { width, height, data };
}

/** How far two parts of pages differ: `differing` of `drawn` pixels. */
export interface PartDifference {
  differing: number;
  drawn: number;
}

/**
 * Compares two parts of pages of one width: `rows` of them from `top` on, and from `otherTop` on.
 *
 * Strip by strip the nearest of three positions counts.
 */
export function compareParts(
  one: Pixels,
  top: number,
  other: Pixels,
  otherTop: number,
  rows: number,
): PartDifference {
  let differing = 0;
  let drawn = 0;
  for (let row = 0; row < rows; row += STRIP_ROWS) {
    const high = Math.min(STRIP_ROWS, rows - row);
    const a = strip(one, top + row, high);
    if (a === undefined) continue;
    let least = Number.POSITIVE_INFINITY;
    for (const shift of SHIFTS_ROWS) {
      const b = strip(other, otherTop + row + shift, high);
      if (b === undefined) continue;
      least = Math.min(
        least,
        pixelmatch(a, b, undefined, one.width, high, { threshold: THRESHOLD }),
      );
      if (least === 0) break;
    }
    if (Number.isFinite(least)) differing += least;
    drawn += inked(a);
  }
  return { differing, drawn };
}

/** Edges of what is drawn on `rows` rows from `top` on: left, top, right, bottom, in pixels of that part. */
export function inkEdges({ width, data }: Pixels, top: number, rows: number): number[] {
  let [left, first, right, last] = [width, rows, -1, -1];
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = ((top + y) * width + x) * 4;
      if (Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) >= INK) continue;
      [left, first] = [Math.min(left, x), Math.min(first, y)];
      [right, last] = [Math.max(right, x), Math.max(last, y)];
    }
  }
  return [left, first, right, last];
}

/** A part of a page as PNG. */
export function partAsPng(pixels: Pixels, top: number, rows: number): Buffer {
  const picture = new PNG({ width: pixels.width, height: Math.max(1, rows) });
  picture.data.set(strip(pixels, top, rows) ?? []);
  return PNG.sync.write(picture);
}

function strip({ width, height, data }: Pixels, top: number, rows: number): Uint8Array | undefined {
  if (top < 0 || top + rows > height) return undefined;
  return data.subarray(top * width * 4, (top + rows) * width * 4);
}

/** Pixels on which something is drawn: white would hide that an arrow is gone. */
function inked(data: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) < 720) count += 1;
  }
  return count;
}
