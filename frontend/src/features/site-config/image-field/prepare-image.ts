import { canvasFile, canvasRatio, checkCanvas, newCanvas } from '../../../lib/browser/canvas';
import { KeyedError } from '../../../lib/keyed-error';
import type { ImagePurpose, SiteImageType } from './image-purposes';

/** A part of a picture, in its pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Of the recommended size: screens with two pixels for one show it sharp. */
const MAX_SCALE = 2;
/** Of lossy formats, from 0 to 1. */
const QUALITY = 0.86;
/** Part by which the shape may differ before it is worth cutting. */
const SHAPE_TOLERANCE = 0.02;

/** Whether a picture should be cut, because its shape differs from the recommended one. */
export function needsCrop(size: { width: number; height: number }, purpose: ImagePurpose): boolean {
  if (!purpose.isCropped) return false;
  const ratio = size.width / size.height / (purpose.width / purpose.height);
  return Math.abs(ratio - 1) > SHAPE_TOLERANCE;
}

/** The size at which a part of a picture is kept: never larger than it is, nor than a canvas takes. */
export function keptSize(
  area: { width: number; height: number },
  purpose: ImagePurpose,
): { width: number; height: number } {
  const scale = canvasRatio(
    area.width,
    area.height,
    Math.min(
      1,
      Math.max(
        (purpose.width * MAX_SCALE) / area.width,
        (purpose.height * MAX_SCALE) / area.height,
      ),
    ),
  );
  return {
    width: Math.max(1, Math.round(area.width * scale)),
    height: Math.max(1, Math.round(area.height * scale)),
  };
}

/**
 * The image that is sent: cut, scaled down and compressed. A file that is small enough already stays as it is, and so
 * does a whole picture where the browser draws none.
 *
 * `area`: null for the whole picture. Errors: `image.unreadable`, and `canvas.noise` for a part of a picture.
 */
export async function prepareImage(
  file: Blob,
  type: SiteImageType,
  purpose: ImagePurpose,
  area: Area | null,
): Promise<{ blob: Blob; type: SiteImageType }> {
  if (type === 'image/svg+xml') return { blob: file, type };
  const picture = await readPicture(file);
  try {
    checkCanvas();
    const part = area ?? { x: 0, y: 0, width: picture.width, height: picture.height };
    const size = keptSize(part, purpose);
    const made = await draw(picture, part, size, purpose);
    const isWhole = area === null && size.width === picture.width;
    return isWhole && made.blob.size >= file.size ? { blob: file, type } : made;
  } catch (error) {
    const isNoise = error instanceof KeyedError && error.key === 'canvas.noise';
    if (isNoise && area === null) return { blob: file, type };
    throw error;
  } finally {
    picture.close();
  }
}

/** The picture in a file. Errors: `image.unreadable`. */
export async function readPicture(file: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file);
  } catch (error) {
    throw new KeyedError('image.unreadable', 'no picture', error);
  }
}

async function draw(
  picture: ImageBitmap,
  part: Area,
  { width, height }: { width: number; height: number },
  purpose: ImagePurpose,
): Promise<{ blob: Blob; type: SiteImageType }> {
  const wanted = purpose.types.includes('image/webp') ? 'image/webp' : 'image/png';
  try {
    const context = newCanvas(width, height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, width, height);
    const blob = await canvasFile(context, wanted, QUALITY);
    // A browser that cannot write WebP writes PNG.
    return { blob, type: blob.type === 'image/webp' ? 'image/webp' : 'image/png' };
  } catch (error) {
    throw new KeyedError('image.unreadable', 'no canvas', error);
  }
}
