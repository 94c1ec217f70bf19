import { DIAGRAM_MAX_WIDTH_PX } from '../../../config/constants';
import { canvasRatio } from '../../../lib/browser/canvas';
import { dataUrl, drawPng, svgImage } from '../../../lib/images/png';

/** Pixels of the picture per CSS pixel: sharp when a reader taps it to enlarge. */
const PIXEL_RATIO = 3;

/** A drawing as a PNG on white, in an `<img>` as wide as the drawing is shown. Errors: `canvas.noise`; it cannot be drawn. */
export async function diagramPicture(svg: string): Promise<string> {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [width, height] = sizeOf(drawing);
  drawing.removeAttribute('style');
  drawing.setAttribute('width', String(width));
  drawing.setAttribute('height', String(height));
  const shown = Math.min(width, DIAGRAM_MAX_WIDTH_PX);
  const ratio = canvasRatio(width, height, (PIXEL_RATIO * shown) / width);
  const source = new XMLSerializer().serializeToString(drawing);
  const image = await svgImage(source);
  const picture = await drawPng(
    width * ratio,
    height * ratio,
    (context) => context.drawImage(image, 0, 0, context.canvas.width, context.canvas.height),
    '#fff',
  );
  return `<img alt="" src="${await dataUrl(picture)}" width="${Math.round(shown)}">`;
}

function sizeOf(drawing: Element): [number, number] {
  const box = (drawing.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const [, , width = 0, height = 0] = box;
  if (!(width > 0 && height > 0)) throw new Error('the drawing has no size');
  return [width, height];
}
