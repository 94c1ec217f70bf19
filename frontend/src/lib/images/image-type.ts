import { EDITOR_IMAGE_MAX_BYTES } from '../../config/limits';
import { KeyedError } from '../keyed-error';

export interface ImageType {
  mime: 'image/jpeg' | 'image/png' | 'image/gif';
  /** Ending of a file's name, without the dot. */
  ending: 'jpg' | 'png' | 'gif';
}

const NAME = /\.(?:jpe?g|png|gif)$/i;

/**
 * The type of an image, by its first bytes.
 *
 * Source: specification §5. Errors: `image.articleType` when the name or the content is no JPG, PNG or GIF, `image.size` above
 * 10 MB.
 */
export async function checkImage(file: File): Promise<ImageType> {
  if (!NAME.test(file.name)) throw new KeyedError('image.articleType', file.name);
  const type = typeOf(new Uint8Array(await file.slice(0, 8).arrayBuffer()));
  if (type === null) throw new KeyedError('image.articleType', file.name);
  if (file.size > EDITOR_IMAGE_MAX_BYTES) throw new KeyedError('image.size', file.name);
  return type;
}

/** The type by the first bytes, or null. */
export function typeOf(bytes: Uint8Array): ImageType | null {
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0xff, 0xd8, 0xff)) return { mime: 'image/jpeg', ending: 'jpg' };
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) {
    return { mime: 'image/png', ending: 'png' };
  }
  if (starts(0x47, 0x49, 0x46, 0x38)) return { mime: 'image/gif', ending: 'gif' };
  return null;
}
