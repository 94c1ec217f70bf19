import { diffArrays } from 'diff';

/** A part of two texts that are put together. Each text is whole lines with their ends. */
export type MergePart =
  /** Both have it, or only one has changed it: there is nothing to choose. */
  | { kind: 'same'; text: string }
  /** Both have it otherwise. */
  | { kind: 'choice'; mine: string; theirs: string };

/** Edits after which two texts count as wholly different: the search for more would take seconds. */
const MAX_LINE_EDITS = 1_000;

/**
 * Puts together what two authors made of the same text, line by line.
 *
 * - What only one has changed is taken, and so is what both have changed alike. Changes that touch are a choice.
 * - `base`: the text that both began with. Null when nobody knows it: then everything that differs is a choice.
 * - Lines end with LF. Texts beyond all likeness are one choice. Never fails.
 * - Source: Khanna, Kunal and Pierce, A Formal Investigation of Diff3, 2007.
 */
export function mergeTexts(base: string | null, mine: string, theirs: string): MergePart[] {
  if (mine === theirs) return joined([{ kind: 'same', text: mine }]);
  if (base === null) return choicesOf(mine, theirs);
  const [all, own, other] = [linesOf(base), linesOf(mine), linesOf(theirs)];
  const [ownEdits, otherEdits] = [editsOf(all, own), editsOf(all, other)];
  if (ownEdits === null || otherEdits === null) return [{ kind: 'choice', mine, theirs }];
  const parts: MergePart[] = [];
  let at = 0;
  for (const { from, to } of regionsOf([...ownEdits, ...otherEdits])) {
    const before = textOf(all, from, to);
    const left = editedText(all, ownEdits, from, to);
    const right = editedText(all, otherEdits, from, to);
    parts.push({ kind: 'same', text: textOf(all, at, from) });
    if (left === right || right === before) parts.push({ kind: 'same', text: left });
    else if (left === before) parts.push({ kind: 'same', text: right });
    else parts.push(...narrowed(left, right));
    at = to;
  }
  parts.push({ kind: 'same', text: textOf(all, at, all.length) });
  return joined(parts);
}

/** The text that the parts make, when none of them is a choice; else null. */
export function mergedText(parts: readonly MergePart[]): string | null {
  const texts = parts.map((part) => (part.kind === 'same' ? part.text : null));
  return texts.includes(null) ? null : texts.join('');
}

/** What stands for a choice in the text that is made. Both: mine first, each on lines of its own. */
export function chosenText(
  { mine, theirs }: Extract<MergePart, { kind: 'choice' }>,
  way: 'mine' | 'theirs' | 'both',
): string {
  if (way !== 'both') return way === 'mine' ? mine : theirs;
  return mine === '' || mine.endsWith('\n') ? mine + theirs : `${mine}\n${theirs}`;
}

/** Lines `from` to `to` of the base become these. */
interface LineEdit {
  from: number;
  to: number;
  lines: readonly string[];
}

/** The edits that make the one text of the other, in order; null when there are too many. */
function editsOf(before: readonly string[], after: readonly string[]): LineEdit[] | null {
  const changes = diffArrays([...before], [...after], { maxEditLength: MAX_LINE_EDITS });
  if (changes === undefined) return null;
  const edits: LineEdit[] = [];
  let at = 0;
  let isOpen = false;
  for (const { value, added, removed } of changes) {
    if (!added && !removed) {
      at += value.length;
      isOpen = false;
      continue;
    }
    if (!isOpen) edits.push({ from: at, to: at, lines: [] });
    isOpen = true;
    const edit = edits.at(-1);
    if (edit === undefined) continue;
    if (added) edit.lines = [...edit.lines, ...value];
    else {
      at += value.length;
      edit.to = at;
    }
  }
  return edits;
}

/** Where edits of either side are, those that overlap or touch taken together. */
function regionsOf(edits: readonly LineEdit[]): { from: number; to: number }[] {
  const regions: { from: number; to: number }[] = [];
  for (const { from, to } of edits.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = regions.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else regions.push({ from, to });
  }
  return regions;
}

/** What one side made of lines of the base. */
function editedText(
  base: readonly string[],
  edits: readonly LineEdit[],
  from: number,
  to: number,
): string {
  let text = '';
  let at = from;
  for (const edit of edits) {
    if (edit.from < from || edit.to > to) continue;
    text += textOf(base, at, edit.from) + edit.lines.join('');
    at = edit.to;
  }
  return text + textOf(base, at, to);
}

/** A choice without the lines at its start and its end that both sides have. */
function narrowed(mine: string, theirs: string): MergePart[] {
  const [own, other] = [linesOf(mine), linesOf(theirs)];
  const shorter = Math.min(own.length, other.length);
  let start = 0;
  while (start < shorter && own[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && own.at(-1 - end) === other.at(-1 - end)) end += 1;
  return [
    { kind: 'same', text: textOf(own, 0, start) },
    {
      kind: 'choice',
      mine: textOf(own, start, own.length - end),
      theirs: textOf(other, start, other.length - end),
    },
    { kind: 'same', text: textOf(own, own.length - end, own.length) },
  ];
}

function choicesOf(mine: string, theirs: string): MergePart[] {
  const [before, after] = [linesOf(theirs), linesOf(mine)];
  const edits = editsOf(before, after);
  if (edits === null) return [{ kind: 'choice', mine, theirs }];
  const parts: MergePart[] = [];
  let at = 0;
  for (const { from, to, lines } of edits) {
    parts.push({ kind: 'same', text: textOf(before, at, from) });
    parts.push({ kind: 'choice', mine: lines.join(''), theirs: textOf(before, from, to) });
    at = to;
  }
  parts.push({ kind: 'same', text: textOf(before, at, before.length) });
  return joined(parts);
}

/** Parts without a choice in one, and none that is empty. */
function joined(parts: readonly MergePart[]): MergePart[] {
  const all: MergePart[] = [];
  for (const part of parts) {
    const last = all.at(-1);
    if (part.kind === 'choice') all.push(part);
    else if (part.text === '') continue;
    else if (last?.kind === 'same') last.text += part.text;
    else all.push({ ...part });
  }
  return all;
}

/** Lines with their ends; the last one may have none. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function textOf(lines: readonly string[], from: number, to: number): string {
  return lines.slice(from, to).join('');
}
