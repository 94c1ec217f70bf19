import type { AnyTranslate, Lookup } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';

/**
 * What KaTeX says of a formula, by the key of our words for it; the groups `what` and `got` are parts of the formula.
 * Source: the errors that KaTeX 0.16 and later throw (`new ParseError`).
 */
const REASONS: readonly (readonly [string, RegExp])[] = [
  ['command', /^Undefined control sequence: (?<what>\S+)/],
  ['unfinished', /^Unexpected end of input in a macro argument, expected '(?<what>.+?)'/],
  ['unfinished', /^Expected '(?<what>.+?)', got 'EOF'/],
  ['extra', /^Expected 'EOF', got '(?<what>.+?)' at/],
  ['expected', /^Expected '(?<what>.+?)', got '(?<got>.*?)' at/],
  ['extra', /^Extra (?<what>\})/],
  ['superscript', /^Double superscript/],
  ['subscript', /^Double subscript/],
  ['argument', /^Expected group (?:after '(?<what>.+?)'|as )/],
  ['textMode', /^Can't use function '(?<what>.+?)' in text mode/],
  ['mathMode', /^Can't use function '(?<what>.+?)' in math mode/],
  ['environment', /^No such environment: (?<what>\S+)/],
  ['mismatch', /^Mismatch: (?<what>\S+) matched by (?<got>\S+)/],
  ['row', /^Expected (?:& or )?\\\\ or \\cr or \\end/],
  ['delimiter', /^(?:Illegal|Invalid) delimiter:? '(?<what>[^']*)/],
  ['noDelimiter', /^Invalid delimiter type/],
  ['middle', /^\\middle without preceding \\left/],
  ['value', /^Invalid (?:size|unit|color): '(?<what>[^']*)/],
  ['character', /^Unsupported character: '?(?<what>[^']*)/],
  [
    'columns',
    /^Too many tab characters|^Unknown column alignment|can contain only one column|^Expected l or c or r/,
  ],
  ['display', /^(?<what>\{.+?\}) can be used only in display mode/],
  ['limits', /^Limit controls must follow/],
  ['tag', /^\\tag works only in display|^Multiple \\tag/],
  ['endless', /^Too many expansions/],
];

/** An error of KaTeX, without its prefix, in the words of the interface: the reason, and where in the formula it is. */
export function formulaError(t: AnyTranslate, message: string): KeyedError {
  const lookup = t as unknown as Lookup;
  const found = REASONS.find(([, pattern]) => pattern.test(message));
  const groups = found?.[1].exec(message)?.groups;
  const reason = lookup(`errors:formula.${found?.[0] ?? 'other'}`, { ...groups });
  const position = / at position (\d+): /.exec(message)?.[1];
  const words = position === undefined ? reason : lookup('errors:formula.at', { reason, position });
  return new KeyedError('engine.formula', words);
}
