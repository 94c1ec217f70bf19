import type { Edit, Selected } from '../../source-editor';
import { selectedLines } from '../lines';
import { verbatimAtEnd } from '../verbatim';
import { listLine, shifted, withMark } from './line-marks';
import { itemEnd, parentItem, previousSibling, renumber } from './list-numbers';
import { editTo } from './text-lines';

/**
 * Moves the selected items with all they hold one level in or out; null when no item is selected.
 *
 * The items are numbered anew in the list they come to, and so are those they leave. An item that cannot move stays.
 */
export function indentItems(selected: Selected, by: 'in' | 'out'): Edit | null {
  const { text, start, end } = selected;
  const before = text.slice(0, selectedLines(selected).from);
  if (verbatimAtEnd(before) !== null) return null;
  const lines = text.split('\n');
  const first = before.split('\n').length - 1;
  const touched = selectedLines(selected).lines.length;
  const own = listLine(lines[first] ?? '');
  if (own.item === null) return null;
  const last = endOf(lines, first, first + touched - 1);
  const old = [...lines];
  const column = by === 'in' ? columnWithin(lines, first) : columnOutside(lines, first);
  if (column !== null) shift(lines, first, last, column - own.column);
  const startAt = placeOf(text, start);
  const endAt = placeOf(text, end);
  const moved = ({ row, column: at }: { row: number; column: number }) => ({
    row,
    // The cursor keeps its distance to the end of the line: only what stands before it has changed.
    column: Math.max(0, (lines[row]?.length ?? 0) - ((old[row]?.length ?? 0) - at)),
  });
  return editTo(selected, lines, moved(startAt), moved(endAt));
}

function shift(lines: string[], first: number, last: number, by: number): void {
  const old = [...lines];
  const base = listLine(lines[first] ?? '').column;
  for (let at = first; at <= last; at += 1) {
    const line = lines[at] ?? '';
    if (!listLine(line).isBlank) lines[at] = shifted(line, base, by);
  }
  adoptMark(lines, first);
  renumber(
    lines,
    first,
    (at) =>
      at === first || (previousSibling(old, at) !== null && previousSibling(lines, at) === null),
  );
}

/** An item that joins a list gets the kind of mark that the list has. */
function adoptMark(lines: string[], index: number): void {
  const before = previousSibling(lines, index);
  const item = before === null ? null : listLine(lines[before] ?? '').item;
  const own = listLine(lines[index] ?? '').item;
  if (item === null || own === null || item.sign === own.sign) return;
  lines[index] = withMark(lines[index] ?? '', {
    number: item.number === null ? null : item.number + 1,
    sign: item.sign,
  });
}

/** The column at which the item is held by the one before it, or null when there is none. */
function columnWithin(lines: readonly string[], index: number): number | null {
  const before = previousSibling(lines, index);
  if (before === null) return null;
  for (let at = before + 1; at < index; at += 1) {
    const held = listLine(lines[at] ?? '');
    if (held.item !== null) return held.column;
  }
  return listLine(lines[before] ?? '').item?.contentColumn ?? null;
}

function columnOutside(lines: readonly string[], index: number): number | null {
  const parent = parentItem(lines, index);
  if (parent !== null) return listLine(lines[parent] ?? '').column;
  return listLine(lines[index] ?? '').column > 0 ? 0 : null;
}

/** The last line of the items that begin in these lines. */
function endOf(lines: readonly string[], first: number, last: number): number {
  let end = last;
  for (let at = first; at <= last; at += 1) {
    if (listLine(lines[at] ?? '').item !== null) end = Math.max(end, itemEnd(lines, at));
  }
  return end;
}

function placeOf(text: string, offset: number): { row: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { row: before.length - 1, column: before.at(-1)?.length ?? 0 };
}
