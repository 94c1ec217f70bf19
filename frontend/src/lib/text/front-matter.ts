/** The first line, what follows it, and the line that closes it. */
const BLOCK = /^\uFEFF?---[^\S\n]*\n((?:[^\n]*\n)*?)---[^\S\n]*(?![^\n])/;
/** A line with a key, as the engine reads it. An address is none. */
const KEY =
  /^(?:"[\p{L}_][\p{L}\p{N}_.-]*"|'[\p{L}_][\p{L}\p{N}_.-]*'|[\p{L}_][\p{L}\p{N}_.-]*)[^\S\n]*:(?!\/\/)/mu;

/**
 * Whether a text that begins with `---` may begin with front matter, closed or not yet: its next line with words has a
 * key, or is the end. A divider begins with the same line.
 */
export function mayBeFrontMatter(lines: readonly string[]): boolean {
  if (lines[0]?.trimEnd() !== '---') return false;
  const next = lines.slice(1).find((line) => line.trim() !== '');
  return next === undefined || next.trimEnd() === '---' || /^\s*#/.test(next) || KEY.test(next);
}

/** Where the last line of the front matter ends, or null without one. Between two dividers may be text as well. */
export function frontMatterEnd(text: string): number | null {
  const [block, inner = ''] = BLOCK.exec(text) ?? [];
  if (block === undefined) return null;
  return inner.trim() === '' || KEY.test(inner) ? block.length : null;
}

/** The offset of the first line behind the front matter; the end of the text when there is no such line. */
export function bodyStart(text: string): number {
  const end = frontMatterEnd(text);
  return end === null ? 0 : Math.min(end + 1, text.length);
}
