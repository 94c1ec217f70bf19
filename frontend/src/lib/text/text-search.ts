import { loosePattern } from './fold-text';

/** What to look for, and how. */
export interface SearchQuery {
  query: string;
  isRegex: boolean;
  isCaseSensitive: boolean;
  /** Finds other widths, accents, quotes and dashes too: for a search that replaces nothing. */
  isLoose?: boolean;
}

/** A place in a text. */
export interface TextPlace {
  /** 1-based. */
  line: number;
  /** Where it begins in its line, in UTF-16 units. */
  column: number;
  /** What stands there. */
  found: string;
}

/** A place in a text, with what stands beside it in its line; `…` where the line goes on. */
export interface SearchMatch extends TextPlace {
  before: string;
  after: string;
  /** What would stand there after replacing. */
  replaced: string;
}

/** Text shown on each side of a match, in UTF-16 units. */
const CONTEXT_CHARS = 60;

/** The pattern of a query, or null when a regular expression is not well formed. Empty queries match nothing. */
export function searchPattern(search: SearchQuery): RegExp | null {
  const { query, isRegex, isCaseSensitive, isLoose = false } = search;
  const literal = isLoose ? loosePattern(query) : query.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const source = isRegex ? query : literal;
  try {
    return new RegExp(query === '' ? '(?!)' : source, isCaseSensitive ? 'gmu' : 'gmiu');
  } catch {
    return null;
  }
}

/** The matches of a text, at most `limit`, and how many there are in all. A match of nothing is none. */
export function findMatches(
  text: string,
  pattern: RegExp,
  replacement: string,
  isRegex: boolean,
  limit: number,
): { matches: SearchMatch[]; count: number } {
  const matches: SearchMatch[] = [];
  let count = 0;
  let line = 1;
  let lineStart = 0;
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    if (found === '') continue;
    count += 1;
    if (matches.length >= limit) continue;
    for (let at = text.indexOf('\n', lineStart); at !== -1 && at < match.index; ) {
      line += 1;
      lineStart = at + 1;
      at = text.indexOf('\n', lineStart);
    }
    const end = match.index + found.length;
    const nextBreak = text.indexOf('\n', end);
    const lineEnd = nextBreak === -1 ? text.length : nextBreak;
    const from = Math.max(lineStart, match.index - CONTEXT_CHARS);
    const to = Math.min(lineEnd, end + CONTEXT_CHARS);
    matches.push({
      line,
      column: match.index - lineStart,
      before: (from > lineStart ? '…' : '') + text.slice(from, match.index),
      found,
      after: text.slice(end, to) + (to < lineEnd ? '…' : ''),
      replaced: isRegex ? expanded(replacement, match) : replacement,
    });
  }
  return { matches, count };
}

/** The text with every match replaced. */
export function replaceMatches(
  text: string,
  pattern: RegExp,
  replacement: string,
  isRegex: boolean,
): string {
  let next = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (match[0] === '') continue;
    next += text.slice(at, match.index) + (isRegex ? expanded(replacement, match) : replacement);
    at = match.index + match[0].length;
  }
  return next + text.slice(at);
}

/** `$1`, `$<name>`, `$&` and `$$` as JavaScript has them; `\n` and `\t` as authors expect them. */
function expanded(replacement: string, match: RegExpMatchArray): string {
  return replacement.replace(
    /\$(\$|&|\d{1,2}|<[^>]*>)|\\([nt\\])/g,
    (whole: string, group: string | undefined, sign: string | undefined) => {
      if (sign !== undefined) return { n: '\n', t: '\t' }[sign] ?? '\\';
      if (group === undefined || group === '$') return '$';
      if (group === '&') return match[0];
      if (group.startsWith('<')) return match.groups?.[group.slice(1, -1)] ?? '';
      const index = Number(group);
      return index < match.length ? (match[index] ?? '') : whole;
    },
  );
}
