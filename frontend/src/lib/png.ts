/**
 * Draws a picture and gives it as a PNG.
 *
 * - `width` and `height` are in pixels and are rounded. Without a `background` the picture is transparent.
 * - Errors: the browser has no canvas of this size, or the drawing holds what a page may not read.
 */
export async function drawPng(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
  background?: string,
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  if (background !== undefined) {
    context.fillStyle = background;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  draw(context);
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (made === null) throw new Error('no PNG');
  return made;
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
