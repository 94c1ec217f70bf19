import type { Edit, Selected } from '../source-editor';

/**
 * Puts `mark` around the selection, or takes it away when it is there already.
 *
 * - With nothing selected, `placeholder` is inserted and selected; within a word of Latin letters, the word is taken.
 * - Before the closing mark of what was opened in this line, the cursor steps behind it.
 * - Spaces at the ends of the selection stay outside, since Markdown ignores marks next to spaces.
 */
export function surround(selected: Selected, mark: string, placeholder: string): Edit {
  const behind = stepBehind(selected, mark);
  if (behind !== null) return behind;
  const { text } = selected;
  if (selected.start === selected.end) selected = latinWordAt(selected);
  const inner = text.slice(selected.start, selected.end);
  const start = selected.start + (inner.length - inner.trimStart().length);
  const end = Math.max(start, selected.end - (inner.length - inner.trimEnd().length));
  const size = mark.length;
  const body = text.slice(start, end);
  if (isMarked(text, start - size, end + size, mark)) {
    return edit(start - size, end + size, body, 0, body.length);
  }
  if (body.length >= size * 2 && isMarked(text, start, end, mark)) {
    const bare = body.slice(size, -size);
    return edit(start, end, bare, 0, bare.length);
  }
  const content = body === '' ? placeholder : body;
  return edit(start, end, mark + content + mark, size, size + content.length);
}

function stepBehind({ text, start, end }: Selected, mark: string): Edit | null {
  if (start !== end || !text.startsWith(mark, start)) return null;
  // An empty pair is taken away instead.
  if (text.slice(0, start).endsWith(mark)) return null;
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const isStar = mark === '*';
  const after = /^\**/.exec(text.slice(start))?.[0].length ?? 0;
  if (isStar && after % 2 === 0) return null;
  const before = isStar ? line.replaceAll('**', '') : line;
  const nMarks = before.split(mark).length - 1;
  return nMarks % 2 === 0 ? null : edit(start, start, '', mark.length, mark.length);
}

/** The word around the cursor, if it stands between two of its letters. */
function latinWordAt(selected: Selected): Selected {
  const { text, start } = selected;
  const before = /[A-Za-z0-9]+$/.exec(text.slice(Math.max(0, start - 64), start))?.[0].length ?? 0;
  const after = /^[A-Za-z0-9]+/.exec(text.slice(start, start + 64))?.[0].length ?? 0;
  if (before === 0 || after === 0) return selected;
  return { ...selected, start: start - before, end: start + after };
}

// `*` inside `**` is not the mark `*`: the run of mark characters must be as long as the mark, or longer by a pair.
function isMarked(text: string, from: number, to: number, mark: string): boolean {
  if (from < 0 || to > text.length || to - from < mark.length * 2) return false;
  if (!text.startsWith(mark, from) || text.slice(to - mark.length, to) !== mark) return false;
  if (mark !== '*') return true;
  let left = from;
  while (text[left - 1] === '*') left -= 1;
  let right = from;
  while (text[right] === '*') right += 1;
  return right - left !== 2;
}

function edit(from: number, to: number, insert: string, start: number, end: number): Edit {
  return { from, to, insert, selectStart: from + start, selectEnd: from + end };
}
