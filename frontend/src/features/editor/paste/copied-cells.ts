import { parseCsv } from '../../../lib/files/csv';
import { tableText } from '../edits/markdown-table';

/** The table of cells that a spreadsheet gives as text, with tabs between them; null for any other text. */
export function copiedCells(text: string): string | null {
  const rows = parseCsv(text, '\t').map(({ cells }) =>
    cells.map((cell) => cell.trim().replace(/\s*\n\s*/g, '<br>')),
  );
  const nColumns = rows[0]?.length ?? 0;
  if (nColumns < 2 || rows.some((row) => row.length !== nColumns)) return null;
  return tableText({ columns: Array.from({ length: nColumns }, () => 'none'), rows });
}
