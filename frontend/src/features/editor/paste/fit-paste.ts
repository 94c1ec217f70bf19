import { lineMarks } from '../edits/typing/line-marks';
import { renumber } from '../edits/typing/list-numbers';
import { isInCell } from '../edits/typing/table-cells';
import { cursorLines, editTo } from '../edits/typing/text-lines';
import { verbatimAtEnd } from '../edits/verbatim';
import type { Edit, Selected } from '../source-editor';

/**
 * The edit of a plain paste that would break what it is pasted into; null where it is inserted as it is.
 *
 * - In a cell of a table bars are escaped, and line breaks become `<br>`.
 * - A list that is pasted into an empty item takes the place of its mark.
 */
export function fitPaste(selected: Selected, pasted: string): Edit | null {
  const text = pasted.replace(/^\n+|\s+$/g, '');
  if (text === '') return null;
  return intoCell(selected, text) ?? intoEmptyItem(selected, text);
}

function intoCell(selected: Selected, text: string): Edit | null {
  if (!/[|\n]/.test(text) || !isInCell(selected)) return null;
  const insert = text.replace(/(?<!\\)\|/g, '\\|').replace(/\s*\n\s*/g, '<br>');
  const { start, end } = selected;
  const cursor = start + insert.length;
  return { from: start, to: end, insert, selectStart: cursor, selectEnd: cursor };
}

function intoEmptyItem(selected: Selected, text: string): Edit | null {
  const { start, end } = selected;
  if (start !== end || lineMarks(text)[0]?.kind !== 'item') return null;
  const { lines, row } = cursorLines(selected);
  const line = lines[row] ?? '';
  const marks = lineMarks(line);
  const own = marks.at(-1);
  const isEmpty = marks.map((mark) => mark.text).join('') === line;
  if (own?.kind !== 'item' || !isEmpty) return null;
  if (verbatimAtEnd(selected.text.slice(0, start)) !== null) return null;
  const before = line.slice(0, line.length - own.text.length) + own.indent;
  // What stands before the mark goes on in the lines below: quote marks, and spaces for outer items.
  const below = before.replace(/[^>\t ]/g, ' ');
  const items = text.split('\n').map((item, index) => (index === 0 ? before : below) + item);
  lines.splice(row, 1, ...items);
  renumber(lines, row);
  const last = row + items.length - 1;
  return editTo(selected, lines, { row: last, column: (lines[last] ?? '').length });
}
