import { textChange } from '../../../lib/text-change';
import type { TextEdit } from './text-edit';

/**
 * The edit that tidies the whole text: spaces between Chinese and Latin, aligned tables. Source: specification §5.
 *
 * `formatSource` is the engine's tidying of a text.
 */
export function tidied(formatSource: (text: string) => string): TextEdit {
  return ({ text, start }) => {
    const tidy = formatSource(text);
    // Only what differs is replaced, so the view and the undo step stay small.
    const change = textChange(text, tidy);
    if (change === null) return null;
    const cursor = sameLine(text, tidy, start);
    return { ...change, selectStart: cursor, selectEnd: cursor };
  };
}

/** The end of the line in `tidy` that has the number of the line of `offset` in `text`. */
function sameLine(text: string, tidy: string, offset: number): number {
  let line = 0;
  for (let i = text.indexOf('\n'); i !== -1 && i < offset; i = text.indexOf('\n', i + 1)) line += 1;
  let at = 0;
  for (let i = 0; i < line; i += 1) {
    const next = tidy.indexOf('\n', at);
    if (next === -1) return tidy.length;
    at = next + 1;
  }
  const end = tidy.indexOf('\n', at);
  return end === -1 ? tidy.length : end;
}
