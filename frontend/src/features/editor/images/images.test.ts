import { expect, test } from 'vitest';
import { typeOf } from '../../../lib/images/image-type';
import { expandedNames, missingFields } from './host-setting';
import { addressIn, pairs } from './hosts/custom';
import { imageText, inArticle } from './image-text';
import { externalImages, fetchableImages } from './rehost';

test('an_image_is_written_with_the_name_of_its_file', () => {
  expect(imageText('图[1].png', 'images/0123456789abcdef.png')).toBe(
    '![图1](images/0123456789abcdef.png)',
  );
  expect(imageText('a b.png', 'https://x.y/c d.png')).toBe('![a b](<https://x.y/c d.png>)');
});

test.each([
  'image.png',
  'IMG_20241123_101500.jpg',
  'Screenshot 2024-11-23 at 10.15.00 PM.png',
  '截屏2024-11-23 10.15.00.png',
  '微信图片_20241123101500.jpg',
  '照片 (1).jpg',
  'mmexport1700000000000.jpg',
  '0123.png',
])('readers_do_not_see_the_name_%s', (name) => {
  expect(imageText(name, 'images/a.png')).toBe('![](images/a.png)');
});

test.each(['image of a cat.png', '截屏怎么做.png', 'picture book.png', '2024 年会.jpg'])(
  'readers_see_the_name_%s',
  (name) => {
    expect(imageText(name, 'images/a.png')).toBe(`![${name.slice(0, -4)}](images/a.png)`);
  },
);

test.each([
  ['¦', 'X\n\n¦'],
  ['甲\n\n¦', '甲\n\nX\n\n¦'],
  ['甲\n\n¦\n\n乙', '甲\n\nX\n\n¦\n\n乙'],
  ['¦\n甲', 'X\n\n¦\n\n甲'],
  ['甲\n¦\n乙', '甲\n\nX\n\n¦\n\n乙'],
  ['¦## 甲', 'X\n\n¦\n\n## 甲'],
  ['甲¦', '甲\n\nX\n\n¦'],
  ['甲¦乙', '甲乙\n\nX\n\n¦'],
  ['甲¦\n乙\n\n丙', '甲\n乙\n\nX\n\n¦\n\n丙'],
  ['甲¦\n- 乙', '甲\n\nX\n\n¦\n\n- 乙'],
  ['- 甲¦', '- 甲\n\n  X\n\n  ¦'],
  ['| 甲¦ | 乙 |\n| --- | --- |\n| 1 | 2 |', '| 甲X¦ | 乙 |\n| --- | --- |\n| 1 | 2 |'],
  ['`甲¦`', '`甲`\n\nX\n\n¦'],
  ['> ¦', '> X¦'],
  ['1. 甲\n\n   ¦\n\n2. 乙', '1. 甲\n\n   X\n\n¦\n\n2. 乙'],
  ['```\n¦\n```', '```\nX¦\n```'],
  ['¦---\na: b\n---', '---\na: b\n---\n\nX\n\n¦'],
  ['---\na: b¦\n---\n# 题', '---\na: b\n---\n\nX\n\n¦\n\n# 题'],
])('images_inserted_at_%j_give_%j', (marked, after) => {
  expect(inserted(marked, 'X')).toBe(after);
});

test.each([
  ['甲¦', '甲![¦](x)'],
  ['¦# 甲', '![¦](x)\n\n# 甲'],
])('an_address_inserted_at_%j_waits_for_its_description_%j', (marked, after) => {
  expect(inserted(marked, '![](x)', [2, 2])).toBe(after);
});

/** `¦` is the cursor, before and after. */
function inserted(marked: string, images: string, cursor?: [from: number, to: number]) {
  const start = marked.indexOf('¦');
  const text = marked.replace('¦', '');
  const edit = inArticle({ text, start, end: start }, images, cursor);
  const next = edit && text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  return next && `${next.slice(0, edit.selectStart)}¦${next.slice(edit.selectEnd)}`;
}

test('the_type_of_an_image_is_read_from_its_bytes', () => {
  expect(typeOf(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))?.ending).toBe('jpg');
  expect(typeOf(new TextEncoder().encode('GIF89a'))?.mime).toBe('image/gif');
  expect(typeOf(new TextEncoder().encode('<svg>'))).toBeNull();
  expect(typeOf(new Uint8Array())).toBeNull();
});

test('a_row_of_repositories_is_written_short', () => {
  expect(expandedNames('img-{1..3}, b\nb')).toEqual(['img-1', 'img-2', 'img-3', 'b']);
  expect(expandedNames('{3..1}')).toEqual(['{3..1}']);
});

test('a_host_says_what_it_needs', () => {
  const custom = {
    kind: 'custom',
    url: 'nonsense',
    method: 'POST',
    headers: '',
    field: '',
    extra: '',
    answer: '',
  } as const;
  expect(missingFields(custom)).toEqual(['url']);
  expect(missingFields({ ...custom, url: 'https://a.b' })).toEqual([]);
});

test('the_address_is_found_in_an_answer', () => {
  expect(addressIn('{"data":[{"url":"/a.png"}]}', 'data.0.url', 'https://h.t/up')).toBe(
    'https://h.t/a.png',
  );
  expect(addressIn(' https://x.y/a.png\n', '', 'https://h.t')).toBe('https://x.y/a.png');
  expect(() => addressIn('{}', 'data.url', 'https://h.t')).toThrow(
    expect.objectContaining({ key: 'image.answer' }),
  );
  expect(() => addressIn('oh no', 'data.url', 'https://h.t')).toThrow();
  expect(pairs('A: b:c\n\nno', ':')).toEqual({ A: 'b:c' });
});

test('images_from_elsewhere_are_listed_once', () => {
  const text =
    '![a](https://x.y/1.png "t") ![b](<https://x.y/2 3.png>) ![c](https://x.y/1.png) [d](https://x.y)';
  expect(externalImages(text)).toEqual(['https://x.y/1.png', 'https://x.y/2 3.png']);
});

test('the_files_of_images_are_had_from_elsewhere_and_from_this_browser', () => {
  const text = '![a](https://x.y/1.png) ![b](images/0123456789abcdef.png) ![c](images/mine.png)';
  expect(fetchableImages(text)).toEqual(['https://x.y/1.png', 'images/0123456789abcdef.png']);
});
