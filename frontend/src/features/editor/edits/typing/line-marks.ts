/** A quote mark or list mark at the start of a line, with the spaces around it. */
export type LineMark =
  | { kind: 'quote'; text: string }
  | {
      kind: 'item';
      text: string;
      indent: string;
      /** Null for bullets. */
      number: number | null;
      /** `-`, `*` or `+`, or the sign after the number. */
      sign: string;
      /** Spaces after the mark. */
      gap: string;
      isTask: boolean;
    };

const QUOTE = /^[ \t]*>[ \t]?/;
const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\](?:[ \t]+|$))?/;
const DIVIDER = /^[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*$/;

/** The marks that a line begins with, outermost first. */
export function lineMarks(line: string): LineMark[] {
  const marks: LineMark[] = [];
  let rest = line;
  while (!DIVIDER.test(rest)) {
    const quote = QUOTE.exec(rest);
    const item = ITEM.exec(rest);
    if (quote !== null) marks.push({ kind: 'quote', text: quote[0] });
    else if (item !== null) {
      const [text, indent = '', bullet, number, delimiter = '', gap = ' ', task] = item;
      marks.push({
        kind: 'item',
        text,
        indent,
        number: number === undefined ? null : Number(number),
        sign: bullet ?? delimiter,
        gap: gap.length > 4 ? ' ' : gap,
        isTask: task !== undefined,
      });
    } else break;
    rest = rest.slice((quote ?? item)?.[0].length);
  }
  return marks;
}

/** What the lines below begin with to stay in the quotes and items of these marks. */
export function leadBelow(marks: readonly LineMark[]): string {
  return marks
    .map((mark) =>
      mark.kind === 'quote'
        ? mark.text
        : mark.indent + ' '.repeat(bareMark(mark).length + mark.gap.length),
    )
    .join('');
}

/** A line as a part of lists. Columns are counted after the quote marks, a tab as four. */
export interface ListLine {
  /** The quote marks that the line begins with. */
  quote: string;
  /** How many quotes the line stands in. */
  depth: number;
  isBlank: boolean;
  /** Where the text or the list mark begins. */
  column: number;
  item: {
    number: number | null;
    sign: string;
    isTask: boolean;
    /** Where the item's text begins: what belongs to the item is indented so far. */
    contentColumn: number;
  } | null;
}

export function listLine(line: string): ListLine {
  // A quote mark that is indented belongs to an item: it is content.
  const quote = /^(?: ?>[ ]?)*/.exec(line)?.[0] ?? '';
  const rest = line.slice(quote.length);
  const [first] = lineMarks(rest);
  const column = widthOf(/^[ \t]*/.exec(rest)?.[0] ?? '');
  const mark = first?.kind === 'item' ? first : null;
  return {
    quote,
    depth: quote.replace(/[^>]/g, '').length,
    isBlank: rest.trim() === '',
    column,
    item:
      mark === null
        ? null
        : {
            number: mark.number,
            sign: mark.sign,
            isTask: mark.isTask,
            contentColumn: column + bareMark(mark).length + mark.gap.length,
          },
  };
}

/** The mark alone, such as `-` or `12.`. */
export function bareMark({ number, sign }: { number: number | null; sign: string }): string {
  return number === null ? sign : `${number}${sign}`;
}

/**
 * The line moved by so many columns. It belongs to an item whose text or mark begins at column `base`; further indentation
 * of what is no item, such as tabs of code, stays as it is.
 */
export function shifted(line: string, base: number, by: number): string {
  const { quote, column, item } = listLine(line);
  const rest = line.slice(quote.length);
  const indent = /^[ \t]*/.exec(rest)?.[0] ?? '';
  const isKept = item === null && column >= base;
  let width = 0;
  let at = 0;
  while (at < indent.length && (width < base || !isKept)) {
    width += indent[at] === '\t' ? 4 : 1;
    at += 1;
  }
  return quote + ' '.repeat(Math.max(0, width + by)) + rest.slice(at);
}

/** The line with another list mark; what it held before is not changed. */
export function withMark(line: string, mark: { number: number | null; sign: string }): string {
  const { quote } = listLine(line);
  return (
    quote +
    line
      .slice(quote.length)
      .replace(/^([ \t]*)(?:[-*+]|\d{1,9}[.)])/, (_, indent) => indent + bareMark(mark))
  );
}

function widthOf(spaces: string): number {
  return spaces.replaceAll('\t', '    ').length;
}
