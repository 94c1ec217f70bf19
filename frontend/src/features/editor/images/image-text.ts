import { isBlockStart } from '../edits/block-start';
import { insertBlock } from '../edits/blocks';
import { inBody } from '../edits/front-matter';
import { isInCell } from '../edits/typing/table-cells';
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
 * The edit of images that are inserted at the cursor, but never in the front matter. They are a block of their own: where a
 * line begins, and below the paragraph whose words the cursor is in. The cursor goes on below them. Cells and code hold them
 * in their line, and so does what stands in place of a selection.
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
    const isInWords =
      cursor === 'below' && start === end && (before + after).replace(MARKS, '').trim() !== '';
    if (isInWords && !isVerbatim && !isInCell(at)) {
      const below = paragraphEnd(text, start);
      return insertBlock({ text, start: below, end: below }, images, cursor);
    }
    // In an item the indentation holds them.
    const isAlone = (before + after).trim() === '' && !isVerbatim;
    const insert = cursor === 'below' && isAlone ? `${images}\n\n` : images;
    const [from, to] = cursor === 'below' ? [insert.length, insert.length] : cursor;
    return { from: start, to: end, insert, selectStart: start + from, selectEnd: start + to };
  });
}

/** What a quote or an item begins with. */
const MARKS = /^(?:\s*(?:>|[-*+]|\d+[.)])(?=\s))*/;

/** The end of the paragraph that holds `offset`: that of its line, and of those below that go on with it. */
function paragraphEnd(text: string, offset: number): number {
  const lineEnd = (from: number) => {
    const end = text.indexOf('\n', from);
    return end === -1 ? text.length : end;
  };
  let end = lineEnd(offset);
  while (end < text.length) {
    const next = text.slice(end + 1, lineEnd(end + 1));
    if (next.trim() === '' || isBlockStart(next)) break;
    end += 1 + next.length;
  }
  return end;
}
