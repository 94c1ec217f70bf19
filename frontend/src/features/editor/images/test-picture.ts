import { checkImage } from './check-image';
import type { ImageUpload } from './hosts/host';
import { imagePath } from './image-path';

/** A small picture for trying a host. */
export async function testPicture(): Promise<ImageUpload> {
  const canvas = document.createElement('canvas');
  canvas.width = 8;
  canvas.height = 8;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) throw new Error('no canvas');
  const file = new File([blob], 'test.png', { type: 'image/png' });
  const type = await checkImage(file);
  return {
    file,
    type,
    path: imagePath(type),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}
