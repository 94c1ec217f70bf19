import { type CsvRow, parseCsv, toCsv } from '../../../lib/csv';

/** Most lines that a file of members may have. */
export const IMPORT_MAX_LINES = 5_000;

/** What is wrong with a line of a file of members. */
export type LineProblem = 'identifier' | 'end' | 'double' | 'columns' | 'lineBreak' | 'swallowed';

export interface ImportLine {
  line: number;
  identifier: string;
  /** Months, or the day on which the membership ends. */
  end: string;
  note: string;
  problem: LineProblem | null;
}

const EMAIL = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;
const PHONE = /^(?:\+\d{1,3}[- ]?)?\d{6,15}$/;
const HEADING = /^(?:identifier|e-?mail|phone|账号|邮箱|手机号?|会员)$/i;

/**
 * The lines of a file `identifier,end,note`, each with what is wrong with it; a heading is none.
 *
 * The server looks again: what it finds besides is shown in the same list.
 */
export function readImport(csv: string): ImportLine[] {
  const seen = new Set<string>();
  const rows = parseCsv(csv);
  const [first] = rows;
  const lines = HEADING.test(first?.cells[0]?.trim() ?? '') ? rows.slice(1) : rows;
  return lines.flatMap((row) => {
    const { line, cells } = row;
    const swallowed = swallowedBy(row);
    if (swallowed.length > 0) {
      const text = { identifier: cells[0]?.trim().split('\n')[0] ?? '', end: '', note: '' };
      return [{ line, ...text, problem: 'lineBreak' as const }, ...swallowed];
    }
    const [identifier = '', end = '', note = ''] = cells.map((cell) => cell.trim());
    const key = identifier.toLowerCase();
    const problem = problemOf(identifier, end, cells.length, seen.has(key));
    seen.add(key);
    return { line, identifier, end, note, problem };
  });
}

/** The lines on which a row goes on, because a quote in it is not closed or a cell has several lines. */
function swallowedBy({ line, cells }: CsvRow): ImportLine[] {
  const [, ...rest] = cells.join(',').trimEnd().split('\n');
  return rest.map((identifier, index) => ({
    line: line + index + 1,
    identifier,
    end: '',
    note: '',
    problem: 'swallowed',
  }));
}

function problemOf(
  identifier: string,
  end: string,
  nCells: number,
  isDouble: boolean,
): LineProblem | null {
  if (nCells < 2 || nCells > 3) return 'columns';
  if (!EMAIL.test(identifier) && !PHONE.test(identifier)) return 'identifier';
  if (!isEnd(end)) return 'end';
  return isDouble ? 'double' : null;
}

/** Months from 1 to 1200, or a day that exists. */
function isEnd(text: string): boolean {
  if (/^\d{1,4}$/.test(text)) return Number(text) >= 1 && Number(text) <= 1_200;
  const day = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2}))?$/.exec(text)?.[1];
  if (day === undefined) return false;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

/** The bad lines as CSV, so that they can be put right and imported again. */
export function reportCsv(
  lines: readonly ImportLine[],
  problems: ReadonlyMap<number, string>,
): string {
  const bad = lines.filter(({ line }) => problems.has(line));
  return toCsv(
    bad.map(({ line, identifier, end, note }) => [
      identifier,
      end,
      note,
      String(line),
      problems.get(line) ?? '',
    ]),
  );
}
