import { isBlockStart } from '../edits/block-start';
import { leadBelow, lineMarks } from '../edits/typing/line-marks';
import { leadAt, numberInserted, renumber } from '../edits/typing/list-numbers';
import { isInCell } from '../edits/typing/table-cells';
import { columnBehindMark, cursorLines, editTo, isLineStart } from '../edits/typing/text-lines';
import { verbatimAtEnd, verbatimLead } from '../edits/verbatim';
import type { Edit, Selected } from '../source-editor';

/**
 * The edit of a plain paste that would break what it is pasted into; null where it is inserted as it is.
 *
 * - In a cell of a table bars are escaped, and line breaks become `<br>`.
 * - A list that is pasted into an empty item takes the place of its mark.
 * - Lines that are pasted between those of a numbered list are numbered with it.
 * - Lines that are pasted into a quote, an item or a code block of one stay in it.
 */
export function fitPaste(selected: Selected, pasted: string): Edit | null {
  return fitMarkdown(selected, pasted) ?? intoContainer(selected, pasted);
}

function fitMarkdown(selected: Selected, pasted: string): Edit | null {
  const text = pasted.replace(/^\n+|\s+$/g, '');
  if (text === '') return null;
  return intoCell(selected, text) ?? intoEmptyItem(selected, text) ?? intoList(selected, pasted);
}

/** As {@link fitPaste}, for a line that was copied without a selection: it stands above the line of the cursor. */
export function fitLine(selected: Selected, pasted: string): Edit | null {
  const { text, start, end } = selected;
  if (start !== end) return fitPaste(selected, pasted);
  const from = text.lastIndexOf('\n', start - 1) + 1;
  return (
    fitMarkdown(selected, pasted) ??
    intoList({ text, start: from, end: from }, pasted, start - from)
  );
}

/** The edit of pasted rich text, as Markdown: as {@link fitPaste}, and blocks come onto lines of their own. */
export function fitRich(selected: Selected, markdown: string): Edit | null {
  return fitMarkdown(selected, markdown) ?? ontoOwnLines(selected, markdown);
}

/** Lines get the marks of the quotes and items that they are pasted into. */
function ontoOwnLines(selected: Selected, markdown: string): Edit | null {
  const { text, start, end } = selected;
  if (verbatimAtEnd(text.slice(0, start)) !== null) return null;
  const { lines, row, column } = cursorLines(selected);
  const [before, after] = [lines[row]?.slice(0, column) ?? '', lines[row]?.slice(column) ?? ''];
  const found = lineMarks(before);
  const marks = found.map((mark) => mark.text).join('');
  const below = leadBelow(found);
  const pasted = markdown.split('\n');
  const hasTextBefore = before.slice(marks.length).trim() !== '';
  const gap = `\n${below.trimEnd()}\n${below}`;
  const head = isBlockStart(pasted[0]) && hasTextBefore ? gap : '';
  const tail = isBlockStart(pasted.at(-1)) && after.trim() !== '' ? gap : '';
  const body = pasted
    .map((line, index) => (index === 0 ? line : line === '' ? below.trimEnd() : below + line))
    .join('\n');
  const insert = head + body + tail;
  if (insert === markdown) return null;
  const cursor = start + head.length + body.length;
  return { from: start, to: end, insert, selectStart: cursor, selectEnd: cursor };
}

function intoCell(selected: Selected, text: string): Edit | null {
  if (!/[|\n]/.test(text) || !isInCell(selected)) return null;
  const insert = withoutTable(text)
    .replace(/(?<!\\)\|/g, '\\|')
    .replace(/\s*\n\s*/g, '<br>');
  const { start, end } = selected;
  const cursor = start + insert.length;
  return { from: start, to: end, insert, selectStart: cursor, selectEnd: cursor };
}

/** The cells of a table as lines of text: a cell holds no table. */
function withoutTable(text: string): string {
  const [head, rule = '', ...rows] = text.split('\n');
  if (head === undefined || !/^\|(?:\s*:?-+:?\s*\|)+$/.test(rule.trim())) return text;
  return [head, ...rows]
    .map((row) =>
      row
        .replace(/^\s*\||(?<!\\)\|\s*$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim())
        .join(' '),
    )
    .join('\n');
}

function intoEmptyItem(selected: Selected, text: string): Edit | null {
  const { start, end } = selected;
  if (start !== end || lineMarks(text)[0]?.kind !== 'item') return null;
  const { lines, row } = cursorLines(selected);
  const line = lines[row] ?? '';
  const marks = lineMarks(line);
  const own = marks.at(-1);
  const isEmpty = marks.map((mark) => mark.text).join('') === line;
  if (own?.kind !== 'item' || !isEmpty) return null;
  if (verbatimAtEnd(selected.text.slice(0, start)) !== null) return null;
  const before = line.slice(0, line.length - own.text.length) + own.indent;
  // What stands before the mark goes on in the lines below: quote marks, and spaces for outer items.
  const below = before.replace(/[^>\t ]/g, ' ');
  const items = text.split('\n').map((item, index) => (index === 0 ? before : below) + item);
  lines.splice(row, 1, ...items);
  renumber(lines, row);
  const last = row + items.length - 1;
  return editTo(selected, lines, { row: last, column: (lines[last] ?? '').length });
}

/** `column` is where the cursor stands in the line below, in UTF-16 units. */
function intoList(selected: Selected, pasted: string, column = 0): Edit | null {
  const { text, start, end } = selected;
  if (start !== end || !pasted.endsWith('\n') || !isLineStart(text, start)) return null;
  if (verbatimAtEnd(text.slice(0, start)) !== null) return null;
  const { lines, row } = cursorLines(selected);
  const items = pasted.slice(0, -1).split('\n');
  const below = row + items.length;
  lines.splice(row, 0, ...items);
  const plain = [...lines];
  numberInserted(lines, row, below);
  if (lines.every((line, at) => line === plain[at])) return null;
  return editTo(selected, lines, {
    row: below,
    column: columnBehindMark(column, plain[below] ?? '', lines[below] ?? ''),
  });
}

function intoContainer(selected: Selected, pasted: string): Edit | null {
  const [first = '', ...rest] = pasted.split('\n');
  const { text, start, end } = selected;
  const { lines, row, column } = cursorLines(selected);
  const inCode = rest.length === 0 ? null : verbatimLead(text.slice(0, start));
  const lead = inCode ?? leadAt(lines, row, column);
  if (rest.length === 0 || lead === '' || isWithin(first, rest, lead, column)) return null;
  // A list or another block has a place of its own.
  if (inCode === null && [first, ...rest].some(isBlockStart)) return null;
  const head = inCode === null ? '' : lead.slice(column);
  const after = (lines[row] ?? '').slice(column);
  const body = rest.map((line, index) => {
    if (line !== '') return lead + line;
    // What follows the cursor brings its own.
    if (index === rest.length - 1 && after !== '') return head === '' ? lead : '';
    return lead.trimEnd();
  });
  const insert = [head + first, ...body].join('\n');
  const cursor = start + insert.length;
  return { from: start, to: end, insert, selectStart: cursor, selectEnd: cursor };
}

/** Whether lines were copied where they stood as they are to stand now. */
function isWithin(first: string, rest: readonly string[], lead: string, column: number): boolean {
  const written = rest.filter((line) => line.trim() !== '');
  if (!written.every((line) => line.startsWith(lead))) return false;
  if (column === 0 && first.startsWith(lead)) return true;
  return written.some((line) => !/^\s/.test(line.slice(lead.length)));
}
