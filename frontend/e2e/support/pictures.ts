import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How far two pictures differ. */
export interface Difference {
  /** Share of pixels that differ by more than antialiasing, 0 to 1; 1 when the sizes are too far apart. */
  share: number;
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
  return { share: isOff ? 1 : count / (width * height), picture: PNG.sync.write(out) };
}

function cropped(image: PNG, width: number, height: number): Buffer {
  if (image.width === width && image.height === height) return image.data;
  const part = new PNG({ width, height });
  PNG.bitblt(image, part, 0, 0, width, height, 0, 0);
  return part.data;
}
