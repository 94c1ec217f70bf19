import type { Edit, Selected } from '../../source-editor';
import { opensVerbatim, verbatimAtEnd } from '../verbatim';
import { bareMark, type LineMark, lineMarks, listLine } from './line-marks';
import { hasOneNumber, isRepeatedBelow, parentItem, renumber, renumberRest } from './list-numbers';
import { breakInCell, enterInTable } from './table-cells';
import { type CursorLines, cursorLines, editTo } from './text-lines';

type Item = Extract<LineMark, { kind: 'item' }>;

/**
 * What Enter does where more than a line break is wanted; null elsewhere.
 *
 * - In an item or quote the next line begins with the same mark; the items below are numbered again.
 * - In an empty item the list ends, or the item moves out by one level.
 * - After a line that opens a code block or a formula, the line that closes it is put below.
 * - In a cell of a table the cursor goes to the row below.
 * - Other lines keep their indentation.
 */
export function enter(selected: Selected): Edit | null {
  const { text, start } = selected;
  const at = cursorLines(selected);
  const line = at.lines[at.row] ?? '';
  if (verbatimAtEnd(text.slice(0, start)) !== null) return keepIndent(selected, at, line);
  const inTable = enterInTable(selected);
  if (inTable !== null) return inTable;
  const closing = closeBlock(selected, at, line);
  if (closing !== null) return closing;
  const marks = lineMarks(line);
  const last = marks.at(-1);
  const prefix = marks.map((mark) => mark.text).join('');
  if (last === undefined || at.column < prefix.length) return keepIndent(selected, at, line);
  if (line.slice(prefix.length).trim() === '') return leave(selected, at, marks, last);
  return proceed(selected, at, marks, prefix.length);
}

/** A line break alone; in a cell of a table one that keeps the row. */
export function lineBreak(selected: Selected): Edit {
  const { start, end } = selected;
  return (
    breakInCell(selected) ?? {
      from: start,
      to: end,
      insert: '\n',
      selectStart: start + 1,
      selectEnd: start + 1,
    }
  );
}

const BRACKETS = ['{}', '[]', '()'];

function keepIndent(selected: Selected, { column }: CursorLines, line: string): Edit | null {
  const indent = (/^[ \t]*/.exec(line)?.[0] ?? '').slice(0, column);
  const { start, end } = selected;
  if (BRACKETS.includes(line.slice(column - 1, column + 1))) {
    const inner = `\n${indent}${indent.startsWith('\t') ? '\t' : '  '}`;
    const cursor = start + inner.length;
    return {
      from: start,
      to: end,
      insert: `${inner}\n${indent}`,
      selectStart: cursor,
      selectEnd: cursor,
    };
  }
  if (indent === '') return null;
  const cursor = start + 1 + indent.length;
  return { from: start, to: end, insert: `\n${indent}`, selectStart: cursor, selectEnd: cursor };
}

/** The next line, with the marks that go on. */
function proceed(
  selected: Selected,
  { lines, row, column }: CursorLines,
  marks: readonly LineMark[],
  prefixLength: number,
): Edit {
  const line = lines[row] ?? '';
  const isSame = hasOneNumber(lines, row) || isRepeatedBelow(lines, row);
  const next = marks
    .map((mark, index) => {
      if (mark.kind === 'quote') return mark.text.endsWith(' ') ? mark.text : `${mark.text} `;
      return index === marks.length - 1 ? following(mark, isSame) : ' '.repeat(mark.text.length);
    })
    .join('');
  const before = line.slice(0, column);
  const head = column === prefixLength ? before : before.trimEnd();
  lines.splice(row, 1, head, next + line.slice(column).trimStart());
  if (!isSame && listLine(lines[row + 1] ?? '').item !== null) renumber(lines, row + 1);
  return editTo(selected, lines, { row: row + 1, column: next.length });
}

function following(item: Item, isSameNumber: boolean): string {
  const number = item.number === null ? null : item.number + (isSameNumber ? 0 : 1);
  const mark = bareMark({ number, sign: item.sign });
  return `${item.indent}${mark}${item.gap}${item.isTask ? '[ ] ' : ''}`;
}

/** The cursor leaves an empty item or quote. */
function leave(
  selected: Selected,
  { lines, row }: CursorLines,
  marks: readonly LineMark[],
  last: LineMark,
): Edit {
  const outer = marks.slice(0, -1);
  const outerText = outer.map((mark) => mark.text).join('');
  const parent = last.kind === 'item' && last.indent !== '' ? parentItem(lines, row) : null;
  if (parent !== null) {
    const { before, item } = outerMark(lines[parent] ?? '', listLine(lines[row] ?? '').column);
    const next = before + following(item, hasOneNumber(lines, parent));
    lines[row] = next;
    renumber(lines, row, () => true);
    return editTo(selected, lines, { row, column: (lines[row] ?? '').length });
  }
  // Marks that stand on the same line as an outer item are taken away one by one.
  if (outer.some((mark) => mark.kind === 'item')) {
    lines[row] = outerText;
    return editTo(selected, lines, { row, column: outerText.length });
  }
  const before = [...lines];
  const { column } = listLine(lines[row] ?? '');
  const inside = outerText + (last.kind === 'quote' ? (/^[ \t]*/.exec(last.text)?.[0] ?? '') : '');
  // Without an empty line, what is written next would still belong to the item above.
  const isAfterBlank = row === 0 || listLine(lines[row - 1] ?? '').isBlank;
  if (isAfterBlank) lines[row] = inside;
  else lines.splice(row, 1, inside.trimEnd(), inside);
  const at = isAfterBlank ? row : row + 1;
  if (last.kind === 'item' && selected.start === selected.end) {
    renumberRest(lines, at + 1, column, { before, lost: row - at });
  }
  return editTo(selected, lines, { row: at, column: inside.length });
}

/** The innermost item of a line that begins left of `column`, and the text before its mark. */
function outerMark(line: string, column: number): { before: string; item: Item } {
  const { quote } = listLine(line);
  let at = quote.length;
  let found: { before: string; item: Item } | null = null;
  for (const mark of lineMarks(line.slice(quote.length))) {
    const isOuter = listLine(' '.repeat(at - quote.length) + mark.text).column < column;
    if (mark.kind === 'item' && isOuter) found = { before: line.slice(0, at), item: mark };
    at += mark.text.length;
  }
  if (found === null) throw new Error('the line holds no item');
  return found;
}

/** Closes a code block or a formula that the line opens and nothing below closes. */
function closeBlock(
  selected: Selected,
  { lines, row, column }: CursorLines,
  line: string,
): Edit | null {
  if (
    line.slice(column).trim() !== '' ||
    !opensVerbatim(line) ||
    (row === 0 && line.trim() === '---')
  )
    return null;
  const { text, start, end } = selected;
  if (verbatimAtEnd(`${text.slice(0, start)}${text.slice(end)}\n`) === null) {
    return intoBody(selected, lines, row);
  }
  const sign = /`{3,}|~{3,}|\$\$/.exec(line)?.[0] ?? '';
  // What stands before the fence, a quote or the indentation of an item, goes on.
  const lead = line.slice(0, line.indexOf(sign)).replace(/[^>\t ]/g, ' ');
  lines.splice(row, 1, line.trimEnd(), lead, lead + sign);
  return editTo(selected, lines, { row: row + 1, column: lead.length });
}

/** The empty line of a code block that is closed already. */
function intoBody(selected: Selected, lines: readonly string[], row: number): Edit | null {
  const [body, close] = [lines[row + 1], lines[row + 2]];
  const isEmpty =
    body?.replace(/[>\s]/g, '') === '' && /^[ \t>]*(?:`{3,}|~{3,}|\$\$)\s*$/.test(close ?? '');
  if (!isEmpty || selected.start !== selected.end) return null;
  return editTo(selected, lines, { row: row + 1, column: body.length });
}
