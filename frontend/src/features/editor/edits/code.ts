import type { Edit, Selected } from '../source-editor';
import { surround } from './surround';
import type { TextEdit } from './text-edit';

/** Inline code for a part of a line, a fenced block for several lines. */
export const code: TextEdit = (selected, wordsFor) => {
  const body = selected.text.slice(selected.start, selected.end);
  return body.includes('\n') ? fence(selected) : surround(selected, '`', wordsFor('code'));
};

function fence(selected: Selected): Edit {
  const { text } = selected;
  const from = text.lastIndexOf('\n', selected.start - 1) + 1;
  const nextBreak = text.indexOf('\n', selected.end);
  const endsAtLineStart = text[selected.end - 1] === '\n';
  const to = endsAtLineStart ? selected.end - 1 : nextBreak === -1 ? text.length : nextBreak;
  const body = text.slice(from, to);
  const longest = Math.max(2, ...[...body.matchAll(/`{3,}/g)].map((match) => match[0].length));
  const ticks = '`'.repeat(longest + 1);
  // The cursor goes to where the language is written.
  const cursor = from + ticks.length;
  return {
    from,
    to,
    insert: `${ticks}\n${body}\n${ticks}`,
    selectStart: cursor,
    selectEnd: cursor,
  };
}
