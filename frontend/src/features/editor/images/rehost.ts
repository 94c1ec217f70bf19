import { fetchExternal } from '../../../api/external-fetch';
import { KeyedError } from '../../../lib/keyed-error';
import { drawPng } from '../../../lib/png';
import { typeOf } from './check-image';

/**
 * Downloads an image as a file that can be uploaded. WebP and others become PNG.
 *
 * Errors: `image.fetch` when it cannot be downloaded or is no image.
 */
export async function fetchImage(address: string): Promise<File> {
  const blob = await blobOf(address);
  const type = typeOf(new Uint8Array(await blob.slice(0, 8).arrayBuffer()));
  if (type !== null) return new File([blob], `image.${type.ending}`, { type: type.mime });
  return new File([await asPng(blob, address)], 'image.png', { type: 'image/png' });
}

async function blobOf(address: string): Promise<Blob> {
  try {
    const answer = await fetchExternal(new URL(address, location.href).href);
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await answer.blob();
  } catch (error) {
    throw new KeyedError('image.fetch', address, error);
  }
}

async function asPng(blob: Blob, address: string): Promise<Blob> {
  try {
    const bitmap = await createImageBitmap(blob);
    return await drawPng(bitmap.width, bitmap.height, (context) => context.drawImage(bitmap, 0, 0));
  } catch (error) {
    throw new KeyedError('image.fetch', address, error);
  }
}

/** Addresses of the external images of a text, each once. */
export function externalImages(text: string): string[] {
  const found = [...text.matchAll(/!\[(?:\\.|[^[\]\\])*\]\((?:<([^<>\n]+)>|([^\s<>)]+))/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return [...new Set(found)].filter((address) => /^(https?:|data:|blob:|\/)/i.test(address));
}
