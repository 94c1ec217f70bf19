import { foldText } from './fold-text';
import { findSyllables, syllables } from './pinyin';

/** Something that is looked up by its name. */
interface Named {
  name: string;
  /** What else it is found by: words separated by spaces. */
  alias?: string;
  /** The same in another language: known to whoever learned it there. */
  otherName?: string;
}

/**
 * How well a query fits, 0 best; null when it does not. Case, width and accents do not matter.
 *
 * Whole names come first, with their initials, pinyin and first words; then whole aliases, beginnings, and the rest.
 * Another language's name comes after whole aliases when it fits as a whole, and last when it fits in part.
 * Every word of the query must be found.
 */
export function nameRank(query: string, named: Named): number | null {
  const words = foldText(query).trim().split(/\s+/).filter(Boolean);
  let rank = 0;
  for (const word of words) {
    const found = wordRank(word, named);
    if (found === null) return null;
    rank = Math.max(rank, found);
  }
  return rank;
}

function wordRank(word: string, { name, alias = '', otherName = '' }: Named): number | null {
  const own = rankIn(word, foldText(name), foldText(alias));
  const other = otherName === '' ? null : rankIn(word, foldText(otherName), '');
  if (other === null) return own;
  return Math.min(own ?? WORST, other <= 1 ? 2.5 : WORST);
}

/** The rank of what fits only a part of the name in another language. */
const WORST = 9;

function rankIn(word: string, name: string, alias: string): number | null {
  if (name === word) return 0;
  const parts = syllables(name);
  const aliases = alias.split(/\s+/);
  const initials = parts.map((part) => part[0]).join('');
  if ([initials, parts.join(''), name.split(/\s+/)[0]].includes(word)) return 1;
  if (aliases.includes(word)) return 2;
  if (name.startsWith(word)) return 3;
  const at = findSyllables(parts, word);
  if (at === 0) return 4;
  if (aliases.some((other) => other.startsWith(word))) return 5;
  if (name.includes(word)) return 6;
  if (at > 0) return 7;
  return word.length > 1 && alias.includes(word) ? 8 : null;
}

/** What a query fits, best first; equals keep their order. Everything for an empty query. */
export function searchNames<T>(
  items: readonly T[],
  query: string,
  namedOf: (item: T) => Named,
): T[] {
  return items
    .map((item) => ({ item, rank: nameRank(query, namedOf(item)) }))
    .filter((found): found is { item: T; rank: number } => found.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
