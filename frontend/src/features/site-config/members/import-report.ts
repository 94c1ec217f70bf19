import {
  isForever,
  isShortened,
  readDay,
  readEmail,
  readPhone,
} from '../../../lib/addresses/typed-identifier';
import { type CsvRow, parseCsv, toCsv, unguarded } from '../../../lib/files/csv';

/** Most lines that a file of members may have. */
export const IMPORT_MAX_LINES = 5_000;

/** What is wrong with a line of a file of members. */
export type LineProblem =
  | 'identifier'
  | 'shortened'
  | 'end'
  | 'double'
  | 'columns'
  | 'lineBreak'
  | 'swallowed';

export interface ImportLine {
  line: number;
  identifier: string;
  /** The line as it was read. */
  cells: readonly string[];
  problem: LineProblem | null;
}

/** A file of members as it was read. */
export interface ImportFile {
  /** The names of its columns, where it has them. */
  heading: readonly string[] | null;
  lines: ImportLine[];
}

const EMAIL = /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;
const PHONE = /^\d{6,15}$/;
const IDENTIFIERS =
  /^(?:identifier|account|e-?mail|phone|email or phone|账号|帐号|邮箱|手机号?|会员|邮箱或手机号|电话)$/;
const ENDS =
  /^(?:ends?|endsat|end date|ends on|expires|months|months or end date|到期[日]?|到期时间|有效期至|月数|月数或到期日|期限)$/;
const STATES = /^(?:state|status|状态|会员状态)$/;

/** In which columns a file has what. `server/src/features/membership/console/member_file.rs` reads the same. */
interface Columns {
  nColumns: number;
  identifier: number;
  end: number;
  /** True for a file that was exported: it has accounts without a membership. */
  hasStates: boolean;
}

const PLAIN: Columns = { nColumns: 3, identifier: 0, end: 1, hasStates: false };

function columnsOf(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) =>
    (cell.normalize('NFKC').toLowerCase().split('(')[0] ?? '').trim(),
  );
  const identifier = names.findIndex((name) => IDENTIFIERS.test(name));
  if (identifier < 0) return null;
  const end = names.findIndex((name) => ENDS.test(name));
  return {
    nColumns: Math.max(names.length, PLAIN.nColumns),
    identifier,
    end: end < 0 ? identifier + 1 : end,
    hasStates: names.some((name) => STATES.test(name)),
  };
}

/**
 * The lines of a file `account,end,note`, or of one with a heading, each with what is wrong with it.
 *
 * The server looks again: what it finds besides is shown in the same list.
 */
export function readImport(csv: string): ImportFile {
  const seen = new Set<string>();
  const rows = parseCsv(csv);
  const [first] = rows;
  const named =
    first === undefined || swallowedBy(first).length > 0 ? null : columnsOf(first.cells);
  const columns = named ?? PLAIN;
  const lines = (named === null ? rows : rows.slice(1)).flatMap((row): ImportLine[] => {
    const { line } = row;
    const cells = row.cells.map((cell) => unguarded(cell.trim()));
    const identifier = cells[columns.identifier] ?? '';
    const swallowed = swallowedBy(row);
    if (swallowed.length > 0) {
      const shown = identifier.split('\n')[0] ?? '';
      return [{ line, identifier: shown, cells, problem: 'lineBreak' }, ...swallowed];
    }
    const isEmail = /[@＠]/.test(identifier);
    const key = (isEmail ? readEmail(identifier) : readPhone(identifier)).toLowerCase();
    const problem = problemOf(identifier, key, cells, columns);
    const isDouble = seen.has(key);
    seen.add(key);
    return [{ line, identifier, cells, problem: problem ?? (isDouble ? 'double' : null) }];
  });
  return { heading: named === null ? null : (first?.cells ?? null), lines };
}

/** The lines on which a row goes on, because a quote in it is not closed or a cell has several lines. */
function swallowedBy({ line, cells }: CsvRow): ImportLine[] {
  const [, ...rest] = cells.join(',').trimEnd().split('\n');
  return rest.map((identifier, index) => ({
    line: line + index + 1,
    identifier,
    cells: [identifier],
    problem: 'swallowed',
  }));
}

function problemOf(
  typed: string,
  identifier: string,
  cells: readonly string[],
  columns: Columns,
): LineProblem | null {
  if (cells.length < 2 || cells.length > columns.nColumns) return 'columns';
  if (isShortened(typed)) return 'shortened';
  if (!EMAIL.test(identifier) && !PHONE.test(identifier)) return 'identifier';
  const end = cells[columns.end] ?? '';
  return isEnd(end) || (end === '' && columns.hasStates) ? null : 'end';
}

/** Months from 1 to 1200, a day that exists, or that it never ends. */
function isEnd(text: string): boolean {
  if (isForever(text) || readDay(text) !== null) return true;
  const months = /^(\d{1,4}) *(?:个?月|months?)?$/.exec(text.normalize('NFKC').trim())?.[1];
  return months !== undefined && Number(months) >= 1 && Number(months) <= 1_200;
}

/** The bad lines as CSV with their heading, so that they can be put right and imported again. */
export function reportCsv(
  { heading, lines }: ImportFile,
  names: { plain: readonly string[]; line: string; problem: string },
  problems: ReadonlyMap<number, string>,
): string {
  const first = heading ?? names.plain;
  const padded = (cells: readonly string[]) => first.map((_, index) => cells[index] ?? '');
  const bad = lines.filter(({ line }) => problems.has(line));
  return toCsv([
    [...first, names.line, names.problem],
    ...bad.map(({ line, cells }) => [...padded(cells), String(line), problems.get(line) ?? '']),
  ]);
}
