import type { Edit, Selected } from '../../source-editor';
import {
  type FoundTable,
  type MarkdownTable,
  splitRow,
  tableAt,
  tableText,
} from '../markdown-table';
import { verbatimAtEnd } from '../verbatim';

/** A line break within a cell. */
const BREAK = '<br>';

/** A cell by its row, where 0 is the header, and its column. */
interface Cell {
  row: number;
  column: number;
}

/** Goes to the next or previous cell and selects what it holds; null outside of a table. After the last cell comes a new row. */
export function walkCells(selected: Selected, by: 'next' | 'previous'): Edit | null {
  const place = cellAt(selected);
  if (place === null) return null;
  const { found, cell } = place;
  const { columns, rows } = found.table;
  const index = cell.row * columns.length + cell.column + (by === 'next' ? 1 : -1);
  if (index < 0) return toCell(found, found.table, cell);
  const to = { row: Math.floor(index / columns.length), column: index % columns.length };
  return toCell(found, to.row < rows.length ? found.table : withRow(found.table), to);
}

/** Goes to the cell below, and from the last row to a line below the table; null outside of the cells of a table. */
export function enterInTable(selected: Selected): Edit | null {
  const place = cellAt(selected);
  if (place === null || place.isAfterCells) return null;
  const { found, cell } = place;
  const { table } = found;
  if (cell.row + 1 < table.rows.length) {
    return toCell(found, table, { row: cell.row + 1, column: cell.column });
  }
  const isEmptyRow = cell.row > 1 && (table.rows[cell.row] ?? []).every((text) => text === '');
  const kept = isEmptyRow ? { ...table, rows: table.rows.slice(0, -1) } : table;
  const prefix = found.prefix.trimEnd();
  const insert = `${tableText(kept, found.prefix)}\n${prefix}\n${found.prefix}`;
  const cursor = found.from + insert.length;
  return { from: found.from, to: found.to, insert, selectStart: cursor, selectEnd: cursor };
}

/** Breaks the line within a cell, where a line break would end the row; null outside of the cells of a table. */
export function breakInCell(selected: Selected): Edit | null {
  if (!isInCell(selected)) return null;
  const { text, start, end } = selected;
  // What reaches over the edge of a cell is kept: the row would lose a cell.
  const from = text.slice(start, end).includes('|') ? end : start;
  const cursor = from + BREAK.length;
  return { from, to: end, insert: BREAK, selectStart: cursor, selectEnd: cursor };
}

/** Whether the cursor or the selection is within the cells of one row. */
export function isInCell(selected: Selected): boolean {
  const place = cellAt(selected);
  if (place === null || place.isAfterCells) return false;
  const { text, start } = selected;
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isBeforeCells = place.isBarred && before.slice(place.found.prefix.length).trim() === '';
  return !isBeforeCells;
}

function withRow(table: MarkdownTable): MarkdownTable {
  return { ...table, rows: [...table.rows, table.columns.map(() => '')] };
}

function cellAt({ text, start, end }: Selected) {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  if (text.slice(start, end).includes('\n')) return null;
  const lineEnd = text.indexOf('\n', start);
  const line = text.slice(lineStart, lineEnd === -1 ? text.length : lineEnd);
  if (!line.includes('|')) return null;
  const found = tableAt(text, start);
  if (found === null || verbatimAtEnd(text.slice(0, found.from)) !== null) return null;
  if (hasMoreCells(text, found)) return null;
  const index = text.slice(found.from, lineStart).split('\n').length - 1;
  const before = text.slice(lineStart + found.prefix.length, start);
  const nBars = before.replaceAll('\\|', '').split('|').length - 1;
  const isBarred = line.slice(found.prefix.length).trimStart().startsWith('|');
  const column = Math.min(Math.max(0, nBars - (isBarred ? 1 : 0)), found.table.columns.length - 1);
  return {
    found,
    isBarred,
    // The line below the header is no row; its cells count as those of the header.
    cell: { row: Math.max(0, index - 1), column },
    isAfterCells:
      index === 1 ||
      (/\|\s*$/.test(before) &&
        text.slice(start, lineStart + line.length).trim() === '' &&
        nBars > found.table.columns.length - (isBarred ? 0 : 1)),
  };
}

/** A row with more cells than the header: writing the table anew would lose them. */
function hasMoreCells(text: string, { from, to, prefix, table }: FoundTable): boolean {
  return text
    .slice(from, to)
    .split('\n')
    .some((line) => splitRow(line.slice(prefix.length)).length > table.columns.length);
}

/** Writes the table, its bars aligned, and selects what a cell holds. */
function toCell(found: FoundTable, table: MarkdownTable, cell: Cell): Edit {
  const insert = tableText(table, found.prefix);
  const lines = insert.split('\n');
  const row = cell.row === 0 ? 0 : cell.row + 1;
  const line = lines[row] ?? '';
  const lineAt = found.from + lines.slice(0, row).reduce((sum, text) => sum + text.length + 1, 0);
  const [from, to] = contentRange(line, found.prefix.length, cell.column);
  return {
    from: found.from,
    to: found.to,
    insert,
    selectStart: lineAt + from,
    selectEnd: lineAt + to,
  };
}

/** Where the text of a cell stands in a line that `tableText` has written; an empty one has its cursor after the space. */
function contentRange(line: string, prefixLength: number, column: number): [number, number] {
  const bars = [...line.matchAll(/(?<!\\)\|/g)]
    .map(({ index }) => index)
    .filter((at) => at >= prefixLength);
  const [left, right] = [bars[column] ?? 0, bars[column + 1] ?? line.length];
  const cell = line.slice(left + 1, right);
  if (cell.trim() === '') return [left + 2, left + 2];
  const from = left + 1 + (cell.length - cell.trimStart().length);
  return [from, from + cell.trim().length];
}
