import { type ChangeObject, diffArrays, diffLines } from 'diff';

/** A piece of a line; `isChanged` marks what the other text has otherwise. */
export interface DiffPart {
  text: string;
  isChanged: boolean;
}

/** One line of a comparison. `folded` stands for unchanged lines that are left out. */
export type DiffRow =
  | { kind: 'same' | 'removed' | 'added'; parts: DiffPart[] }
  | { kind: 'folded'; count: number };

/** Unchanged lines shown around a change. */
const CONTEXT_LINES = 3;
/** Edits after which two texts count as wholly different: the search for more would take seconds. */
const MAX_LINE_EDITS = 1_000;
const MAX_WORD_EDITS = 200;
/** That the last line has no end makes it no other line. */
const LINES = { maxEditLength: MAX_LINE_EDITS, ignoreNewlineAtEof: true };
/** Of the longer of two lines this share must stay, or they are shown as two lines and not as one that changed. */
const MIN_LIKENESS = 1 / 4;

/**
 * Compares two texts by lines, and changed lines by words; a Chinese character is a word.
 *
 * Texts beyond all likeness come back as all removed and all added. Never fails.
 */
export function diffRows(before: string, after: string): DiffRow[] {
  const changes = diffLines(before, after, LINES) ?? [
    { value: before, removed: true, added: false },
    { value: after, removed: false, added: true },
  ];
  const rows: DiffRow[] = [];
  for (let i = 0; i < changes.length; i += 1) {
    const change = changes[i];
    const next = changes[i + 1];
    if (change === undefined) continue;
    if (change.removed && next?.added) {
      rows.push(...changedLines(linesOf(change.value), linesOf(next.value)));
      i += 1;
    } else {
      const kind = change.removed ? 'removed' : change.added ? 'added' : 'same';
      rows.push(...linesOf(change.value).map((line) => wholeLine(kind, line)));
    }
  }
  return folded(rows);
}

/** Lines taken out and lines put in at the same place: paired in order, what is left over stands alone. */
function changedLines(removed: string[], added: string[]): DiffRow[] {
  const pairs = removed.map((line, i) => pairOf(line, added[i]));
  const rest = added.slice(removed.length).map((line) => wholeLine('added', line));
  return [...pairs.map(([out]) => out), ...pairs.flatMap(([, put]) => (put ? [put] : [])), ...rest];
}

function pairOf(before: string, after: string | undefined): [DiffRow, DiffRow | null] {
  if (after === undefined) return [wholeLine('removed', before), null];
  const changes = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: MAX_WORD_EDITS });
  if (changes === undefined || !isAlike(changes, before, after)) {
    return [wholeLine('removed', before), wholeLine('added', after)];
  }
  const parts = (side: 'added' | 'removed') =>
    changes
      .filter((change) => change[side] || (!change.added && !change.removed))
      .map((change) => ({ text: change.value.join(''), isChanged: change[side] }));
  return [
    { kind: 'removed', parts: parts('removed') },
    { kind: 'added', parts: parts('added') },
  ];
}

function isAlike(changes: readonly ChangeObject<string[]>[], before: string, after: string) {
  const kept = changes.filter((change) => !change.added && !change.removed);
  const longest = Math.max(weightOf(before), weightOf(after));
  return weightOf(kept.flatMap((change) => change.value).join('')) >= longest * MIN_LIKENESS;
}

/** Letters that say something: spaces are alike in any two lines. */
function weightOf(text: string): number {
  return text.replace(/\s/g, '').length;
}

/** Words of alphabets, and everything else letter by letter. */
function wordsOf(line: string): string[] {
  return line.match(/[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}'’]+|./gu) ?? [];
}

function wholeLine(kind: 'same' | 'removed' | 'added', line: string): DiffRow {
  return { kind, parts: [{ text: line, isChanged: false }] };
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function folded(rows: readonly DiffRow[]): DiffRow[] {
  const isNear = (at: number) => {
    for (let i = at - CONTEXT_LINES; i <= at + CONTEXT_LINES; i += 1) {
      const row = rows[i];
      if (row !== undefined && row.kind !== 'same') return true;
    }
    return false;
  };
  const shown: DiffRow[] = [];
  let count = 0;
  const flush = () => {
    if (count > 0) shown.push({ kind: 'folded', count });
    count = 0;
  };
  rows.forEach((row, i) => {
    if (row.kind === 'same' && !isNear(i)) {
      count += 1;
      return;
    }
    flush();
    shown.push(row);
  });
  flush();
  return shown;
}
