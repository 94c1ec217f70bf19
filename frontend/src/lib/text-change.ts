/** The one replacement that turns a text into another; offsets in UTF-16 units of the old text. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** What differs between two texts, ends cut off; null when nothing does. */
export function textChange(before: string, after: string): TextChange | null {
  if (before === after) return null;
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  let tail = 0;
  while (
    tail < before.length - from &&
    tail < after.length - from &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail += 1;
  }
  // A character outside the basic plane is two units; a change never cuts one.
  if (isHighSurrogate(before.charCodeAt(from - 1))) from -= 1;
  if (isLowSurrogate(before.charCodeAt(before.length - tail))) tail -= 1;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;
