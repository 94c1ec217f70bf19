import { textChange } from '../../../../lib/text/text-change';
import type { Edit, Selected } from '../../source-editor';

/** A text without its selection, as lines, and the place of the cursor. */
export interface CursorLines {
  lines: string[];
  /** Index of the cursor's line. */
  row: number;
  /** Place in the line, in UTF-16 units. */
  column: number;
}

export function cursorLines({ text, start, end }: Selected): CursorLines {
  const lines = (text.slice(0, start) + text.slice(end)).split('\n');
  const before = text.slice(0, start);
  const column = start - (before.lastIndexOf('\n') + 1);
  return { lines, row: before.split('\n').length - 1, column };
}

/** The smallest edit that makes the text of these lines, with a place or range selected after it. */
export function editTo(
  { text }: Selected,
  lines: readonly string[],
  select: { row: number; column: number },
  to: { row: number; column: number } = select,
): Edit {
  const next = lines.join('\n');
  const change = textChange(text, next) ?? { from: 0, to: 0, insert: '' };
  return {
    ...change,
    selectStart: offsetOf(lines, select),
    selectEnd: offsetOf(lines, to),
  };
}

function offsetOf(
  lines: readonly string[],
  { row, column }: { row: number; column: number },
): number {
  let offset = column;
  for (let at = 0; at < row; at += 1) offset += (lines[at]?.length ?? 0) + 1;
  return offset;
}

/** Whether a line begins at this offset. */
export function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

/** Where the cursor of a column comes to stand when the list mark of its line becomes another one. */
export function columnBehindMark(column: number, before: string, after: string): number {
  const mark = /^[ \t>]*/.exec(before)?.[0] ?? '';
  return column <= mark.length ? column : column + after.length - before.length;
}
