import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How far two pictures differ. */
export interface Difference {
  /** Pixels that differ by more than antialiasing, as a share of those that are not white; 1 when the sizes differ. */
  share: number;
  /** The numbers that `share` is made of. */
  count: number;
  drawn: number;
  /** The differing pixels in red, as PNG. */
  picture: Buffer;
}

/** Pixels by which sizes may differ: rounding of layout. */
const SIZE_TOLERANCE_PX = 2;

/** Compares two PNGs; edges that are only smoothed otherwise count as equal. */
export function difference(one: Buffer, other: Buffer): Difference {
  const a = PNG.sync.read(one);
  const b = PNG.sync.read(other);
  const width = Math.min(a.width, b.width);
  const height = Math.min(a.height, b.height);
  const isOff =
    Math.abs(a.width - b.width) > SIZE_TOLERANCE_PX ||
    Math.abs(a.height - b.height) > SIZE_TOLERANCE_PX;
  const out = new PNG({ width, height });
  const count = pixelmatch(
    cropped(a, width, height),
    cropped(b, width, height),
    out.data,
    width,
    height,
    {
      threshold: 0.2,
    },
  );
  const drawn = Math.max(1, inked(a));
  return { share: isOff ? 1 : count / drawn, count, drawn, picture: PNG.sync.write(out) };
}

/** Pixels on which something is drawn: white would hide that an arrow is gone. */
function inked({ data }: PNG): number {
  let count = 0;
  for (let i = 0; i < data.length; i += 4) {
    if ((data[i] ?? 0) + (data[i + 1] ?? 0) + (data[i + 2] ?? 0) < 720) count += 1;
  }
  return count;
}

function cropped(image: PNG, width: number, height: number): Buffer {
  if (image.width === width && image.height === height) return image.data;
  const part = new PNG({ width, height });
  PNG.bitblt(image, part, 0, 0, width, height, 0, 0);
  return part.data;
}

/** About half a line of text. */
const STRIP_PX = 14;

/**
 * How far a picture differs from another that is given several times, each moved a little: strip by strip the nearest
 * counts, so that a line that is drawn a pixel higher than another is no difference.
 */
export function shareByLines(one: Buffer, others: readonly Buffer[]): number {
  const sizes = [one, ...others].map((picture) => PNG.sync.read(picture));
  const width = Math.min(...sizes.map((size) => size.width));
  const height = Math.min(...sizes.map((size) => size.height));
  let count = 0;
  let drawn = 0;
  for (let top = 0; top < height; top += STRIP_PX) {
    const high = Math.min(STRIP_PX, height - top);
    const strip = (picture: Buffer) => part(picture, 0, top, width, high);
    const tries = others.map((other) => difference(strip(one), strip(other)));
    count += Math.min(...tries.map((found) => found.count));
    drawn += tries[0]?.drawn ?? 0;
  }
  return count / Math.max(1, drawn);
}

/** A part of a PNG, as PNG. */
export function part(picture: Buffer, left: number, top: number, width: number, height: number) {
  const whole = PNG.sync.read(picture);
  const [x, y] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))];
  const wide = Math.max(1, Math.min(Math.round(width), whole.width - x));
  const high = Math.max(1, Math.min(Math.round(height), whole.height - y));
  const piece = new PNG({ width: wide, height: high });
  PNG.bitblt(whole, piece, x, y, wide, high, 0, 0);
  return PNG.sync.write(piece);
}

/** A PNG of one color. */
export function plainPicture(width: number, height: number): Buffer {
  const picture = new PNG({ width, height });
  for (let i = 0; i < picture.data.length; i += 4) picture.data.set([120, 160, 90, 255], i);
  return PNG.sync.write(picture);
}
