import { checkImage } from '../../../lib/images/image-type';
import type { ImageUpload } from './hosts/host';
import { imagePath } from './image-path';

/** A PNG of one transparent pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

/** A small picture for testing a host. */
export async function testPicture(): Promise<ImageUpload> {
  const bytes = Uint8Array.from(atob(PIXEL), (character) => character.charCodeAt(0));
  const file = new File([bytes], 'test.png', { type: 'image/png' });
  const type = await checkImage(file);
  return {
    file,
    type,
    path: imagePath(type),
    signal: new AbortController().signal,
    onProgress: () => undefined,
  };
}
