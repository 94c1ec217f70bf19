import { drawings, isRich } from './clean-html';
import { htmlToMarkdown } from './html-to-markdown';

/** Rich text as Markdown, and the number of pictures and drawings that cannot be pasted; null for plain text. */
export function richPaste(html: string): { markdown: string; lostImages: number } | null {
  if (!isRich(html)) return null;
  let lostImages = drawings(html);
  const markdown = htmlToMarkdown(html)
    .replace(/!\[(?:\\.|[^[\]\\])*\]\(<?(?:file:|cid:|blob:|webkit-fake-url:)[^)>]*>?\)/gi, () => {
      lostImages += 1;
      return '';
    })
    .replace(/^\n+|\n+$/g, '');
  return { markdown, lostImages };
}
