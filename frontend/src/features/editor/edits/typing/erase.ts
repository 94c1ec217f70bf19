import type { Edit, Selected } from '../../source-editor';
import { selectedLines } from '../lines';
import { verbatimAtEnd } from '../verbatim';
import { indentItems } from './indent';
import { lineMarks, listLine } from './line-marks';
import { parentItem, renumberRest } from './list-numbers';
import { eraseEmptyPair } from './pairs';
import { columnBehindMark, cursorLines, editTo, isLineStart } from './text-lines';

/**
 * What Backspace does where more than a letter is wanted; null elsewhere.
 *
 * - Between the signs of an empty pair it removes both.
 * - Behind the mark of an item or quote it removes the mark; a nested item moves out by one level instead.
 * - Where it removes whole lines of an ordered list, the items below are numbered again.
 */
export function erase(selected: Selected): Edit | null {
  return eraseEmptyPair(selected) ?? eraseMark(selected) ?? eraseLines(selected);
}

/** What deleting a selection does where more than the deletion is wanted; null elsewhere. */
export function eraseSelection(selected: Selected): Edit | null {
  return selected.start === selected.end ? null : eraseLines(selected);
}

/** As {@link eraseSelection}, for what goes to the clipboard: without a selection that is the whole line. */
export function cut(selected: Selected): Edit | null {
  return selected.start === selected.end ? eraseWholeLines(selected) : eraseLines(selected);
}

/** Deletes the lines of the selection where the items of an ordered list are numbered again by it; null elsewhere. */
export function deleteLines(selected: Selected): Edit | null {
  const { text } = selected;
  const { from } = selectedLines(selected);
  const edit = eraseWholeLines(selected);
  if (edit === null) return null;
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
  const line = /^[^\n]*/.exec(next.slice(edit.selectStart))?.[0] ?? '';
  // The cursor keeps its column in the line that takes the place.
  const cursor = edit.selectStart + Math.min(selected.start - from, line.length);
  return { ...edit, selectStart: cursor, selectEnd: cursor };
}

function eraseWholeLines(selected: Selected): Edit | null {
  const { text } = selected;
  const { from, to } = selectedLines(selected);
  return to < text.length ? eraseLines({ text, start: from, end: to + 1 }) : null;
}

function eraseLines(selected: Selected): Edit | null {
  const { text, start, end } = selected;
  const from = start === end ? start - 1 : start;
  const removed = from < 0 ? '' : text.slice(from, end);
  if (!removed.includes('\n')) return null;
  const isFromStart = isLineStart(text, from) && isLineStart(text, end);
  if (!isFromStart && !(isLineEnd(text, from) && isLineEnd(text, end))) return null;
  if (verbatimAtEnd(text.slice(0, from)) !== null) return null;
  const before = text.split('\n');
  const { lines, row, column } = cursorLines({ text, start: from, end });
  const lost = before.length - lines.length;
  const below = isFromStart ? row : row + 1;
  const items = before.slice(below, below + lost).map((line) => listLine(line));
  const columns = items.filter(({ item }) => item !== null).map((line) => line.column);
  const next = listLine(lines.slice(below).find((line) => !listLine(line).isBlank) ?? '');
  const level = columns.length === 0 ? next.column : Math.min(...columns);
  const plain = [...lines];
  renumberRest(lines, below, level, { before, lost });
  if (lines.every((line, at) => line === plain[at])) return null;
  return editTo(selected, lines, {
    row,
    column: columnBehindMark(column, plain[row] ?? '', lines[row] ?? ''),
  });
}

const isLineEnd = (text: string, at: number) => at === text.length || text[at] === '\n';

function eraseMark(selected: Selected): Edit | null {
  const { text, start, end } = selected;
  if (start !== end) return null;
  const { lines, row, column } = cursorLines(selected);
  const line = lines[row] ?? '';
  const marks = lineMarks(line);
  const last = marks.at(-1);
  const prefix = marks.map((mark) => mark.text).join('');
  // Right behind a bracket or the mark alone it is still being written.
  if (last === undefined || column !== prefix.length || !/[ \t>]$/.test(prefix)) return null;
  if (verbatimAtEnd(text.slice(0, start)) !== null) return null;
  const outer = marks.slice(0, -1);
  const isInItem = outer.some((mark) => mark.kind === 'item');
  if (last.kind === 'item' && !isInItem) {
    if (parentItem(lines, row) !== null) return indentItems(selected, 'out');
    // Code that is indented looks like an item.
    if (listLine(line).column >= 4) return null;
  }
  const before = [...lines];
  const indent = last.kind === 'quote' ? (/^[ \t]*/.exec(last.text)?.[0] ?? '') : '';
  const inside = outer.map((mark) => mark.text).join('') + indent;
  lines[row] = inside + line.slice(column);
  if (last.kind === 'item') {
    renumberRest(lines, row + 1, listLine(line).column, { before, lost: 0 });
  }
  return editTo(selected, lines, { row, column: inside.length });
}
