import { fetchExternal } from '../../../api/external-fetch';
import { canvasRatio } from '../../../lib/browser/canvas';
import { typeOf } from '../../../lib/images/image-type';
import { localAddress, localImageName, localImageNames } from '../../../lib/images/local-image';
import { drawPng } from '../../../lib/images/png';
import { KeyedError } from '../../../lib/keyed-error';
import { localFile } from './local-images';

/**
 * Gets an image as a file that can be uploaded, from its host or from this browser. WebP and others become PNG.
 *
 * Errors: `image.fetch` when it cannot be downloaded or is no image, `image.lost` when this browser does not have it,
 * `canvas.noise` when it must become a PNG and this browser draws none.
 */
export async function fetchImage(address: string): Promise<File> {
  const blob = await blobOf(address);
  const type = typeOf(new Uint8Array(await blob.slice(0, 8).arrayBuffer()));
  if (type !== null) return new File([blob], `image.${type.ending}`, { type: type.mime });
  return new File([await asPng(blob, address)], 'image.png', { type: 'image/png' });
}

async function blobOf(address: string): Promise<Blob> {
  if (localImageName(address) !== null) {
    const file = await localFile(address);
    if (file === null) throw new KeyedError('image.lost', address);
    return file;
  }
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
    const ratio = canvasRatio(bitmap.width, bitmap.height, 1);
    return await drawPng(bitmap.width * ratio, bitmap.height * ratio, (context) =>
      context.drawImage(bitmap, 0, 0, context.canvas.width, context.canvas.height),
    );
  } catch (error) {
    if (error instanceof KeyedError) throw error;
    throw new KeyedError('image.fetch', address, error);
  }
}

/** Addresses of the images of a text that are on other servers or are data, each once. */
export function externalImages(text: string): string[] {
  return imageAddresses(text).filter((address) => /^(https?:|data:|blob:|\/)/i.test(address));
}

/** Addresses of the images of a text whose files can be had, each once. */
export function fetchableImages(text: string): string[] {
  const local = localImageNames(text).map(localAddress);
  return [...new Set([...externalImages(text), ...local])];
}

function imageAddresses(text: string): string[] {
  const found = [...text.matchAll(/!\[(?:\\.|[^[\]\\])*\]\((?:<([^<>\n]+)>|([^\s<>)]+))/g)].map(
    (match) => match[1] ?? match[2] ?? '',
  );
  return [...new Set(found)];
}
