/** The one replacement that turns a text into another; offsets in UTF-16 units of the old text. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** What differs between two texts, ends cut off; null when nothing does. */
export function textChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = commonLength(
    shorter,
    (at, size) => before.slice(at, at + size) === after.slice(at, at + size),
  );
  let tail = commonLength(shorter - from, (at, size) => {
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

/** How many units are the same, of `length` at most. `isSame` compares `size` units from `at` on. */
function commonLength(length: number, isSame: (at: number, size: number) => boolean): number {
  let at = 0;
  for (const size of PIECES) while (at + size <= length && isSame(at, size)) at += size;
  return at;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
