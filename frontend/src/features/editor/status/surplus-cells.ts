/** What stands before a row: quotes and spaces. */
const QUOTES = /^(?:[ \t]*>)*[ \t]*/;
/** The row of dashes below the head of a table. */
const DELIMITERS = /^\|?(?:[ \t]*:?-+:?[ \t]*(?:\||$))+$/;

/**
 * A row of a table whose formulas have bars, `$|x|$`, with a backslash before each, so that they part no cells.
 *
 * - `lines`, `at`: the source, and the index of the row in it
 * - Returns null unless the row then has as many cells as the table has columns, and each dollar of it belongs to a
 *   formula: what is no formula for the engine is somebody's text.
 */
export function withEscapedBars(lines: readonly string[], at: number): string | null {
  const line = lines[at] ?? '';
  const columns = columnsAbove(lines, at);
  const bars = barsInFormulas(line);
  if (columns === null || bars === null || bars.length === 0) return null;
  let fixed = '';
  let from = 0;
  for (const bar of bars) {
    fixed += `${line.slice(from, bar)}\\`;
    from = bar;
  }
  fixed += line.slice(from);
  return cellsOf(fixed).length === columns ? fixed : null;
}

/** How many columns the table has that a row belongs to. */
function columnsAbove(lines: readonly string[], at: number): number | null {
  for (let above = at - 1; above > 0; above -= 1) {
    const row = content(lines[above] ?? '');
    if (row === '') return null;
    if (!DELIMITERS.test(row)) continue;
    const columns = cellsOf(row).length;
    // A row of dashes may also stand among the others: the head has as many cells as the first of them.
    if (cellsOf(lines[above - 1] ?? '').length === columns) return columns;
  }
  return null;
}

function content(line: string): string {
  return line.replace(QUOTES, '').trim();
}

/** The cells of a row as the engine parts them: at each bar without a backslash, also in code and formulas. */
function cellsOf(line: string): string[] {
  const row = content(line).replace(/^\|/, '');
  const cells = row.match(/(?:\\[\s\S]|[^\\|]|\\$)+|\|/g) ?? [];
  const parted: string[] = [''];
  for (const cell of cells) {
    if (cell === '|') parted.push('');
    else parted[parted.length - 1] = cell;
  }
  if (parted.at(-1)?.trim() === '') parted.pop();
  return parted;
}

/** Where the bars of formulas stand that part cells, or null when it is not sure what is a formula. */
function barsInFormulas(line: string): number[] | null {
  const bars: number[] = [];
  let open: number | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === '\\') at += 1;
    else if (sign === '`' && open === null) {
      const end = endOfCode(line, at);
      if (end === null) return null;
      at = end - 1;
    } else if (sign === '$') {
      if (line[at + 1] === '$') return null;
      if (open === null) open = at;
      else {
        if (!isFormula(line, open, at)) return null;
        bars.push(...barsBetween(line, open, at));
        open = null;
      }
    }
  }
  return open === null ? bars : null;
}

/** Behind the code that begins at `start`, or null when it is none in its cell. */
function endOfCode(line: string, start: number): number | null {
  const marks = /^`+/.exec(line.slice(start))?.[0] ?? '';
  const inside = start + marks.length;
  for (const run of line.slice(inside).matchAll(/`+|(?<!\\)\|/g)) {
    if (run[0] === '|') return null;
    if (run[0] === marks) return inside + run.index + marks.length;
  }
  return null;
}

function barsBetween(line: string, open: number, close: number): number[] {
  const found: number[] = [];
  for (let at = open + 1; at < close; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '|') found.push(at);
  }
  return found;
}

/** Whether the engine takes what stands between two dollars for a formula once it is in one cell. */
function isFormula(line: string, open: number, close: number): boolean {
  const tex = line.slice(open + 1, close);
  const isSet = tex !== '' && !/^\s|\s$|`/.test(tex) && !/[\u3000-\u303f\uff00-\uffef]/.test(tex);
  const isInWord = /[\p{L}\p{N}]/u.test((line[open - 1] ?? '') + (line[close + 1] ?? ''));
  const isPrice = /^\d[\d.,]*\s*\|/.test(tex);
  // A bar at an end is one of a pair.
  const isHalf = /^\\?\||\|$/.test(tex) && tex.split('|').length % 2 === 0;
  return isSet && !isInWord && !isPrice && !isHalf;
}
