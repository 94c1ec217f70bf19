import type { Edit, Selected } from '../../source-editor';
import { tableAt } from '../markdown-table';
import { verbatimAtEnd } from '../verbatim';
import { listLine, shifted } from './line-marks';
import { heldEnd, parentItem, previousSibling, renumberMoved } from './list-numbers';
import { editTo } from './text-lines';

type Direction = -1 | 1;

/** Whole lines by their index; the last one is in it. */
interface Rows {
  first: number;
  last: number;
}

/** Two blocks of lines that change places. */
interface Move {
  upper: Rows;
  lower: Rows;
  /** Where the moved item's mark begins after it. */
  column: number;
  /** Whether it stays in a list; past other lines it keeps its number. */
  isInList: boolean;
}

/**
 * Moves the selected items, with all that they hold, past the one above or below, or into the list of the parent above or
 * below; the numbers stay in their order. The first row of a table changes places with the head. Null where Monaco does
 * the same: elsewhere lines move as they are.
 */
export function moveItems(selected: Selected, by: Direction): Edit | null {
  const { text, start } = selected;
  if (verbatimAtEnd(text.slice(0, start)) !== null) return null;
  const lines = text.split('\n');
  const rows = { first: rowOf(text, start), last: rowOf(text, lastOffset(selected)) };
  const isItem = listLine(lines[rows.first] ?? '').item !== null;
  return isItem ? moveBlock(selected, lines, rows, by) : moveTableRows(selected, lines, rows, by);
}

function moveBlock(selected: Selected, before: string[], rows: Rows, by: Direction): Edit | null {
  const block = blockOf(before, rows);
  if (block === null) return null;
  const edge = by < 0 ? block.first === rows.first : block.last === rows.last;
  const move = by < 0 ? moveUp(before, block) : moveDown(before, block);
  if (move === null) return edge ? null : nothing(selected);
  const order = exchange([...before.keys()], move);
  const lines = order.map((row) => before[row] ?? '');
  const row = order.indexOf(block.first);
  const { column } = listLine(before[block.first] ?? '');
  for (let at = row; at <= row + block.last - block.first; at += 1) {
    const line = lines[at] ?? '';
    if (!listLine(line).isBlank) lines[at] = shifted(line, column, move.column - column);
  }
  if (move.isInList) renumberMoved(lines, row, { before, order });
  const asLines = exchange(before, pastOneLine(rows, by));
  if (lines.every((line, at) => line === asLines[at])) return null;
  return editOf(selected, before, lines, order);
}

/** The selected items with all that they hold; where they are of several levels, the item that holds them. */
function blockOf(lines: readonly string[], { first, last }: Rows): Rows | null {
  const columnOf = (at: number) => listLine(lines[at] ?? '').column;
  const items = Array.from({ length: last - first + 1 }, (_, i) => first + i).filter(
    (at) => listLine(lines[at] ?? '').item !== null,
  );
  const level = Math.min(...items.map(columnOf));
  let top = first;
  let parent = parentItem(lines, top);
  while (parent !== null && columnOf(top) > level) {
    top = parent;
    parent = parentItem(lines, top);
  }
  // Code that is indented looks like an item.
  if (parent === null && columnOf(top) >= 4) return null;
  if (isTextOf(lines, top, parent)) return null;
  let end = heldEnd(lines, top);
  for (let next = nextText(lines, end); next <= last; next = nextText(lines, end)) {
    if (!isSiblingOf(lines, next, { first: top, last: end })) return null;
    end = heldEnd(lines, next);
  }
  return { first: top, last: end };
}

/** An ordered list that does not begin with 1 is text where it stands right below the text of its parent. */
function isTextOf(lines: readonly string[], index: number, parent: number | null): boolean {
  const number = listLine(lines[index] ?? '').item?.number ?? 1;
  const isFirst = parent !== null && previousSibling(lines, index) === null;
  return isFirst && number !== 1 && !listLine(lines[index - 1] ?? '').isBlank;
}

function moveUp(lines: readonly string[], block: Rows): Move | null {
  const { column } = listLine(lines[block.first] ?? '');
  const upperFrom = (first: number) => {
    let last = block.first - 1;
    while (last > first && listLine(lines[last] ?? '').isBlank) last -= 1;
    return { upper: { first, last }, lower: block };
  };
  const sibling = previousSibling(lines, block.first);
  if (sibling !== null) return { ...upperFrom(sibling), column, isInList: true };
  const parent = parentItem(lines, block.first);
  if (parent !== null) {
    const above = previousSibling(lines, parent);
    const level = above === null ? listLine(lines[parent] ?? '').column : childColumn(lines, above);
    return { ...upperFrom(parent), column: level, isInList: true };
  }
  if (block.first === 0) return null;
  return { ...pastOneLine(block, -1), column, isInList: false };
}

function moveDown(lines: readonly string[], block: Rows): Move | null {
  const { column } = listLine(lines[block.first] ?? '');
  const first = nextText(lines, block.last);
  if (isSiblingOf(lines, first, block)) {
    const lower = { first, last: heldEnd(lines, first) };
    return { upper: block, lower, column, isInList: true };
  }
  let parent = parentItem(lines, block.first);
  while (parent !== null) {
    const end = heldEnd(lines, parent);
    const next = nextText(lines, end);
    if (isSiblingOf(lines, next, { first: parent, last: end })) {
      let last = (firstChild(lines, next) ?? heldEnd(lines, next) + 1) - 1;
      while (listLine(lines[last] ?? '').isBlank) last -= 1;
      const level = childColumn(lines, next);
      return { upper: block, lower: { first, last }, column: level, isInList: true };
    }
    parent = parentItem(lines, parent);
  }
  if (block.last + 1 >= lines.length) return null;
  return { ...pastOneLine(block, 1), column, isInList: false };
}

/** The first line below `index` that is not blank. */
function nextText(lines: readonly string[], index: number): number {
  let at = index + 1;
  while (at < lines.length && listLine(lines[at] ?? '').isBlank) at += 1;
  return at;
}

function isSiblingOf(lines: readonly string[], index: number, { first, last }: Rows): boolean {
  if (index >= lines.length || listLine(lines[index] ?? '').item === null) return false;
  const before = previousSibling(lines, index);
  return before !== null && before >= first && before <= last;
}

/** The first item that the item at line `index` holds, or null. */
function firstChild(lines: readonly string[], index: number): number | null {
  const last = heldEnd(lines, index);
  for (let at = index + 1; at <= last; at += 1) {
    const isItem = listLine(lines[at] ?? '').item !== null;
    if (isItem && verbatimAtEnd(lines.slice(0, at + 1).join('\n')) === null) return at;
  }
  return null;
}

function childColumn(lines: readonly string[], index: number): number {
  const child = firstChild(lines, index);
  if (child !== null) return listLine(lines[child] ?? '').column;
  return listLine(lines[index] ?? '').item?.contentColumn ?? 0;
}

/** The rows of a table next to its head; null outside of a table, and where its rows move as lines do. */
function moveTableRows(
  selected: Selected,
  before: string[],
  { first, last }: Rows,
  by: Direction,
): Edit | null {
  const { text, start } = selected;
  const found = tableAt(text, by < 0 ? start : lastOffset(selected));
  if (found === null) return null;
  const head = rowOf(text, found.from);
  const end = rowOf(text, found.to);
  const body = head + 2;
  if (first > body || (first === body && by > 0)) return null;
  if (first <= head && last >= end) return null;
  const isBelowHead = by < 0 ? first === body : first === head && last === head && end >= body;
  // A head behind a list mark has to stay there.
  if (!isBelowHead || listLine(before[head] ?? '').item !== null) return nothing(selected);
  const order = [...before.keys()];
  const lastMoved = by < 0 ? last : body;
  order[head] = body;
  for (let at = body; at < lastMoved; at += 1) order[at] = at + 1;
  order[lastMoved] = head;
  return editOf(
    selected,
    before,
    order.map((row) => before[row] ?? ''),
    order,
  );
}

/** An edit that changes nothing, where Monaco would tear apart what belongs together. */
function nothing({ start, end }: Selected): Edit {
  return { from: start, to: start, insert: '', selectStart: start, selectEnd: end };
}

function pastOneLine({ first, last }: Rows, by: Direction): { upper: Rows; lower: Rows } {
  const own = { first, last };
  return by < 0
    ? { upper: { first: first - 1, last: first - 1 }, lower: own }
    : { upper: own, lower: { first: last + 1, last: last + 1 } };
}

/** Puts the lower part above the upper one; what is between them stays between. */
function exchange<T>(all: readonly T[], { upper, lower }: { upper: Rows; lower: Rows }): T[] {
  return [
    ...all.slice(0, Math.max(0, upper.first)),
    ...all.slice(lower.first, lower.last + 1),
    ...all.slice(upper.last + 1, lower.first),
    ...all.slice(Math.max(0, upper.first), upper.last + 1),
    ...all.slice(lower.last + 1),
  ];
}

/** The edit that makes `lines`, where `order` says which line each of them was; what is selected moves along. */
function editOf(
  selected: Selected,
  before: readonly string[],
  lines: readonly string[],
  order: readonly number[],
): Edit {
  const { text, start, end } = selected;
  const last = rowOf(text, lastOffset(selected));
  const placeOf = (offset: number) => {
    const from = rowOf(text, offset);
    if (from > last) {
      const row = order.indexOf(last) + 1;
      return row < lines.length
        ? { row, column: 0 }
        : { row: row - 1, column: lines[row - 1]?.length ?? 0 };
    }
    const row = order.indexOf(from);
    const wider = (lines[row]?.length ?? 0) - (before[from]?.length ?? 0);
    const column = offset - (text.lastIndexOf('\n', offset - 1) + 1);
    return { row, column: Math.max(0, column + wider) };
  };
  return editTo(selected, lines, placeOf(start), placeOf(end));
}

function rowOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length - 1;
}

/** A selection that ends before the first letter of a line does not hold that line. */
function lastOffset({ text, start, end }: Selected): number {
  return end > start && text[end - 1] === '\n' ? end - 1 : end;
}
