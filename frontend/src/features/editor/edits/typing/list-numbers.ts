import { type ListLine, leadBelow, lineMarks, listLine, shifted, withMark } from './line-marks';

/** A block that ends a list without an empty line before it: a heading, code, a formula, HTML, a table or a divider. */
const BLOCK_START = /^[ \t>]*(?:#{1,6}[ \t]|```|~~~|\$\$|<|\||([-*_])(?:[ \t]*\1){2,}[ \t]*$)/;

const PADDED = /^[ \t>]*0\d/;

/** The item before line `index` in the same list, or null. */
export function previousSibling(lines: readonly string[], index: number): number | null {
  const own = listLine(lines[index] ?? '');
  for (let at = index - 1; at >= 0; at -= 1) {
    const line = listLine(lines[at] ?? '');
    if (line.depth !== own.depth) return null;
    if (line.isBlank || line.column > own.column) continue;
    if (line.item === null) {
      if (line.column === own.column && own.column > 0) continue;
      if (endsList(lines, at)) return null;
    } else if (line.column === own.column) return at;
    // A mark less indented than this one, but not enough to hold it, is in the same list.
    else return line.item.contentColumn > own.column ? at : null;
  }
  return null;
}

/** The item that holds line `index`, or null. */
export function parentItem(lines: readonly string[], index: number): number | null {
  const own = listLine(lines[index] ?? '');
  for (let at = index - 1; at >= 0; at -= 1) {
    const line = listLine(lines[at] ?? '');
    if (line.depth !== own.depth) return null;
    if (line.isBlank || line.column >= own.column) continue;
    if (line.item !== null) return at;
    if (endsList(lines, at)) return null;
  }
  return null;
}

/** What the lines below the cursor's begin with to stay in its quotes and items; empty outside of them. */
export function leadAt(lines: readonly string[], row: number, column: number): string {
  const line = lines[row] ?? '';
  const marks = lineMarks(line);
  const prefix = marks.map((mark) => mark.text).join('');
  if (marks.length > 0) return column < prefix.length ? '' : leadBelow(marks);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
  return column >= indent.length && parentItem(lines, row) !== null ? indent : '';
}

/** The last line of the item at line `index`, with everything in it. */
export function itemEnd(lines: readonly string[], index: number): number {
  const own = listLine(lines[index] ?? '');
  let last = index;
  for (let at = index + 1; at < lines.length; at += 1) {
    const line = listLine(lines[at] ?? '');
    if (line.depth !== own.depth) break;
    if (line.isBlank) continue;
    if (line.column < (own.item?.contentColumn ?? own.column + 1) && !isNested(line, own)) break;
    last = at;
  }
  return last;
}

/** As {@link itemEnd}, with the text that goes on below without its indentation. */
export function heldEnd(lines: readonly string[], index: number): number {
  const { depth } = listLine(lines[index] ?? '');
  let last = itemEnd(lines, index);
  while (last + 1 < lines.length) {
    const next = listLine(lines[last + 1] ?? '');
    const isText = next.depth === depth && !next.isBlank && next.item === null;
    if (!isText || endsList(lines, last + 1)) break;
    last += 1;
  }
  return last;
}

/** An item that is indented at all is meant to be nested, even if CommonMark wants more spaces. */
function isNested(line: ListLine, own: ListLine): boolean {
  return line.item !== null && line.column > own.column + 1;
}

/**
 * Numbers the ordered items from line `start` on to the end of the list: each follows the one before it.
 *
 * - A list whose numbers are all the same keeps them so.
 * - The first item of a list keeps its number, unless `isNew` says that it was not the first before.
 * - What an item holds moves along when its number becomes wider.
 */
export function renumber(
  lines: string[],
  start: number,
  isNew: (index: number) => boolean = () => false,
): void {
  const depth = listLine(lines[start] ?? '').depth;
  for (let at = start; at < lines.length; at += 1) {
    const line = listLine(lines[at] ?? '');
    if (line.depth !== depth) return;
    if (line.isBlank) continue;
    if (line.item === null) {
      if (at > start && line.column === 0 && endsList(lines, at)) return;
      continue;
    }
    if (line.item.number === null) continue;
    const number = numberAt(lines, at, isNew(at));
    setNumber(lines, at, number);
  }
}

function setNumber(lines: string[], at: number, number: number): void {
  const { item } = listLine(lines[at] ?? '');
  if (item === null || item.number === number) return;
  const last = itemEnd(lines, at);
  const wider = String(number).length - String(item.number).length;
  lines[at] = withMark(lines[at] ?? '', { number, sign: item.sign });
  if (wider === 0) return;
  const held = lines.slice(at + 1, last + 1);
  // What is indented less is held by any number.
  const isBehindMark = held.every((line) => {
    const { isBlank, column } = listLine(line);
    return isBlank || column >= item.contentColumn;
  });
  if (!isBehindMark) return;
  for (const [i, line] of held.entries()) {
    if (!listLine(line).isBlank) lines[at + 1 + i] = shifted(line, item.contentColumn, wider);
  }
}

/**
 * Numbers again the list that has lost an item, or lines between its items, if it counted one by one: other numbers are
 * the author's, such as years. `row` is the first line below, `column` that of the items; `before` are the lines of
 * before, where this line was `lost` lines further down, or further up where `lost` is negative.
 */
export function renumberRest(
  lines: string[],
  row: number,
  column: number,
  { before, lost }: { before: readonly string[]; lost: number },
): void {
  let at = row;
  while (at < lines.length && isWithin(lines[at] ?? '', column)) at += 1;
  const next = listLine(lines[at] ?? '');
  if (next.item?.number == null || next.column !== column) return;
  // Another list that has come close keeps its numbers.
  const items = itemsOf(before, at + lost);
  if (items[0] === at + lost) return;
  const first = numberOf(before, items[0] ?? 0);
  // A number may lack where the lines are gone: its item was emptied before.
  const isCounted = items.every((item, i) => {
    const last = items[i - 1];
    if (last === undefined) return true;
    const step = numberOf(before, item) - numberOf(before, last);
    const isAcross = last < row && item >= row + lost;
    return step >= 1 && step <= (isAcross ? 1 + Math.max(lost, 0) : 1);
  });
  if (!isCounted) return;
  for (const [i, item] of itemsOf(lines, at).entries()) setNumber(lines, item, first + i);
}

/**
 * Numbers again the list that the lines from `row` to `end` have been put into. Its other items must count from 1: other
 * numbers are the author's.
 */
export function numberInserted(lines: string[], row: number, end: number): void {
  const items = itemsOf(lines, row);
  const others = items.filter((item) => item < row || item >= end);
  const columnOf = (item: number) => listLine(lines[item] ?? '').column;
  const [first] = others;
  if (first === undefined || columnOf(first) !== columnOf(row)) return;
  if (others.some((item, i) => numberOf(lines, item) !== i + 1)) return;
  for (const [i, item] of items.entries()) setNumber(lines, item, i + 1);
}

/**
 * Numbers again the lists that an item has left and come to, if they count one by one: other numbers are the author's. The
 * item is at line `row` now; `order` says which line of `before` each line was.
 */
export function renumberMoved(
  lines: string[],
  row: number,
  { before, order }: { before: readonly string[]; order: readonly number[] },
): void {
  const left = itemsOf(before, order[row] ?? 0);
  const joined = itemsOf(lines, row);
  const others = joined.filter((item) => !left.includes(order[item] ?? 0));
  const rest = left.map((item) => order.indexOf(item)).filter((item) => !joined.includes(item));
  const first = numberOf(before, left[0] ?? 0);
  const count = (items: readonly number[], from: number, step: number) => {
    for (const [i, item] of items.entries()) setNumber(lines, item, from + i * step);
  };
  const step = stepOf(lines, others);
  const start = numberOf(lines, others[0] ?? 0);
  const isCounted = stepOf(before, left) === 1;
  if (isCounted) count(rest, first, 1);
  if (others.length > 0) {
    if (step !== null) count(joined, start, step);
    // What has left the others for a list of its own begins with 1.
  } else if (isCounted) count(joined, rest.length > 0 ? 1 : first, 1);
}

/** 1 where the items count one by one, 0 where all have the same number, else null. */
function stepOf(lines: readonly string[], items: readonly number[]): 0 | 1 | null {
  const numbers = items.map((item) => numberOf(lines, item));
  const first = numbers[0] ?? 1;
  if (numbers.every((number, i) => number === first + i)) return 1;
  return numbers.every((number) => number === first) ? 0 : null;
}

function numberOf(lines: readonly string[], index: number): number {
  return listLine(lines[index] ?? '').item?.number ?? 1;
}

function isWithin(line: string, column: number): boolean {
  const { isBlank, column: own } = listLine(line);
  return isBlank || own > column;
}

/** The ordered items of the list that the item of line `index` is in; none where numbers are padded, and in code. */
function itemsOf(lines: readonly string[], index: number): number[] {
  const { item: own, column } = listLine(lines[index] ?? '');
  const isAlike = (at: number) => {
    const { item } = listLine(lines[at] ?? '');
    return item?.number != null && item.sign === own?.sign && !PADDED.test(lines[at] ?? '');
  };
  if (!isAlike(index) || (column >= 4 && parentItem(lines, index) === null)) return [];
  const items = [index];
  let before = previousSibling(lines, index);
  while (before !== null && isAlike(before)) {
    items.unshift(before);
    before = previousSibling(lines, before);
  }
  let last = index;
  while (true) {
    let next = heldEnd(lines, last) + 1;
    while (next < lines.length && listLine(lines[next] ?? '').isBlank) next += 1;
    if (next >= lines.length || !isAlike(next) || previousSibling(lines, next) !== last)
      return items;
    items.push(next);
    last = next;
  }
}

function numberAt(lines: readonly string[], index: number, isNew: boolean): number {
  const own = listLine(lines[index] ?? '').item?.number ?? 1;
  const before = previousSibling(lines, index);
  const item = before === null ? null : listLine(lines[before] ?? '').item;
  if (before === null || item === null) return isNew ? 1 : own;
  if (item.number === null || item.sign !== listLine(lines[index] ?? '').item?.sign) return own;
  return hasOneNumber(lines, before) ? item.number : item.number + 1;
}

/** Whether the list of this item writes the same number before every item, as `1.` `1.` `1.`. */
export function hasOneNumber(lines: readonly string[], index: number): boolean {
  const before = previousSibling(lines, index);
  if (before === null) return false;
  const [own, other] = [listLine(lines[index] ?? ''), listLine(lines[before] ?? '')];
  return own.item?.number !== null && own.item?.number === other.item?.number;
}

/** Whether the next item of the list has the same number. */
export function isRepeatedBelow(lines: readonly string[], index: number): boolean {
  let at = itemEnd(lines, index) + 1;
  while (at < lines.length && listLine(lines[at] ?? '').isBlank) at += 1;
  const [own, next] = [listLine(lines[index] ?? ''), listLine(lines[at] ?? '')];
  return (
    own.item?.number != null &&
    next.item?.number === own.item.number &&
    next.column === own.column &&
    next.depth === own.depth
  );
}

function endsList(lines: readonly string[], index: number): boolean {
  if (BLOCK_START.test(lines[index] ?? '')) return true;
  return index === 0 || listLine(lines[index - 1] ?? '').isBlank;
}
