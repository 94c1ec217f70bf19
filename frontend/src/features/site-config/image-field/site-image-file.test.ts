import { expect, test } from 'vitest';
import type { KeyedError } from '../../../lib/keyed-error';
import { IMAGE_PURPOSES } from './image-purposes';
import { checkSiteImage } from './site-image-file';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff, 0xe0];
const GIF = [0x47, 0x49, 0x46, 0x38, 0x39, 0x61];

function file(name: string, head: number[] | string, nBytes?: number): File {
  const bytes = typeof head === 'string' ? new TextEncoder().encode(head) : new Uint8Array(head);
  const all = new Uint8Array(nBytes ?? bytes.length);
  all.set(bytes);
  return new File([all], name);
}

const problemOf = (image: File, purpose: keyof typeof IMAGE_PURPOSES) =>
  checkSiteImage(image, IMAGE_PURPOSES[purpose]).then(
    (type) => type,
    (error: KeyedError) => error.key,
  );

test('the_bytes_say_what_an_image_is_and_not_its_name', async () => {
  expect(await problemOf(file('a.txt', JPEG), 'hero')).toBe('image/jpeg');
  expect(await problemOf(file('a.jpg', 'RIFF\0\0\0\0WEBPVP8 '), 'hero')).toBe('image/webp');
  expect(await problemOf(file('a.jpg', GIF), 'hero')).toBe('image.type');
  expect(await problemOf(file('a.png', '<html>'), 'hero')).toBe('image.type');
  expect(await problemOf(file('a.jpg', '<svg xmlns="x">'), 'hero')).toBe('image.type');
});

test('a_logo_is_png_or_svg', async () => {
  expect(await problemOf(file('a.png', PNG), 'logo')).toBe('image/png');
  expect(await problemOf(file('a.svg', '<?xml version="1.0"?>\n<svg >'), 'logo')).toBe(
    'image/svg+xml',
  );
  expect(await problemOf(file('a.svg', '<html><svg></svg>'), 'logo')).toBe('image.logoType');
  expect(await problemOf(file('a.jpg', JPEG), 'logo')).toBe('image.logoType');
});

test('one_byte_more_than_the_limit_is_too_many', async () => {
  const { maxBytes } = IMAGE_PURPOSES.hero;
  expect(await problemOf(file('a.jpg', JPEG, maxBytes), 'hero')).toBe('image/jpeg');
  expect(await problemOf(file('a.jpg', JPEG, maxBytes + 1), 'hero')).toBe('image.tooLarge');
  const logo = IMAGE_PURPOSES.logo.maxBytes;
  expect(await problemOf(file('a.png', PNG, logo + 1), 'logo')).toBe('image.tooLarge');
});
