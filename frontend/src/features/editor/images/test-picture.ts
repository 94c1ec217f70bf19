import { checkImage } from '../../../lib/image-type';
import { drawPng } from '../../../lib/png';
import type { ImageUpload } from './hosts/host';
import { imagePath } from './image-path';

/** A small picture for testing a host. */
export async function testPicture(): Promise<ImageUpload> {
  const blob = await drawPng(8, 8, () => undefined);
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
