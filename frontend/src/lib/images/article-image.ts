import { EDITOR_IMAGE_MAX_BYTES } from '../../config/limits';
import { canvasFile, canvasRatio, checkCanvas, newCanvas } from '../browser/canvas';
import { KeyedError } from '../keyed-error';
import { checkImage, typeOf } from './image-type';

/** Pictures that some browsers can show and WeChat does not take, by the ending of their names. */
const OTHER_PICTURE = /\.(?:webp|heic|heif|avif|svg|bmp|tiff?)$/i;

/** Width of an SVG that says none, in pixels. */
const SVG_WIDTH_PX = 1_200;
/** Pixels for one of an SVG: screens have more than it says. */
const SVG_RATIO = 2;
const JPEG_QUALITY = 0.9;
/** A file that is too large gets this share of its width, and again. */
const SMALLER = 0.75;
const TRIES = 12;
/** So large a drawing shows whether a picture is transparent anywhere. */
const PROBE_PX = 256;

/** Whether a file is a picture. Some systems do not know HEIC, and give it no type. */
export function isPicture({ type, name }: File): boolean {
  return type.startsWith('image/') || OTHER_PICTURE.test(name);
}

/**
 * A picture as an article may have it: JPG, PNG or GIF of at most 10 MB. Others are drawn anew, as PNG where they are
 * transparent or an SVG and else as JPG, and smaller until they fit. A GIF stays as it is.
 *
 * Source: specification §5. Errors: `image.articleType` for what is no picture, `image.undecodable` for one that this
 * browser cannot show, `image.size` for a GIF above 10 MB, `canvas.noise`.
 */
export async function articleImage(file: File): Promise<File> {
  const type = typeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
  const isOther = OTHER_PICTURE.test(file.name);
  const base = file.name.replace(/\.[^.]+$/, '');
  const isLarge = file.size > EDITOR_IMAGE_MAX_BYTES && type?.ending !== 'gif';
  if (type === null ? !isOther : !isLarge) {
    // The name may say another format than the bytes.
    const named =
      isOther && type !== null
        ? new File([file], `${base}.${type.ending}`, { type: type.mime })
        : file;
    await checkImage(named);
    return named;
  }
  const isSvg = /\.svg$/i.test(file.name);
  checkCanvas();
  return withImage(file, isSvg, async (image, width, height) => {
    const isSolid = !isSvg && isOpaque(image);
    const made = await drawn(image, width, height, isSvg ? SVG_RATIO : 1, isSolid);
    const ending = made.type === 'image/png' ? 'png' : 'jpg';
    return new File([made], `${base}.${ending}`, { type: made.type });
  });
}

async function withImage<T>(
  file: File,
  isSvg: boolean,
  use: (image: HTMLImageElement, width: number, height: number) => Promise<T>,
): Promise<T> {
  const url = URL.createObjectURL(isSvg ? new Blob([file], { type: 'image/svg+xml' }) : file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode().catch((error: unknown) => {
      throw new KeyedError('image.undecodable', file.name, error);
    });
    const { naturalWidth, naturalHeight } = image;
    const width = naturalWidth || SVG_WIDTH_PX;
    return await use(image, width, naturalHeight || width);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The picture as a file, the largest that fits. Errors: `image.size` when none does. */
async function drawn(
  image: HTMLImageElement,
  width: number,
  height: number,
  wanted: number,
  isSolid: boolean,
): Promise<Blob> {
  let ratio = canvasRatio(width, height, wanted);
  for (let n = 0; n < TRIES; n += 1) {
    const side = (length: number) => Math.max(1, Math.round(length * ratio));
    const context = newCanvas(side(width), side(height));
    context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height);
    const made = await canvasFile(context, isSolid ? 'image/jpeg' : 'image/png', JPEG_QUALITY);
    if (made.size <= EDITOR_IMAGE_MAX_BYTES) return made;
    ratio *= SMALLER;
  }
  throw new KeyedError('image.size', 'the picture does not get small enough');
}

function isOpaque(image: HTMLImageElement): boolean {
  const context = newCanvas(PROBE_PX, PROBE_PX);
  context.drawImage(image, 0, 0, PROBE_PX, PROBE_PX);
  const { data } = context.getImageData(0, 0, PROBE_PX, PROBE_PX);
  return data.every((value, at) => at % 4 !== 3 || value === 255);
}
