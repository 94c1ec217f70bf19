import { canvasFile, checkCanvas, newCanvas } from '../browser/canvas';

/**
 * Draws a picture and gives it as a PNG.
 *
 * - `width` and `height` are in pixels and are rounded. Without a `background` the picture is transparent.
 * - Errors: `canvas.noise`; the browser has no canvas of this size, or the drawing holds what a page may not read.
 */
export async function drawPng(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
  background?: string,
): Promise<Blob> {
  checkCanvas();
  const context = newCanvas(Math.round(width), Math.round(height));
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
  }
  draw(context);
  return canvasFile(context, 'image/png');
}

/** An SVG document as an image that can be drawn. Errors: it is not well-formed. */
export async function svgImage(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

/** A file as a data address. Errors: the file cannot be read. */
export function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
