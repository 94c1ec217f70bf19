import { typeOf } from '../../../lib/images/image-type';
import { KeyedError } from '../../../lib/keyed-error';
import type { ImagePurpose, SiteImageType } from './image-purposes';

/** Bytes in which an SVG names itself. */
const SVG_HEAD_BYTES = 4096;
const BYTES_PER_MB = 1024 * 1024;

/**
 * The type of an image for a site, by its first bytes: what its name says may be wrong.
 *
 * Source: specification §9. Errors: `image.type` or `image.logoType` for other types, `image.tooLarge` with `max` in MB.
 */
export async function checkSiteImage(file: File, purpose: ImagePurpose): Promise<SiteImageType> {
  const type = await siteImageType(file);
  if (type === null || !purpose.types.includes(type)) {
    const isPhoto = purpose.types.includes('image/jpeg');
    throw new KeyedError(isPhoto ? 'image.type' : 'image.logoType', file.name);
  }
  if (file.size > purpose.maxBytes) {
    const max = purpose.maxBytes / BYTES_PER_MB;
    const field = { image: 'image.tooLarge' };
    throw new KeyedError('image.tooLarge', file.name, undefined, field, { image: { max } });
  }
  return type;
}

async function siteImageType(file: File): Promise<SiteImageType | null> {
  const bytes = new Uint8Array(await file.slice(0, SVG_HEAD_BYTES).arrayBuffer());
  const known = typeOf(bytes)?.mime;
  if (known === 'image/jpeg' || known === 'image/png') return known;
  const text = new TextDecoder().decode(bytes);
  if (/^RIFF[\s\S]{4}WEBP/.test(latin(bytes))) return 'image/webp';
  return /^\uFEFF?\s*(?:<\?xml|<!--|<!DOCTYPE svg|<svg[\s>])/i.test(text) && /<svg[\s>]/i.test(text)
    ? 'image/svg+xml'
    : null;
}

/** A character for each of the first bytes. */
function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.slice(0, 12));
}
