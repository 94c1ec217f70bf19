import type { Command } from './command';

/** Tidies the whole text: spaces between Chinese and Latin, aligned tables. Source: specification §5. */
export const format: Command = ({ text, start }, context) => {
  const tidy = context.formatSource(text);
  if (tidy === text) return null;
  // Only what differs is replaced, so the view and the undo step stay small.
  let from = 0;
  while (from < text.length && text[from] === tidy[from]) from += 1;
  let tail = 0;
  while (
    tail < text.length - from &&
    tail < tidy.length - from &&
    text[text.length - 1 - tail] === tidy[tidy.length - 1 - tail]
  ) {
    tail += 1;
  }
  const to = text.length - tail;
  const cursor = sameLine(text, tidy, start);
  return {
    from,
    to,
    insert: tidy.slice(from, tidy.length - tail),
    selectStart: cursor,
    selectEnd: cursor,
  };
};

/** The end of the line in `tidy` that stands where `offset` stands in `text`. */
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
