/** Changes of Markdown that leave code alone. */

const FENCE = /^[\s>]*(?:[-*+]\s+|\d{1,9}[.)]\s+)?(`{3,}|~{3,})(.*)$/;

/** Tells the lines of fenced code from the others, line after line. */
export class FenceReader {
  #marks: string | null = null;

  /** Whether the line belongs to fenced code; its fences do. */
  takes(line: string): boolean {
    const [, marks = '', info = ''] = FENCE.exec(line) ?? [];
    if (this.#marks !== null) {
      if (marks.startsWith(this.#marks) && info.trim() === '') this.#marks = null;
      return true;
    }
    if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return false;
    this.#marks = marks;
    return true;
  }

  /** Whether the next line stands in the code. */
  get isInside(): boolean {
    return this.#marks !== null;
  }
}

const CODE_SPAN = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;

/**
 * The text with `change` done to each paragraph outside of fenced code and code spans.
 *
 * A paragraph is handed over in pieces, without its code spans. `text` has no front matter.
 */
export function mapProse(text: string, change: (prose: string) => string): string {
  const out: string[] = [];
  let paragraph: string[] = [];
  const fences = new FenceReader();
  const flush = () => {
    if (paragraph.length > 0) out.push(outsideSpans(paragraph.join('\n'), change));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    if (fences.takes(line)) {
      flush();
      out.push(line);
    } else if (line.trim() === '') {
      flush();
      out.push(line);
    } else paragraph.push(line);
  }
  flush();
  return out.join('\n');
}

function outsideSpans(paragraph: string, change: (prose: string) => string): string {
  const out: string[] = [];
  let from = 0;
  for (const { 0: span, index } of paragraph.matchAll(CODE_SPAN)) {
    out.push(change(paragraph.slice(from, index)), span);
    from = index + span.length;
  }
  out.push(change(paragraph.slice(from)));
  return out.join('');
}

/** What follows `](`, with or without angle brackets; parentheses may stand in it in pairs. */
const INLINE = /(\]\(\s*)(?:<([^<>\n]*)>|((?:[^()\s\\<>]|\\.|\([^()\s]*\))+))(?=[\s)])/g;
const DEFINITION = /^( {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*)(?:<([^<>\n]*)>|(\S+))/gm;
const ATTRIBUTE =
  /(<(?:img|a|source|video|audio)\b[^<>]*?\s(?:src|href)\s*=\s*)(["'])([^"'<>\n]*)\2/gi;

/**
 * The prose with other addresses for its links and images, those of HTML tags too.
 *
 * `to` gets the address as it was meant, and gives the new one, or null to leave everything as it is.
 */
export function mapAddresses(prose: string, to: (address: string) => string | null): string {
  const bracketed = (whole: string, start: string, inAngles?: string, plain?: string) => {
    const next = to(inAngles ?? (plain ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1'));
    return next === null ? whole : `${start}${/[\s()<>]/.test(next) ? `<${next}>` : next}`;
  };
  return prose
    .replace(INLINE, bracketed)
    .replace(DEFINITION, bracketed)
    .replace(ATTRIBUTE, (whole: string, start: string, quote: string, address: string) => {
      const next = to(address);
      return next === null ? whole : `${start}${quote}${next}${quote}`;
    });
}
