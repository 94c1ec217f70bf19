import type { Warning } from '../../../engine/types';
import { withEscapedBars } from './surplus-cells';

/** The lines of the source with the one that a warning names. */
interface Place {
  lines: string[];
  /** Index of the line, 0-based. */
  at: number;
  detail: string;
}

/** Gives the lines that come in the place of the named one, or null when the text is another by now. */
type LineFix = (line: string, detail: string) => string | null;

/** What stands before the content of a line: quotes, list marks, spaces. */
const LEAD = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))*[ \t]*/;

/** Characters that nobody sees, as the engine names them. */
const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]|(?![\t\n\r\f\u0085])\p{Cc}/gu;

/** By the key of the warning. */
const LINE_FIXES: Readonly<Record<string, LineFix>> = {
  'hint.heading': (line) =>
    replaced(line, /^([#＃]{1,6})\s*/u, (_, marks: string) => `${'#'.repeat(marks.length)} `),
  'hint.item': (line, mark) => {
    const lead = LEAD.exec(line)?.[0] ?? '';
    const content = line.slice(lead.length);
    return content.startsWith(mark) ? `${lead}${mark} ${content.slice(mark.length)}` : null;
  },
  'hint.rule': (line) => (/^[ \t>]*-+\s*$/.test(line) ? `${quotes(line)}\n${line}` : null),
  'hint.doubleRule': (line) =>
    /^[ \t>]*=+\s*$/.test(line) ? `${quotes(line)}\n${line.replace(/=+/, '---')}` : null,
  'hint.imageSize': (line, size) => {
    const [width = '', height = ''] = size.split('x');
    const named = height === '' ? width : `${width}x${height}`;
    const pattern = new RegExp(`!\\[([^\\]]*)\\]\\(([^)]*?) +=${escaped(size)}\\)`);
    return replaced(line, pattern, (_, alt: string, url: string) => `![${alt}|${named}](${url})`);
  },
  'hint.addressSpace': (line, address) =>
    line.includes(`](${address})`) ? line.replace(`](${address})`, () => `](<${address}>)`) : null,
  'hint.imageAttributes': (line, attributes) => {
    const pattern = new RegExp(`!\\[([^\\]]*)\\]\\(([^)\\s]*)\\)${escaped(attributes)}`);
    return replaced(line, pattern, (_, alt: string, url: string) =>
      sized(alt, url, sizeOf('width', attributes), sizeOf('height', attributes)),
    );
  },
  'hint.invisible': (line) => replaced(line, INVISIBLE, () => ''),
  'html.curlyQuotes': (line) =>
    replaced(line, /<[a-z][^<>]*>/gi, (tag: string) =>
      tag.replace(/[“”]/g, '"').replace(/[‘’]/g, "'"),
    ),
};

/** Whether {@link fixWarning} puts a warning of the text of these lines right. */
export function isFixable(lines: string[], warning: Warning): boolean {
  return fixedLines(lines, warning) !== null;
}

/** The text without what a warning is about, or null when there is no sure way. */
export function fixWarning(text: string, warning: Warning): string | null {
  return fixedLines(text.split('\n'), warning)?.join('\n') ?? null;
}

function fixedLines(lines: string[], { key, line, detail }: Warning): string[] | null {
  const place = { lines, at: line - 1, detail: detail ?? '' };
  const source = lines[place.at];
  if (source === undefined) return null;
  if (key === 'hint.indentedCode') return withoutIndent(place);
  if (key === 'hint.fence') return withLongerFence(place);
  if (key === 'hint.commaItems') return withItems(place);
  const fixed =
    key === 'table.surplusCells'
      ? withEscapedBars(lines, place.at)
      : (LINE_FIXES[key]?.(source, place.detail) ?? null);
  return fixed === null ? null : withLines(place, place.at, [fixed]);
}

function withLines({ lines }: Place, from: number, next: readonly string[]): string[] {
  return [...lines.slice(0, from), ...next, ...lines.slice(from + next.length)];
}

/** The lines of the paragraph without the spaces that make it code. */
function withoutIndent(place: Place): string[] | null {
  const next: string[] = [];
  for (const line of place.lines.slice(place.at)) {
    const indent = /^(?: {4,}|\t+)/.exec(line);
    if (indent === null) break;
    next.push(line.slice(indent[0].length));
  }
  return next.length === 0 ? null : withLines(place, place.at, next);
}

/** The lines of the paragraph with list marks in the place of `1、`, `2、`, `3、`. */
function withItems(place: Place): string[] | null {
  const next: string[] = [];
  let number = 1;
  for (const line of place.lines.slice(place.at)) {
    if (quotes(line) === line.trimEnd()) break;
    const fixed = replaced(line, new RegExp(`^${number}、\\s*`), () => `${number}. `);
    if (fixed !== null) number += 1;
    next.push(fixed ?? line);
  }
  return number > 1 ? withLines(place, place.at, next) : null;
}

/** The outer fence with one mark more than those in it; the last fence below closes it. */
function withLongerFence(place: Place): string[] | null {
  const { lines, at } = place;
  const outer = /^( *)(`{3,}|~{3,})/.exec(lines[at] ?? '');
  const marks = outer?.[2];
  if (marks === undefined) return null;
  let depth = 0;
  let longest = marks.length;
  for (let end = at + 1; end < lines.length; end += 1) {
    const inner = /^ *(`{3,}|~{3,})(.*)$/.exec(lines[end] ?? '');
    const sign = inner?.[1];
    if (sign === undefined || sign[0] !== marks[0]) continue;
    if (inner?.[2]?.trim() !== '') depth += 1;
    else if (depth > 0) depth -= 1;
    else {
      const fence = (marks[0] ?? '').repeat(longest + 1);
      const next = lines.slice(at, end + 1);
      next[0] = (lines[at] ?? '').replace(marks, fence);
      next[next.length - 1] = (lines[end] ?? '').replace(sign, fence);
      return withLines(place, at, next);
    }
    longest = Math.max(longest, sign.length);
  }
  return null;
}

/** `line` with `pattern` replaced in its content, or null when it is not there. */
function replaced(
  line: string,
  pattern: RegExp,
  by: (match: string, ...groups: string[]) => string,
): string | null {
  const lead = pattern.source.startsWith('^') ? (LEAD.exec(line)?.[0] ?? '') : '';
  const next = lead + line.slice(lead.length).replace(pattern, by);
  return next === line ? null : next;
}

/** The quote marks of a line. */
function quotes(line: string): string {
  return /^[ \t>]*/.exec(line)?.[0].trimEnd() ?? '';
}

/** A number of pixels, or of percent with its sign. */
function sizeOf(side: string, attributes: string): string {
  return new RegExp(`${side}\\s*=\\s*["']?(\\d+%?)`).exec(attributes)?.[1] ?? '';
}

/** An image of a size. Markdown of ours knows pixels only. */
function sized(alt: string, url: string, width: string, height: string): string {
  if (!`${width}${height}`.includes('%')) {
    const size = height === '' ? width : `${width}x${height}`;
    return size === '' ? `![${alt}](${url})` : `![${alt}|${size}](${url})`;
  }
  const sides = Object.entries({ width, height }).filter(([, value]) => value !== '');
  const written = sides.map(([side, value]) => ` ${side}="${value}"`).join('');
  return `<img src="${url}" alt="${alt.replaceAll('"', '&quot;')}"${written}>`;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
