import { KeyedError } from '../keyed-error';

/** Most pixels of a canvas. An iPhone takes 16,777,216; the rest is for rounding. */
const MAX_PIXELS = 16_000_000;
/** Most pixels of a canvas in one direction. */
const MAX_SIDE_PX = 16_000;

/** Pixels for one of a picture of this size: `wanted`, or what a canvas takes on every device. */
export function canvasRatio(width: number, height: number, wanted: number): number {
  return Math.min(
    wanted,
    MAX_SIDE_PX / Math.max(width, height),
    Math.sqrt(MAX_PIXELS / (width * height)),
  );
}

/** The greatest height of a canvas of this width, in pixels. */
export function canvasHeight(width: number): number {
  return Math.floor(Math.min(MAX_SIDE_PX, MAX_PIXELS / width));
}

const TRIED_COLOR = [52, 120, 200, 255] as const;
/** By so much a browser may change a color without anybody seeing it, of 255. */
const TOLERANCE = 12;
const TRIED_SIDE_PX = 4;

/**
 * Draws a known color and reads it back: browsers that hide what could identify a reader give noise instead of a picture.
 *
 * Errors: `canvas.noise`.
 */
export function checkCanvas(): void {
  const context = newCanvas(TRIED_SIDE_PX, TRIED_SIDE_PX);
  context.fillStyle = `rgb(${TRIED_COLOR.slice(0, 3).join(' ')})`;
  context.fillRect(0, 0, TRIED_SIDE_PX, TRIED_SIDE_PX);
  const { data } = context.getImageData(0, 0, TRIED_SIDE_PX, TRIED_SIDE_PX);
  const isKept = data.every(
    (value, at) => Math.abs(value - (TRIED_COLOR[at % 4] ?? 0)) <= TOLERANCE,
  );
  if (!isKept) throw new KeyedError('canvas.noise', 'the canvas gives other colors back');
}

/** The drawing context of a new canvas. Errors: the browser has none. */
export function newCanvas(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  return context;
}

/** What was drawn, as a file of this type or of PNG where the browser cannot write it. Errors: the canvas is too large. */
export async function canvasFile(
  { canvas }: CanvasRenderingContext2D,
  type: string,
  quality?: number,
): Promise<Blob> {
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (made === null) throw new Error('the canvas gives no file');
  return made;
}
