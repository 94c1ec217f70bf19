import type { ImageType } from '../../../lib/images/image-type';

/** A unique path: the date and random letters. */
export function imagePath(type: ImageType, now = new Date()): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const day = `${now.getFullYear()}/${two(now.getMonth() + 1)}/${two(now.getDate())}`;
  const chance = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  return `${day}/${chance}.${type.ending}`;
}
