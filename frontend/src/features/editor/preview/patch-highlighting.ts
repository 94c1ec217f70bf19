/**
 * Highlighting for changed code until the worker answers: unchanged lines keep their colors, the others are plain.
 *
 * - `oldHtml`: flat spans and escaped text, as the highlighter makes them; `oldCode` is its text.
 * - Returns the HTML for `newCode`, or null when nothing can be kept. The text is always that of `newCode`.
 */
export function patchHighlighting(
  oldHtml: string,
  oldCode: string,
  newCode: string,
): string | null {
  const oldLines = oldCode.split('\n');
  const newLines = newCode.split('\n');
  const colored = splitLines(oldHtml);
  if (colored.length !== oldLines.length) return null;
  const shared = Math.min(oldLines.length, newLines.length);
  let head = 0;
  while (head < shared && oldLines[head] === newLines[head]) head += 1;
  let tail = 0;
  while (tail < shared - head && oldLines.at(-1 - tail) === newLines.at(-1 - tail)) tail += 1;
  if (head + tail === 0) return null;
  const middle = newLines.slice(head, newLines.length - tail).map(escapeHtml);
  const end = tail === 0 ? [] : colored.slice(-tail);
  return [...colored.slice(0, head), ...middle, ...end].join('\n');
}

/** Splits flat highlighted HTML at its line breaks; a span over several lines is closed and opened again. */
function splitLines(html: string): string[] {
  const lines: string[] = [];
  let line = '';
  let open = '';
  for (const [token] of html.matchAll(/<span[^>]*>|<\/span>|\n|[^<\n]+/g)) {
    if (token === '\n') {
      lines.push(open === '' ? line : `${line}</span>`);
      line = open;
    } else {
      if (token.startsWith('<span')) open = token;
      else if (token === '</span>') open = '';
      line += token;
    }
  }
  lines.push(line);
  return lines;
}

export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;');
}
