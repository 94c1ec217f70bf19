import type { Edit, Selected } from '../../source-editor';
import { verbatimAtEnd } from '../verbatim';
import { indentItems } from './indent';
import { lineMarks, listLine } from './line-marks';
import { parentItem, renumberRest } from './list-numbers';
import { eraseEmptyPair } from './pairs';
import { cursorLines, editTo } from './text-lines';

/**
 * What Backspace does where more than a letter is wanted; null elsewhere.
 *
 * - Between the signs of an empty pair it removes both.
 * - Behind the mark of an item or quote it removes the mark; a nested item moves out by one level instead.
 */
export function erase(selected: Selected): Edit | null {
  return eraseEmptyPair(selected) ?? eraseMark(selected);
}

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
  if (last.kind === 'item' && !isInItem && parentItem(lines, row) !== null) {
    return indentItems(selected, 'out');
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
