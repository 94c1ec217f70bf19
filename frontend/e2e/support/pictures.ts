import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';

/** How far two pictures differ. */
export interface Difference {
  /** Pixels that differ by more than antialiasing, as a share of those that are not white; 1 when the sizes differ. */
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
  return { share: isOff ? 1 : count / Math.max(1, inked(a)), picture: PNG.sync.write(out) };
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
