import { canvasRatio } from '../../lib/browser/canvas';
import { drawPng, svgImage } from '../../lib/images/png';
import type { ImportFile } from './model';
import { isHidden } from './paths';

/** Largest SVG that is drawn, in bytes. */
const MAX_BYTES = 2_000_000;
/** Size of a drawing that says none, in CSS pixels: the width of an article. */
const DEFAULT_WIDTH_PX = 677;
const DEFAULT_HEIGHT_PX = 400;
/** Pixels for one of a drawing that fills the article: sharp on most screens. */
const WIDE_RATIO = 2;

/** The SVG images among the files. Public files of a site may lie below a hidden folder. */
export function vectorsOf(files: readonly ImportFile[]): ImportFile[] {
  return files.filter(
    ({ path, bytes }) =>
      /\.svg$/i.test(path) &&
      bytes.length <= MAX_BYTES &&
      !isHidden(path.replace(/(^|\/)\.(vuepress|vitepress)\/public\//, '$1')),
  );
}

/** The files with pictures in place of drawings; one that cannot be drawn stays. */
export async function drawnVectors(
  vectors: readonly ImportFile[],
  onDrawn: (done: number, total: number) => void,
  draw: (svg: string) => Promise<Blob> = drawVector,
): Promise<ImportFile[]> {
  const drawn: ImportFile[] = [];
  for (const [i, { path, bytes }] of vectors.entries()) {
    onDrawn(i, vectors.length);
    try {
      const picture = await draw(new TextDecoder().decode(bytes));
      drawn.push({ path, bytes: new Uint8Array(await picture.arrayBuffer()) });
    } catch {
      // The report lists it among the formats that are not supported.
    }
  }
  return drawn;
}

/** Draws an SVG as a PNG of the size that it is shown in. Errors: it is not well-formed, `canvas.noise`. */
async function drawVector(svg: string): Promise<Blob> {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [width, height] = sizeOf(drawing);
  // Firefox draws nothing without a size in pixels.
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const image = await svgImage(new XMLSerializer().serializeToString(drawing));
  const ratio = canvasRatio(width, height, width >= DEFAULT_WIDTH_PX ? WIDE_RATIO : 1);
  return drawPng(width * ratio, height * ratio, (context) =>
    context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height),
  );
}

/** Width and height in CSS pixels. */
export function sizeOf(drawing: Pick<Element, 'getAttribute'>): [number, number] {
  const pixels = (name: string): number => {
    const [, number = '', unit = ''] =
      /^\s*([\d.]+)\s*(px|pt|em|ex|mm|cm|in)?\s*$/.exec(drawing.getAttribute(name) ?? '') ?? [];
    return Number(number) * (PER_UNIT[unit] ?? 1);
  };
  const box = (drawing.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [, , boxWidth = 0, boxHeight = 0] = box.some(Number.isNaN) ? [] : box;
  const shape = boxWidth > 0 && boxHeight > 0 ? boxHeight / boxWidth : null;
  const [width, height] = [pixels('width'), pixels('height')];
  if (width > 0 && height > 0) return [width, height];
  if (shape === null) return [width || DEFAULT_WIDTH_PX, height || DEFAULT_HEIGHT_PX];
  if (width > 0) return [width, width * shape];
  return height > 0 ? [height / shape, height] : [boxWidth, boxHeight];
}

/** CSS pixels of a unit. */
const PER_UNIT: Readonly<Record<string, number>> = {
  pt: 96 / 72,
  em: 16,
  ex: 8,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
};
