import { textChange } from '../../../lib/text/text-change';
import { chosenText, type MergePart, mergedText, mergeTexts } from '../../../lib/text/text-merge';
import type { MergeDraft } from '../../../storage/sync/rows';

/** What may stand for a piece that both sides have changed. */
export type Way = 'mine' | 'theirs' | 'both';

/** A piece that both sides have changed. */
export type Choice = Extract<MergePart, { kind: 'choice' }>;

/** What is merged. `common`: the text that both began with, null when it is not known. */
interface Sides {
  common: string | null;
  mine: string;
  theirs: string;
}

/** The pieces that both sides have changed, and the text to begin with: all else in place, and of these the own ones. */
export function beginMerge({ common, mine, theirs }: Sides): {
  choices: Choice[];
  draft: MergeDraft;
} {
  const choices: Choice[] = [];
  const places: MergeDraft['places'] = [];
  let text = '';
  for (const part of mergeTexts(common, mine, theirs)) {
    const start = text.length;
    text += part.kind === 'same' ? part.text : part.mine;
    if (part.kind === 'same') continue;
    choices.push(part);
    places.push({ start, end: text.length, way: 'mine' });
  }
  return { choices, draft: { mine, theirs, text, places } };
}

/** The author has written in the text: places move with it, and one that was written in is nobody's any more. */
export function writtenMerge(draft: MergeDraft, text: string): MergeDraft {
  const change = textChange(draft.text, text);
  if (change === null) return draft;
  const { from, to, insert } = change;
  const shift = insert.length - (to - from);
  const places = draft.places.map(({ start, end, way }) => {
    if (to <= start) return { start: start + shift, end: end + shift, way };
    if (from >= end) return { start, end, way };
    return { start: Math.min(start, from), end: Math.max(end, to) + shift, way: null };
  });
  return { ...draft, text, places };
}

/** Puts one of the two pieces, or both, in place of what stands there. */
export function chosenMerge(
  draft: MergeDraft,
  index: number,
  choice: Choice,
  way: Way,
): MergeDraft {
  const place = draft.places[index];
  if (place === undefined) return draft;
  const { start, end } = place;
  const piece = chosenText(choice, way);
  const shift = piece.length - (end - start);
  const places = draft.places.map((one, i) => {
    if (i === index) return { start, end: start + piece.length, way };
    if (i < index) return one;
    return { ...one, start: one.start + shift, end: one.end + shift };
  });
  return { ...draft, text: draft.text.slice(0, start) + piece + draft.text.slice(end), places };
}

/**
 * A draft from before, for the texts as they are now: what was written in either since comes into it. Null when that
 * has changed the same as the author in the draft: the conflict is another one.
 */
export function carriedMerge(draft: MergeDraft, mine: string, theirs: string): MergeDraft | null {
  if (draft.mine === mine && draft.theirs === theirs) return draft;
  const own = mergedText(mergeTexts(draft.mine, draft.text, mine));
  const text = own === null ? null : mergedText(mergeTexts(draft.theirs, own, theirs));
  // Where the pieces stand now is not known.
  return text === null ? null : { mine, theirs, text, places: [] };
}
