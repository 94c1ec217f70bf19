/** How the cells of a column are aligned. */
export type Alignment = 'none' | 'left' | 'center' | 'right';

/** A table of the text: the first row is its header. Every row has as many cells as there are columns. */
export interface MarkdownTable {
  columns: Alignment[];
  rows: string[][];
}

/** A table and its place in the text, in UTF-16 units. */
export interface FoundTable {
  from: number;
  to: number;
  /** What every line begins with: spaces and quote marks. */
  prefix: string;
  table: MarkdownTable;
}

const RULE_CELL = /^\s*:?-+:?\s*$/;
const PREFIX = /^[ \t]*(?:>[ \t]?)*/;

export function emptyTable(nRows: number, nColumns: number): MarkdownTable {
  return {
    columns: Array.from({ length: nColumns }, () => 'none'),
    rows: Array.from({ length: nRows }, () => Array.from({ length: nColumns }, () => '')),
  };
}

/** The table that holds `offset`, or null. */
export function tableAt(text: string, offset: number): FoundTable | null {
  const lines = text.split('\n');
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  const here = starts.findLastIndex((start) => start <= offset);
  for (let rule = Math.min(here + 1, lines.length - 1); rule >= 1; rule -= 1) {
    if (!isRule(lines, rule)) {
      if (rule <= here && !isRow(lines[rule] ?? '')) return null;
      continue;
    }
    let last = rule;
    while (isRow(lines[last + 1] ?? '')) last += 1;
    if (here > last) return null;
    const prefix = PREFIX.exec(lines[rule - 1] ?? '')?.[0] ?? '';
    const cells = (index: number) => splitRow((lines[index] ?? '').replace(PREFIX, ''));
    const columns = cells(rule).map(alignmentOf);
    const rows = [cells(rule - 1)];
    for (let index = rule + 1; index <= last; index += 1) rows.push(cells(index));
    return {
      from: starts[rule - 1] ?? 0,
      to: (starts[last] ?? 0) + (lines[last]?.length ?? 0),
      prefix,
      table: { columns, rows: rows.map((row) => columns.map((_, index) => row[index] ?? '')) },
    };
  }
  return null;
}

/** The table as text. In a fixed-width font its bars form straight lines. */
export function tableText({ columns, rows }: MarkdownTable, prefix = ''): string {
  const written = rows.map((row) => row.map(escaped));
  const widths = columns.map((_, index) =>
    Math.max(3, ...written.map((row) => widthOf(row[index] ?? ''))),
  );
  const line = (cells: string[]) => `${prefix}| ${cells.join(' | ')} |`;
  const body = written.map((row) =>
    line(columns.map((align, index) => padded(row[index] ?? '', widths[index] ?? 3, align))),
  );
  const rule = line(columns.map((align, index) => ruleOf(align, widths[index] ?? 3)));
  return [body[0], rule, ...body.slice(1)].join('\n');
}

/** A table ends at an empty line or at the start of another block. */
function isRow(line: string): boolean {
  const bare = line.replace(PREFIX, '');
  return bare.trim() !== '' && !/^(?:#{1,6}\s|```|~~~|[-*+]\s|\d+[.)]\s|<\w)/.test(bare);
}

function hasPipe(line: string): boolean {
  return line.replace(PREFIX, '').trim() !== '' && /(?<!\\)\|/.test(line);
}

function isRule(lines: string[], index: number): boolean {
  const rule = splitRow((lines[index] ?? '').replace(PREFIX, ''));
  const head = splitRow((lines[index - 1] ?? '').replace(PREFIX, ''));
  return (
    (lines[index] ?? '').includes('-') &&
    hasPipe(lines[index - 1] ?? '') &&
    rule.every((cell) => RULE_CELL.test(cell)) &&
    rule.length === head.length
  );
}

export function splitRow(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function alignmentOf(rule: string): Alignment {
  const [left, right] = [rule.startsWith(':'), rule.endsWith(':')];
  return left && right ? 'center' : right ? 'right' : left ? 'left' : 'none';
}

function escaped(cell: string): string {
  return cell.trim().replace(/\r?\n/g, '<br>').replaceAll('|', '\\|');
}

function ruleOf(align: Alignment, width: number): string {
  const left = align === 'left' || align === 'center' ? ':' : '-';
  const right = align === 'right' || align === 'center' ? ':' : '-';
  return left + '-'.repeat(width - 2) + right;
}

function padded(cell: string, width: number, align: Alignment): string {
  const room = width - widthOf(cell);
  if (align === 'right') return ' '.repeat(room) + cell;
  const left = align === 'center' ? room >> 1 : 0;
  return ' '.repeat(left) + cell + ' '.repeat(room - left);
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

function widthOf(cell: string): number {
  let width = 0;
  for (const letter of cell) width += WIDE.test(letter) ? 2 : 1;
  return width;
}
