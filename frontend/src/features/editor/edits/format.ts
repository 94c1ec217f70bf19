import { textChange } from '../../../lib/text/text-change';
import type { Edit, Selected } from '../source-editor';

/**
 * The edit that tidies the whole text: spaces between Chinese and Latin, aligned tables. Source: specification §5.
 *
 * `formatSource` is the engine's tidying of a text.
 */
export function tidied(
  formatSource: (text: string) => string,
): (selected: Selected) => Edit | null {
  return ({ text, start, end }) => {
    const tidy = formatSource(text);
    // Only what differs is replaced, so the view and the undo step stay small.
    const change = textChange(text, tidy);
    if (change === null) return null;
    return {
      ...change,
      selectStart: samePlace(text, tidy, start),
      selectEnd: samePlace(text, tidy, end),
    };
  };
}

/** The offset in `tidy` of what stands at `offset` in `text`. Lines stay lines, and only spaces come and go in them. */
function samePlace(text: string, tidy: string, offset: number): number {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(from, offset);
  let at = lineStart(tidy, text.slice(0, from).split('\n').length - 1);
  const lineEnd = tidy.indexOf('\n', at);
  const end = lineEnd === -1 ? tidy.length : lineEnd;
  for (let left = before.replace(/\s/g, '').length; left > 0 && at < end; at += 1) {
    if (!isSpace(tidy, at)) left -= 1;
  }
  const spaces = before.length - before.trimEnd().length;
  for (let left = spaces; left > 0 && at < end && isSpace(tidy, at); left -= 1) at += 1;
  return at;
}

const isSpace = (text: string, at: number) => /\s/.test(text.charAt(at));

/** Where a line starts, counted from 0; the end of the text when there is no such line. */
function lineStart(text: string, line: number): number {
  let at = 0;
  for (let i = 0; i < line; i += 1) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}
