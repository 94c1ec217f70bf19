import type { Selected } from '../source-editor';

/** A formula of the text and its range with its delimiters, in UTF-16 units. */
export interface FoundFormula {
  from: number;
  to: number;
  tex: string;
  isBlock: boolean;
}

/** A formula among words, or one on lines of its own. */
export type FormulaForm = 'inline' | 'block';

/** The form that a formula has, or that a new one begins with: in an empty line it stands alone. */
export function firstForm({ text, start, end }: Selected, found: FoundFormula | null): FormulaForm {
  if (found !== null) return found.isBlock ? 'block' : 'inline';
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, end);
  const after = /^[^\n]*/.exec(text.slice(end))?.[0] ?? '';
  return (before + after).trim() === '' ? 'block' : 'inline';
}

/** The formula that holds `offset`, or null. Code and amounts of money are no formulas. */
export function formulaAt(text: string, offset: number): FoundFormula | null {
  let at = 0;
  let isLineStart = true;
  while (at < text.length && at <= offset) {
    const step = isLineStart ? fence(text, at) : null;
    if (step !== null) {
      at = step;
      continue;
    }
    isLineStart = text[at] === '\n';
    const found = formulaFrom(text, at);
    if (found !== null) {
      if (offset <= found.to) return offset >= found.from ? found : null;
      at = found.to;
    } else if (text[at] === '\\') at += 2;
    else if (text[at] === '`') at = afterCode(text, at);
    else at += 1;
  }
  return null;
}

function formulaFrom(text: string, at: number): FoundFormula | null {
  if (text.startsWith('$$', at)) return closed(text, at, '$$', '$$', true);
  if (text.startsWith('\\[', at)) return closed(text, at, '\\[', '\\]', true);
  if (text.startsWith('\\(', at)) return closed(text, at, '\\(', '\\)', false);
  if (text[at] !== '$' || /^\$[\s$]/.test(text.slice(at, at + 2))) return null;
  // Pandoc's rule: no space inside the delimiters, no digit after the closing one.
  const rest = /^\$((?:\\[^\n]|[^$\\\n]|\n(?!\s*\n))*?[^\s\\$])\$(?!\d)/.exec(text.slice(at));
  if (rest?.[1] === undefined) return null;
  return { from: at, to: at + rest[0].length, tex: rest[1], isBlock: false };
}

function closed(
  text: string,
  at: number,
  open: string,
  close: string,
  isBlock: boolean,
): FoundFormula | null {
  const end = text.indexOf(close, at + open.length);
  if (end === -1) return null;
  const tex = text.slice(at + open.length, end).trim();
  return { from: at, to: end + close.length, tex, isBlock };
}

/** Where a fenced code block ends that starts here, or null. */
function fence(text: string, at: number): number | null {
  const open = /^ {0,3}(`{3,}|~{3,})[^\n]*\n?/.exec(text.slice(at, at + 200));
  if (open?.[1] === undefined) return null;
  const sign = open[1];
  const end = new RegExp(`^ {0,3}${sign[0]}{${sign.length},}[ \\t]*$`, 'm');
  const body = at + open[0].length;
  const found = end.exec(text.slice(body));
  return found === null ? text.length : body + found.index + found[0].length;
}

function afterCode(text: string, at: number): number {
  const ticks = /^`+/.exec(text.slice(at))?.[0] ?? '`';
  const rest = text.slice(at + ticks.length);
  const close = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(rest);
  const isSameParagraph = close !== null && !/\n\s*\n/.test(rest.slice(0, close.index));
  return at + ticks.length + (isSameParagraph ? close.index + ticks.length : 0);
}
