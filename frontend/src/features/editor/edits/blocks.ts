import type { Edit, Selected } from '../source-editor';
import type { TextEdit } from './text-edit';

/**
 * Puts a block on lines of its own at the cursor, in place of the selection, with an empty line on both sides.
 *
 * `cursor` is what is selected afterwards, as offsets in `block`; `below` is an empty line below the block, where the
 * author goes on writing.
 */
export function insertBlock(
  { text, start, end }: Selected,
  block: string,
  cursor: [from: number, to: number] | 'below' = 'below',
): Edit {
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

export const divider: TextEdit = (selected) => insertBlock(selected, '---');
export const toc: TextEdit = (selected) => insertBlock(selected, '[TOC]');

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
