import { mayBeFrontMatter } from '../../../lib/text/front-matter';

/** A part of the text where Markdown's marks mean nothing. */
type Verbatim = 'frontMatter' | 'fence' | 'formula';

interface Open {
  kind: Verbatim;
  /** What its lines begin with because of the quotes and items that it stands in. */
  lead: string;
  closes: (line: string) => boolean;
}

/** What a line may begin with before a fence: quotes, list marks, spaces. */
const CONTAINERS = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))*[ \t]*/;

/** The verbatim part that a text ends in, or null. The line that opens a part is not in it, the one that closes it is. */
export function verbatimAtEnd(text: string): Verbatim | null {
  return openAtEnd(text)?.kind ?? null;
}

/** What lines begin with in the verbatim part that a text ends in, because of the quotes and items around; null elsewhere. */
export function verbatimLead(text: string): string | null {
  return openAtEnd(text)?.lead ?? null;
}

/** Whether a line would close the verbatim part that a text ends in. */
export function closesVerbatim(text: string, line: string): boolean {
  return openAtEnd(text)?.closes(line) ?? false;
}

/** From where to where the verbatim part around a place goes, without the lines that open and close it; null elsewhere. */
export function verbatimAround(text: string, at: number): { from: number; to: number } | null {
  const open = openAtEnd(text.slice(0, at));
  if (open === null) return null;
  const lines = text.split('\n');
  const row = text.slice(0, at).split('\n').length;
  const end = lines.findIndex((line, index) => index >= row && open.closes(line));
  const offset = (line: number) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0);
  return { from: offset(open.firstLine), to: end === -1 ? text.length : offset(end) };
}

function openAtEnd(text: string): (Open & { firstLine: number }) | null {
  let open: Open | null = null;
  let firstLine = 1;
  const lines = text.split('\n');
  if (lines.length > 1 && mayBeFrontMatter(lines)) open = FRONT_MATTER;
  for (const [index, line] of lines.entries()) {
    if (index === 0 && open !== null) continue;
    // The last line opens nothing yet: the text ends on it.
    const isLast = index === lines.length - 1;
    if (open === null) {
      if (!isLast) open = opened(line);
      firstLine = index + 1;
    } else if (open.closes(line)) {
      if (isLast) break;
      open = null;
    }
  }
  return open && { ...open, firstLine };
}

/** Whether a line opens a verbatim part, when none is open. */
export function opensVerbatim(line: string): boolean {
  return opened(line) !== null;
}

const FRONT_MATTER: Open = {
  kind: 'frontMatter',
  lead: '',
  closes: (line) => line.trimEnd() === '---',
};

function opened(line: string): Open | null {
  const inner = line.replace(CONTAINERS, '');
  const lead = line.slice(0, line.length - inner.length).replace(/[^>\t ]/g, ' ');
  const ticks = /^(`{3,})[^`]*$|^(~{3,})/.exec(inner);
  const sign = ticks?.[1] ?? ticks?.[2];
  if (sign !== undefined) {
    return {
      kind: 'fence',
      lead,
      closes: (next) => {
        const close = next.replace(/^[ \t>]*/, '').trimEnd();
        return close.length >= sign.length && close === sign.charAt(0).repeat(close.length);
      },
    };
  }
  if (inner.trim() === '$$') {
    return {
      kind: 'formula',
      lead,
      closes: (next) => next.replace(/^[ \t>]*/, '').trim() === '$$',
    };
  }
  return null;
}
