import type { Edit, Selected } from '../../source-editor';
import { listLine, withMark } from './line-marks';
import { editTo } from './text-lines';

/**
 * Moves the selected items of a numbered list past the one above or below; the numbers stay in their order. Null where
 * one of the lines is no such item: lines of text move as they are.
 */
export function moveItems(selected: Selected, by: -1 | 1): Edit | null {
  const { text, start, end } = selected;
  const before = text.split('\n');
  const rowOf = (at: number) => text.slice(0, at).split('\n').length - 1;
  const first = rowOf(start);
  // A selection that ends before the first letter of a line does not hold that line.
  const last = rowOf(end > start && text[end - 1] === '\n' ? end - 1 : end);
  const other = by < 0 ? first - 1 : last + 1;
  const [top, bottom] = [Math.min(first, other), Math.max(last, other)];
  if (top < 0 || bottom >= before.length) return null;
  const rows = before.slice(top, bottom + 1);
  const marks = rows.map((line) => listLine(line));
  const isOneList = marks.every(
    ({ item, column, depth }) =>
      item?.number != null && column === marks[0]?.column && depth === marks[0].depth,
  );
  if (!isOneList) return null;
  const moved =
    by < 0 ? [...rows.slice(1), ...rows.slice(0, 1)] : [...rows.slice(-1), ...rows.slice(0, -1)];
  const placed = moved.map((line, i) => {
    const item = marks[i]?.item;
    return item == null ? line : withMark(line, item);
  });
  const lines = before.toSpliced(top, placed.length, ...placed);
  const place = (at: number) => {
    const row = rowOf(at);
    const column = at - (text.lastIndexOf('\n', at - 1) + 1);
    const wider = (lines[row + by]?.length ?? 0) - (before[row]?.length ?? 0);
    return { row: row + by, column: row > last ? column : Math.max(0, column + wider) };
  };
  return editTo(selected, lines, place(start), place(end));
}
