import type { Edit, Selected } from '../../source-editor';
import { closesVerbatim, verbatimAround, verbatimAtEnd } from '../verbatim';

/** Two signs that belong together. */
interface Pair {
  open: string;
  close: string;
  /** Also in code and formulas. */
  isInCode: boolean;
}

const pair = (open: string, close: string, isInCode = false): Pair => ({ open, close, isInCode });

/** What is closed by itself when its opening sign is typed. */
const PAIRS: readonly Pair[] = [
  pair('(', ')', true),
  pair('[', ']', true),
  pair('{', '}', true),
  pair('"', '"', true),
  pair("'", "'", true),
  pair('`', '`'),
  pair('$', '$'),
  pair('「', '」'),
  pair('『', '』'),
  pair('“', '”'),
  pair('‘', '’'),
  pair('《', '》'),
  pair('〈', '〉'),
  pair('（', '）'),
  pair('【', '】'),
  pair('〔', '〕'),
];

/** What a selection is put between, besides the pairs. */
const AROUND: Readonly<Record<string, string>> = { '*': '*', _: '_', '~': '~', '=': '=' };

const CLOSERS = new Set(PAIRS.map(({ close }) => close));
const SIGNS = new Set([
  ...PAIRS.flatMap(({ open, close }) => [open, close]),
  ...Object.keys(AROUND),
  ...'0123456789',
]);
const isSymmetric = ({ open, close }: Pair) => open === close;
const WORD = /[\p{L}\p{N}_]/u;
const LATIN = /[A-Za-z0-9_]/;

/** Whether typing this sign may be more than the sign itself. Cheap, so that other letters cost nothing. */
export function isPairSign(sign: string): boolean {
  return SIGNS.has(sign);
}

/**
 * What typing one sign does where more than the sign is wanted; null elsewhere.
 *
 * - A selection in one paragraph is put between the signs of a pair.
 * - A closing sign that is there already is stepped over, and so is the line that closes a block.
 * - An opening sign gets its closing one, unless a word follows.
 */
export function typeSign(selected: Selected, sign: string): Edit | null {
  const { text, start, end } = selected;
  if (start !== end) return surroundBy(selected, sign);
  if (/\d/.test(sign)) return dollarAmount(selected, sign);
  if (!isPairSign(sign)) return null;
  const closed = closedBelow(text, start, sign) ?? bracketBelow(text, start, sign);
  if (closed !== null) return closed;
  const isCode = isInCode(text, start);
  if (sign === '*') return isCode ? null : star(selected);
  const after = text[start] ?? '';
  const line = lineOf(text, start);
  if (after === sign && CLOSERS.has(sign) && isStepOver(line, sign)) return step(start);
  const found = PAIRS.find(({ open }) => open === sign);
  if (found === undefined || (isCode && !found.isInCode) || !mayClose(line, found)) return null;
  return insertAt(start, sign + found.close, 1);
}

/** What Backspace does between the signs of an empty pair: it removes both. Null elsewhere. */
export function eraseEmptyPair({ text, start, end }: Selected): Edit | null {
  if (start !== end) return null;
  const [before, after] = [text[start - 1], text[start]];
  if (before === undefined || after === undefined) return null;
  const isStars = text.slice(start - 2, start) === '**' && text.slice(start, start + 2) === '**';
  const isPair =
    isStars ||
    PAIRS.some(
      ({ open, close }) => open === before && close === after && !isPartOfRun(text, start, open),
    );
  if (!isPair) return null;
  const size = isStars ? 2 : 1;
  return {
    from: start - size,
    to: start + size,
    insert: '',
    selectStart: start - size,
    selectEnd: start - size,
  };
}

/**
 * What follows a sign that an input method has just written before the cursor, or null.
 *
 * `replaced` is what was selected before: the sign stands in its place now.
 */
export function afterComposition(
  { text, start }: Selected,
  sign: string,
  replaced: string,
): Edit | null {
  if (text.slice(start - sign.length, start) !== sign || sign.length !== 1) return null;
  const without = text.slice(0, start - 1) + replaced + text.slice(start);
  const edit = typeSign(
    { text: without, start: start - 1, end: start - 1 + replaced.length },
    sign,
  );
  if (edit === null || (edit.insert === '' && edit.from !== edit.to)) return null;
  if (edit.insert === '') {
    // Stepped over: the sign that was there goes, and the one that was typed stays.
    return { from: start, to: start + 1, insert: '', selectStart: start, selectEnd: start };
  }
  return { ...edit, from: start - 1, to: start };
}

function surroundBy({ text, start, end }: Selected, sign: string): Edit | null {
  const body = text.slice(start, end);
  const close = PAIRS.find(({ open }) => open === sign)?.close ?? AROUND[sign];
  if (close === undefined || body.trim() === '' || /\n\s*\n/.test(body)) return null;
  if (isInCode(text, start) && !PAIRS.some(({ open, isInCode: may }) => open === sign && may))
    return null;
  return {
    from: start,
    to: end,
    insert: sign + body + close,
    selectStart: start + 1,
    selectEnd: end + 1,
  };
}

const BLOCK_SIGNS = '`~$';

/** A line that closes a block right above the one that Enter put there: only that one stays. */
function closedBelow(text: string, at: number, sign: string): Edit | null {
  if (!BLOCK_SIGNS.includes(sign)) return null;
  const { before, after } = lineOf(text, at);
  if (after !== '' || at === text.length) return null;
  const from = at - before.length;
  const [below = ''] = text.slice(at + 1).split('\n', 1);
  const inside = text.slice(0, from);
  if (!closesVerbatim(inside, before + sign) || !closesVerbatim(inside, below)) return null;
  const end = from + below.length;
  return { from, to: at + 1, insert: '', selectStart: end, selectEnd: end };
}

/** A bracket that Enter has put below, or that begins the line at the cursor, where no other one is missing. */
function bracketBelow(text: string, at: number, sign: string): Edit | null {
  const found = PAIRS.find((one) => one.close === sign && one.isInCode && !isSymmetric(one));
  const { before, after } = lineOf(text, at);
  if (found === undefined || before.trim() !== '') return null;
  const [above, below] = partsAround(text, at);
  const nOpen = count(above, found.open) - count(above, sign);
  if (nOpen <= 0 || nOpen + count(below, found.open) > count(below, sign)) return null;
  if (after.startsWith(sign)) return step(at);
  const [, next = ''] = text.slice(at).split('\n', 2);
  if (after.trim() !== '' || !next.trimStart().startsWith(sign)) return null;
  const from = at - before.length;
  const cursor = from + next.indexOf(sign) + 1;
  const to = at + after.length + 1;
  return { from, to, insert: '', selectStart: cursor, selectEnd: cursor };
}

/** What stands before and behind a place in its code block, formula or paragraph. */
function partsAround(text: string, at: number): [string, string] {
  const verbatim = verbatimAround(text, at);
  if (verbatim !== null) return [text.slice(verbatim.from, at), text.slice(at, verbatim.to)];
  const before = text.slice(0, at).split(/\n[ \t]*\n/);
  return [before.at(-1) ?? '', text.slice(at).split(/\n[ \t]*\n/)[0] ?? ''];
}

/** `**` is closed when its second star is typed, and stepped over when it is closed again. */
function star({ text, start }: Selected): Edit | null {
  const line = lineOf(text, start);
  const left = /\**$/.exec(line.before)?.[0].length ?? 0;
  const right = /^\**/.exec(line.after)?.[0].length ?? 0;
  const head = line.before.slice(0, line.before.length - left);
  const nRuns = (head.match(/\*\*/g) ?? []).length;
  if (right > 0 && left + right === 2 && nRuns % 2 === 1) return step(start);
  // Between an empty pair both sides grow: bold becomes bold and italic.
  if (left === 2 && right === 2) return insertAt(start, '**', 1);
  if (left !== 1 || right > 0 || nRuns % 2 === 1 || WORD.test(line.after.charAt(0))) return null;
  return insertAt(start, '***', 1);
}

/** `$5` is money: a digit between the signs of an empty pair takes the closing one away. */
function dollarAmount({ text, start }: Selected, digit: string): Edit | null {
  if (text[start - 1] !== '$' || text[start] !== '$' || isPartOfRun(text, start, '$')) return null;
  return {
    from: start,
    to: start + 1,
    insert: digit,
    selectStart: start + 1,
    selectEnd: start + 1,
  };
}

/** Whether the cursor stands in the middle of more than a pair, as in four backticks. */
function isPartOfRun(text: string, at: number, sign: string): boolean {
  return text[at - 2] === sign || text[at + 1] === sign;
}

interface Line {
  before: string;
  after: string;
}

function lineOf(text: string, at: number): Line {
  const end = text.indexOf('\n', at);
  return {
    before: text.slice(text.lastIndexOf('\n', at - 1) + 1, at),
    after: text.slice(at, end === -1 ? text.length : end),
  };
}

/** A closing sign is stepped over where the line is in balance with it and would not be with another. */
function isStepOver({ before, after }: Line, sign: string): boolean {
  const found = PAIRS.find(({ close }) => close === sign);
  if (found === undefined) return false;
  const line = before + after;
  if (isSymmetric(found)) return count(before, sign) % 2 === 1 && count(line, sign) % 2 === 0;
  return (
    count(before, found.open) > count(before, sign) && count(line, found.open) <= count(line, sign)
  );
}

function mayClose({ before, after }: Line, { open, close }: Pair): boolean {
  const next = after.charAt(0);
  if (WORD.test(next) || next === open) return false;
  const previous = before.slice(-1);
  if (previous === '\\') return false;
  if (open !== close) return true;
  // An apostrophe, an amount, or the end of what was opened before.
  if (LATIN.test(previous) || previous === open) return false;
  return count(before, open) % 2 === 0;
}

/** Whether a place is in a code span, a code block, a formula or front matter. */
export function isInCode(text: string, at: number): boolean {
  if (verbatimAtEnd(text.slice(0, at)) !== null) return true;
  const { before } = lineOf(text, at);
  return count(before, '`') % 2 === 1;
}

const count = (text: string, sign: string) => text.split(sign).length - 1;

function step(at: number): Edit {
  return { from: at, to: at, insert: '', selectStart: at + 1, selectEnd: at + 1 };
}

function insertAt(at: number, insert: string, cursor: number): Edit {
  return { from: at, to: at, insert, selectStart: at + cursor, selectEnd: at + cursor };
}
