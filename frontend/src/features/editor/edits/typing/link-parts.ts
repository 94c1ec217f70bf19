import type { Edit, Selected } from '../../source-editor';
import { LINK_WORDS } from '../link';
import { isInCode } from './pairs';

/** A link or an image: its words, and its address with the title. */
const LINK = /(?<!\\)\[((?:\\.|[^\\[\]])*)\]\(((?:\\.|[^\\()]|\([^()]*\))*)\)/g;

/**
 * Goes on in the link or image of the cursor: from the end of the address to the words that nobody has changed yet, and
 * from elsewhere behind it. Null outside of links, and in the middle of an address.
 */
export function walkLink({ text, start, end }: Selected): Edit | null {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const line = /^[^\n]*/.exec(text.slice(lineStart))?.[0] ?? '';
  for (const { 0: link, 1: words = '', 2: address = '', index } of line.matchAll(LINK)) {
    const wordsAt = lineStart + index + 1;
    const wordsEnd = wordsAt + words.length;
    const behind = lineStart + index + link.length;
    const close = behind - 1;
    const isInWords =
      start === end ? start >= wordsAt && start <= wordsEnd : start === wordsAt && end === wordsEnd;
    const isAtAddress = end === close && (start === end || start === close - address.length);
    if (!isInWords && !isAtAddress) continue;
    if (isInCode(text, start)) return null;
    const isUntouched = !isInWords && LINK_WORDS.includes(words);
    return {
      from: start,
      to: start,
      insert: '',
      selectStart: isUntouched ? wordsAt : behind,
      selectEnd: isUntouched ? wordsEnd : behind,
    };
  }
  return null;
}
