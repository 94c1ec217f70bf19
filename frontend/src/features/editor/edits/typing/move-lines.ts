import type { Edit, Selected } from '../../source-editor';
import { listLine, withMark } from './line-marks';
import { editTo } from './text-lines';

/**
 * Moves the selected items of a numbered list past the one above or below; the numbers stay in their order. Null where
 * one of the lines is no such item: lines of text move as they are.
 */
export function moveItems({ text, start, end }: Selected, by: -1 | 1): Edit | null {
  const lines = text.split('\n');
  const rowOf = (at: number) => text.slice(0, at).split('\n').length - 1;
  const [first, last] = [rowOf(start), rowOf(end)];
  const other = by < 0 ? first - 1 : last + 1;
  const [top, bottom] = [Math.min(first, other), Math.max(last, other)];
  if (top < 0 || bottom >= lines.length) return null;
  const rows = lines.slice(top, bottom + 1);
  const marks = rows.map((line) => listLine(line));
  const [mark] = marks;
  const isOneList = marks.every(
    ({ item, column, depth }) =>
      item != null && item.number !== null && column === mark?.column && depth === mark.depth,
  );
  if (!isOneList) return null;
  const moved =
    by < 0 ? [...rows.slice(1), rows[0] ?? ''] : [rows.at(-1) ?? '', ...rows.slice(0, -1)];
  const placed = moved.map((line, i) => {
    const { item } = marks[i] ?? {};
    return item == null ? line : withMark(line, item);
  });
  lines.splice(top, placed.length, ...placed);
  const place = (at: number) => {
    const row = rowOf(at);
    const column = at - (text.lastIndexOf('\n', at - 1) + 1);
    const wider = (lines[row + by]?.length ?? 0) - (text.split('\n')[row]?.length ?? 0);
    return { row: row + by, column: Math.max(0, column + wider) };
  };
  return editTo({ text, start, end }, lines, place(start), place(end));
}
