import pinyin from 'tiny-pinyin/dist/core';
import olderOrder from 'tiny-pinyin/dist/patchers/56l';

const CACHE = new Map<string, readonly string[]>();
const MAX_CACHED = 2000;

/**
 * The parts of a name as they are typed, in lower case: the pinyin of each Chinese character without its tone, and
 * each word or number of another script. A character with several readings has the most common one.
 */
export function syllables(name: string): readonly string[] {
  const known = CACHE.get(name);
  if (known !== undefined) return known;
  const made = read(name);
  if (CACHE.size >= MAX_CACHED) CACHE.clear();
  CACHE.set(name, made);
  return made;
}

function read(name: string): string[] {
  const parts: string[] = [];
  for (const [run] of name.matchAll(/\p{Script=Han}+|[\p{L}\p{N}]+/gu)) {
    if (!/^\p{Script=Han}/u.test(run))
      parts.push(...run.toLowerCase().split(/(?<=\d)(?=\D)|(?<=\D)(?=\d)/));
    // Without the browser's order of Chinese characters there is no pinyin, and only the characters themselves are found.
    else if (isReadable()) {
      for (const { target } of pinyin.parse(run)) parts.push(target.toLowerCase());
    }
  }
  return parts;
}

let isPrepared = false;

/**
 * Whether this browser can read Chinese characters. The first call makes the browser's order of them ready, which takes
 * longer than the start of the editor may wait; the package's own entry does it when it is loaded.
 */
function isReadable(): boolean {
  if (!pinyin.isSupported()) return false;
  if (!isPrepared && olderOrder.shouldPatch(pinyin.genToken)) pinyin.patchDict(olderOrder);
  isPrepared = true;
  return true;
}

/**
 * Where a query begins that is the beginning of one or more parts in a row, such as `lct`, `liuch` and `liuct` in
 * `liu cheng tu`; -1 when it is nowhere.
 */
export function findSyllables(parts: readonly string[], query: string): number {
  return parts.findIndex((_, index) => isTypedFrom(parts, index, query));
}

/**
 * Whether a query has letters of the parts in their order, the first of each part before others of it: `fzmd` and
 * `fmd` for `fu zhi markdown`. Parts, and letters within one, may be left out.
 */
export function hasLetters(parts: readonly string[], query: string): boolean {
  return parts.some((_, index) => isSketchedFrom(parts, index, query));
}

function isSketchedFrom(parts: readonly string[], index: number, query: string): boolean {
  const part = parts[index] ?? '';
  if (query === '' || part[0] !== query[0]) return query === '';
  let n = 1;
  for (let at = 1; at < part.length && n < query.length; at += 1) if (part[at] === query[n]) n += 1;
  for (; n > 0; n -= 1) {
    const rest = query.slice(n);
    const isDone = rest === '' || parts.some((_, i) => i > index && isSketchedFrom(parts, i, rest));
    if (isDone) return true;
  }
  return false;
}

function isTypedFrom(parts: readonly string[], index: number, query: string): boolean {
  if (query === '') return true;
  const part = parts[index];
  if (part === undefined) return false;
  let same = 0;
  while (same < part.length && same < query.length && part[same] === query[same]) same += 1;
  for (let n = same; n > 0; n -= 1) if (isTypedFrom(parts, index + 1, query.slice(n))) return true;
  return false;
}
