/** A sign at the beginning of a cell that makes a spreadsheet compute it. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows as CSV for spreadsheets: with a byte order mark, and no cell that would be computed. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => row.map(cell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A row of a CSV text, with the line on which it begins, from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
}

/** A cell as it was before it was kept from being computed. */
export function unguarded(text: string): string {
  return text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
}

/** What stands between the cells: a comma, else the tab of what was copied from a spreadsheet, or a semicolon. */
function separatorOf(source: string): string {
  const first = source.split('\n').find((line) => line.trim() !== '') ?? '';
  return ['\t', ',', ';'].find((sign) => first.includes(sign)) ?? ',';
}

/**
 * Rows of a CSV text; empty lines are none. A quote that is never closed ends with the text.
 *
 * `separator`: what stands between the cells; found in the first line when it is left out.
 */
export function parseCsv(text: string, separator?: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let row: CsvRow = { line: 1, cells: [] };
  let line = 1;
  let value = '';
  let isQuoted = false;
  const endRow = () => {
    row.cells.push(value);
    value = '';
    if (row.cells.some((one) => one.trim() !== '')) rows.push(row);
    row = { line, cells: [] };
  };
  const source = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n');
  const between = separator ?? separatorOf(source);
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at];
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') value += sign;
      else if (source[at + 1] === '"') {
        value += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && value === '') isQuoted = true;
    else if (sign === between) {
      row.cells.push(value);
      value = '';
    } else if (sign === '\n') endRow();
    else value += sign;
  }
  endRow();
  return rows;
}
