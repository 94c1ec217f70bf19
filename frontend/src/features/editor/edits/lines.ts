import type { Selected } from '../source-editor';
import type { TextEdit } from './text-edit';

interface Lines {
  from: number;
  to: number;
  lines: string[];
}

/** The whole lines that the selection touches; a selection that ends at a line's start does not touch that line. */
export function selectedLines({ text, start, end }: Selected): Lines {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const nextBreak = text.indexOf('\n', Math.max(start, end - 1));
  const to = nextBreak === -1 ? text.length : nextBreak;
  return { from, to, lines: text.slice(from, to).split('\n') };
}

const ANY_MARK = /^(\s*)(?:[-*+] \[[ xX]\] |[-*+] |\d+[.)] )/;
const QUOTE_MARK = /^> ?/;

/** Puts a mark before every line of the selection, or takes it away when all have it. */
function prefixed(
  has: (line: string) => boolean,
  strip: (line: string) => string,
  add: (line: string, index: number) => string,
): TextEdit {
  return (selected) => {
    const { from, to, lines } = selectedLines(selected);
    const written = lines.filter((line) => line.trim() !== '');
    const isOn = written.length > 0 && written.every(has);
    let n = 0;
    const insert = lines
      .map((line) => {
        if (isOn) return strip(line);
        if (line.trim() === '' && lines.length > 1) return line;
        n += 1;
        return add(line, n);
      })
      .join('\n');
    const isSingle = lines.length === 1;
    const end = from + insert.length;
    return { from, to, insert, selectStart: isSingle ? end : from, selectEnd: end };
  };
}

const withoutMark = (line: string) => line.replace(ANY_MARK, '$1');
const indentOf = (line: string) => /^\s*/.exec(line)?.[0] ?? '';
const list = (has: RegExp, sign: (n: number) => string): TextEdit =>
  prefixed(
    (line) => has.test(line),
    withoutMark,
    (line, n) => indentOf(line) + sign(n) + withoutMark(line).trimStart(),
  );

export const bulletList = list(/^\s*[-*+] (?!\[[ xX]\] )/, () => '- ');
export const numberList = list(/^\s*\d+[.)] /, (n) => `${n}. `);
export const taskList = list(/^\s*[-*+] \[[ xX]\] /, () => '- [ ] ');
export const quote = prefixed(
  (line) => QUOTE_MARK.test(line),
  (line) => line.replace(QUOTE_MARK, ''),
  (line) => `> ${line}`,
);
