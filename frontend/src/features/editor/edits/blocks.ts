import type { Edit, Selected } from '../source-editor';
import type { TextEdit } from './text-edit';
import { lineMarks, listLine } from './typing/line-marks';
import { leadAt } from './typing/list-numbers';
import { cursorLines } from './typing/text-lines';
import { verbatimAtEnd } from './verbatim';

type BlockCursor = [from: number, to: number] | 'below';

/**
 * Puts a block on lines of its own at the cursor, in place of the selection, with an empty line on both sides. In a quote
 * or an item it stands within it.
 *
 * `cursor` is what is selected afterwards, as offsets in `block`; `below` is an empty line below the block, where the
 * author goes on writing.
 */
export function insertBlock(
  selected: Selected,
  block: string,
  cursor: BlockCursor = 'below',
): Edit {
  const { lines, row, column } = cursorLines(selected);
  const isVerbatim = verbatimAtEnd(selected.text.slice(0, selected.start)) !== null;
  const lead = isVerbatim ? '' : leadAt(lines, row, column);
  return lead === '' ? atTop(selected, block, cursor) : within(selected, lead, block, cursor);
}

/** As {@link insertBlock}, for what parts the article: never in an item, and an empty one goes. */
function insertAtTop(selected: Selected, block: string): Edit {
  const { lines, row, column } = cursorLines(selected);
  const line = lines[row] ?? '';
  const marks = lineMarks(line);
  if (marks.some((mark) => mark.kind === 'quote')) return insertBlock(selected, block);
  const isEmpty = marks.map((mark) => mark.text).join('') === line;
  return atTop({ ...selected, start: selected.start - (isEmpty ? column : 0) }, block, 'below');
}

function within(selected: Selected, lead: string, block: string, cursor: BlockCursor): Edit {
  const { start, end } = selected;
  const { lines, row, column } = cursorLines(selected);
  const line = lines[row] ?? '';
  const blank = lead.trimEnd();
  const prefix =
    lineMarks(line)
      .map((mark) => mark.text)
      .join('') || lead;
  const before = line.slice(0, column).trimEnd();
  const after = line.slice(column);
  const hasText = before.length > prefix.length;
  // An empty item holds the block on its own line.
  const isItem = lineMarks(line).at(-1)?.kind === 'item';
  const isBelowText = !isItem && row > 0 && (lines[row - 1] ?? '').trimEnd() !== blank;
  const gap = `\n${blank}\n${lead}`;
  const head = hasText ? gap : isBelowText ? gap.slice(1) : '';
  const from = hasText ? start - (column - before.length) : isBelowText ? start - column : start;
  const shown = block.split('\n').join(`\n${lead}`);
  const next = listLine(lines[row + 1] ?? '');
  const isBeforeText = !next.isBlank && next.item === null;
  const at = from + head.length;
  const moved = (offset: number) =>
    at + offset + (block.slice(0, offset).split('\n').length - 1) * lead.length;
  const tail = after.trim() !== '' ? gap : isBeforeText ? `\n${blank}` : '';
  const to = end + after.length - after.trimStart().length;
  if (cursor !== 'below') {
    const [first, last] = cursor;
    return {
      from,
      to,
      insert: head + shown + tail,
      selectStart: moved(first),
      selectEnd: moved(last),
    };
  }
  const below = at + shown.length + gap.length;
  return { from, to, insert: head + shown + gap + tail, selectStart: below, selectEnd: below };
}

function atTop({ text, start, end }: Selected, block: string, cursor: BlockCursor): Edit {
  const before = text.slice(0, start).replace(/[ \t]+$/, '');
  const after = text.slice(end).replace(/^[ \t]+/, '');
  const lead =
    before === '' ? '' : before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const at = before.length + lead.length;
  const edit = { from: before.length, to: text.length - after.length };
  if (cursor === 'below') {
    // The empty lines that follow are those of the block.
    const follows = after.replace(/^\n{1,2}/, '');
    const insert = `${lead}${block}\n\n${follows.trim() === '' ? '' : '\n\n'}`;
    const below = at + block.length + 2;
    return {
      from: edit.from,
      to: follows.trim() === '' ? text.length : text.length - follows.length,
      insert,
      selectStart: below,
      selectEnd: below,
    };
  }
  const tail =
    after === '' ? '\n' : after.startsWith('\n\n') ? '' : after.startsWith('\n') ? '\n' : '\n\n';
  const [first, last] = cursor;
  return { ...edit, insert: lead + block + tail, selectStart: at + first, selectEnd: at + last };
}

export const divider: TextEdit = (selected) => insertAtTop(selected, '---');
export const toc: TextEdit = (selected) => insertAtTop(selected, '[TOC]');

export const codeBlock: TextEdit = (selected) => {
  const body = selected.text.slice(selected.start, selected.end);
  return insertBlock(selected, `\`\`\`\n${body}\n\`\`\``, [3, 3]);
};

export const tip: TextEdit = (selected, wordsFor) => {
  const body = selected.text.slice(selected.start, selected.end) || wordsFor('tip');
  const lines = body.split('\n').map((line) => `> ${line}`);
  const head = '> [!tip]\n';
  const block = head + lines.join('\n');
  return insertBlock(selected, block, [head.length + 2, block.length]);
};

export const diagram: TextEdit = (selected, wordsFor) => {
  const head = '```mermaid\nflowchart LR\n  A[';
  const words = wordsFor('diagram');
  return insertBlock(selected, `${head}${words}] --> B\n\`\`\``, [
    head.length,
    head.length + words.length,
  ]);
};

export const fold: TextEdit = (selected, wordsFor) => {
  const head = '<details>\n<summary>';
  const words = wordsFor('fold');
  const body = selected.text.slice(selected.start, selected.end) || wordsFor('foldBody');
  return insertBlock(selected, `${head}${words}</summary>\n\n${body}\n\n</details>`, [
    head.length,
    head.length + words.length,
  ]);
};

/** A mark at the cursor and its text at the end of the article. */
export const footnote: TextEdit = ({ text, end }, wordsFor) => {
  let n = 1;
  while (text.includes(`[^${n}]`)) n += 1;
  const words = wordsFor('footnote');
  const rest = text.slice(end);
  const gap = rest.endsWith('\n\n') ? '' : rest.endsWith('\n') ? '\n' : '\n\n';
  const head = `[^${n}]${rest}${gap}[^${n}]: `;
  return {
    from: end,
    to: text.length,
    insert: `${head}${words}\n`,
    selectStart: end + head.length,
    selectEnd: end + head.length + words.length,
  };
};
