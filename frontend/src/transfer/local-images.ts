import { EDITOR_IMAGE_MAX_BYTES } from '../config/limits';
import { hex, sha256 } from '../lib/files/sha256';
import { typeOf } from '../lib/images/image-type';
import { isLocalImageName, localImageNames } from '../lib/images/local-image';
import { readLocalImage, storeLocalImage } from '../storage/local-images';

/** Images of the browser on their way into an archive and out of one. */

/** The name that an image is kept under, after its content; null when it is no JPG, PNG or GIF. */
export async function localImageNameOf(bytes: Uint8Array): Promise<string | null> {
  const type = typeOf(bytes);
  return type === null ? null : `${await digest(bytes)}.${type.ending}`;
}

/** The first digits of the SHA-256. */
export async function digest(bytes: Uint8Array): Promise<string> {
  return hex((await sha256(bytes)).subarray(0, 8));
}

/** The images that the texts name, as an archive carries them. Errors: {@link StorageError}. */
export async function imagesOf(
  texts: Iterable<string>,
  onRead: (done: number, total: number) => void = () => undefined,
): Promise<Map<string, Uint8Array>> {
  const names = new Set<string>();
  for (const text of texts) for (const name of localImageNames(text)) names.add(name);
  const images = new Map<string, Uint8Array>();
  for (const [i, name] of [...names].sort().entries()) {
    onRead(i, names.size);
    const blob = await readLocalImage(name);
    if (blob !== null) images.set(name, new Uint8Array(await blob.arrayBuffer()));
  }
  return images;
}

/**
 * Keeps the images of an archive. What is no image, is too large, or has another name than ours, is left out.
 *
 * Errors: {@link StorageError}, `storage.full` among them.
 */
export async function keepImages(
  images: ReadonlyMap<string, Uint8Array>,
  onKept: (count: number) => void = () => undefined,
): Promise<void> {
  let n = 0;
  for (const [name, bytes] of images) {
    const type = typeOf(bytes);
    const isValid =
      isLocalImageName(name) && type !== null && bytes.length <= EDITOR_IMAGE_MAX_BYTES;
    if (isValid) await storeLocalImage(name, bytes.slice().buffer, type.mime);
    n += 1;
    onKept(n);
  }
}
