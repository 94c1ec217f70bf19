import type { Alignment, MarkdownTable } from '../edits/markdown-table';

/** Most rows of a table, with its header, and most columns. */
export const MAX_ROWS = 50;
export const MAX_COLUMNS = 12;

type Change = (table: MarkdownTable) => MarkdownTable;

export const setCell =
  (row: number, column: number, value: string): Change =>
  (table) => ({
    ...table,
    rows: table.rows.map((cells, r) =>
      r === row ? cells.map((cell, c) => (c === column ? value : cell)) : cells,
    ),
  });

export const setAlignment =
  (column: number, alignment: Alignment): Change =>
  (table) => ({
    ...table,
    columns: table.columns.map((old, c) => (c === column ? alignment : old)),
  });

/** Inserts an empty row before index `at`, but never before the header. */
export const insertRow =
  (at: number): Change =>
  (table) =>
    table.rows.length >= MAX_ROWS
      ? table
      : {
          ...table,
          rows: inserted(
            table.rows,
            Math.max(1, at),
            table.columns.map(() => ''),
          ),
        };

/** Removes a row, but never the header. */
export const removeRow =
  (at: number): Change =>
  (table) =>
    at === 0 || table.rows.length <= 1
      ? table
      : { ...table, rows: table.rows.filter((_, row) => row !== at) };

export const insertColumn =
  (at: number): Change =>
  (table) =>
    table.columns.length >= MAX_COLUMNS
      ? table
      : {
          columns: inserted(table.columns, at, 'none' as const),
          rows: table.rows.map((row) => inserted(row, at, '')),
        };

export const removeColumn =
  (at: number): Change =>
  (table) =>
    table.columns.length <= 1
      ? table
      : {
          columns: table.columns.filter((_, column) => column !== at),
          rows: table.rows.map((row) => row.filter((_, column) => column !== at)),
        };

/** Moves a column by one; at the edge nothing happens. */
export const moveColumn =
  (at: number, by: -1 | 1): Change =>
  (table) => ({
    columns: moved(table.columns, at, by),
    rows: table.rows.map((row) => moved(row, at, by)),
  });

/** Moves a row by one. The header may move too: the row that takes its place becomes the header. */
export const moveRow =
  (at: number, by: -1 | 1): Change =>
  (table) => ({ ...table, rows: moved(table.rows, at, by) });

/** Gives the table this size; cells outside of it are lost. */
export const resize =
  (nRows: number, nColumns: number): Change =>
  (table) => ({
    columns: Array.from({ length: nColumns }, (_, c) => table.columns[c] ?? 'none'),
    rows: Array.from({ length: nRows }, (_, r) =>
      Array.from({ length: nColumns }, (_, c) => table.rows[r]?.[c] ?? ''),
    ),
  });

function inserted<T>(list: readonly T[], at: number, item: T): T[] {
  return [...list.slice(0, at), item, ...list.slice(at)];
}

function moved<T>(list: readonly T[], at: number, by: -1 | 1): T[] {
  const to = at + by;
  const next = [...list];
  const [item, other] = [list[at], list[to]];
  if (item === undefined || other === undefined) return next;
  next[at] = other;
  next[to] = item;
  return next;
}
