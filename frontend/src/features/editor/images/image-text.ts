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
 * The edit of images that are inserted into an empty line: a block of their own, and the cursor goes on below, as a
 * picture shares its line with no text. Null in other lines, and in code.
 */
export function aboveNextLine({ text, start, end }: Selected, images: string): Edit | null {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const after = /^[^\n]*/.exec(text.slice(end))?.[0] ?? '';
  if ((before + after).trim() !== '' || verbatimAtEnd(text.slice(0, start)) !== null) return null;
  return insertBlock({ text, start, end }, images);
}

/** The edit of images that are inserted at the cursor, but never in the front matter. */
export function inArticle(selected: Selected, images: string): Edit | null {
  return inBody(selected, (at) => {
    const cursor = at.start + images.length;
    const plain = { from: at.start, to: at.end, insert: images };
    return aboveNextLine(at, images) ?? { ...plain, selectStart: cursor, selectEnd: cursor };
  });
}
