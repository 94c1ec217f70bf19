import { insertBlock } from '../edits/blocks';
import { inBody } from '../edits/front-matter';
import { verbatimAtEnd } from '../edits/verbatim';
import type { Edit, Selected } from '../source-editor';

/** The Markdown of an image. `name` is that of its file; without its ending it becomes the description, unless a machine gave it. */
export function imageText(name: string, address: string): string {
  const target = /[\s()]/.test(address) ? `<${address}>` : address;
  return `![${altOf(name)}](${target})`;
}

/** Names that clipboards, cameras and programs give, of which readers learn nothing. */
const MADE_UP =
  /^(?:image|img|picture|photo|screenshot|screen shot|dsc|pxl|mmexport|wechatimg|图片|图像|照片|截图|截屏|屏幕截图|微信图片|qq图片|qq截图)?[\s\d_.:()（）-]*(?:at[\s\d.:]*)?(?:[ap]m)?$/i;

function altOf(name: string): string {
  const words = name
    .replace(/\.[^.]+$/, '')
    .replace(/[[\]\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return MADE_UP.test(words) ? '' : words;
}

/**
 * The edit of images that are inserted at the cursor, but never in the front matter. Where a line begins they are a block
 * of their own, and the cursor goes on below: what a line begins with, such as `#`, would be lost behind a picture.
 *
 * `cursor`: what is selected of the images afterwards, as {@link insertBlock} has it.
 */
export function inArticle(
  selected: Selected,
  images: string,
  cursor: [from: number, to: number] | 'below' = 'below',
): Edit | null {
  return inBody(selected, (at) => {
    const { text, start, end } = at;
    const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
    const after = /^[^\n]*/.exec(text.slice(end))?.[0] ?? '';
    const isVerbatim = verbatimAtEnd(text.slice(0, start)) !== null;
    if (before === '' && !isVerbatim) return insertBlock(at, images, cursor);
    // In an item the indentation holds them.
    const isAlone = (before + after).trim() === '' && !isVerbatim;
    const insert = cursor === 'below' && isAlone ? `${images}\n\n` : images;
    const [from, to] = cursor === 'below' ? [insert.length, insert.length] : cursor;
    return { from: start, to: end, insert, selectStart: start + from, selectEnd: start + to };
  });
}
