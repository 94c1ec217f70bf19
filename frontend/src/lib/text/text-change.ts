/** The one replacement that turns a text into another; offsets in UTF-16 units of the old text. */
interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** What edits leave alone of a text: so many UTF-16 units at its start and at its end. */
export interface Unchanged {
  start: number;
  end: number;
}

/** What one edit leaves alone of the text before it. */
export interface UnchangedText extends Unchanged {
  before: string;
}

/** What differs between two texts, ends cut off; null when nothing does. What is known to be alike is not compared. */
export function textChange(
  before: string,
  after: string,
  known: Unchanged = { start: 0, end: 0 },
): TextChange | null {
  const shorter = Math.min(before.length, after.length);
  const isAlike = (at: number, size: number) =>
    before.slice(at, at + size) === after.slice(at, at + size);
  let from = commonLength(known.start, shorter - known.end, isAlike);
  if (from === shorter - known.end && before.length === after.length) return null;
  let tail = commonLength(known.end, shorter - from, (at, size) => {
    const [old, now] = [before.length - at, after.length - at];
    return before.slice(old - size, old) === after.slice(now - size, now);
  });
  // A character outside the basic plane is two units; a change never cuts one.
  if (isHighSurrogate(before.charCodeAt(from - 1))) from -= 1;
  if (isLowSurrogate(before.charCodeAt(before.length - tail))) tail -= 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

/** Texts are long and what differs is short: large pieces are compared first. */
const PIECES = [16_384, 256, 1];

/** How many units are the same: `known` at least, `most` at most. `isSame` compares `size` units from `at` on. */
function commonLength(
  known: number,
  most: number,
  isSame: (at: number, size: number) => boolean,
): number {
  let at = known;
  for (const size of PIECES) while (at + size <= most && isSame(at, size)) at += size;
  return at;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
