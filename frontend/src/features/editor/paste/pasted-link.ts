import { isInCode } from '../edits/typing/pairs';
import { verbatimAtEnd } from '../edits/verbatim';
import type { Selected } from '../source-editor';

/** Full-width signs of a sentence: what holds one is more than an address. */
const SENTENCE = /[，。；：！？、（）《》「」“”…]/;
const ADDRESS = /^(?:https?:\/\/|www\.)[^\s<>]+$/i;

/** The link that an address pasted over a selection makes; null for any other paste, and in code. */
export function pastedLink({ text, start, end }: Selected, pasted: string): string | null {
  const selected = text.slice(start, end);
  const address = pasted.trim();
  if (selected.trim() === '' || selected.includes('\n') || !ADDRESS.test(address)) return null;
  // An address is replaced, and so is the beginning of one, which an inserted link has.
  if (/^(?:https?:\/\/|www\.)\S*$/i.test(selected.trim()) || isInCode(text, start)) return null;
  const whole = address.replace(/^www\./i, 'https://$&');
  const target = /[()]/.test(whole) ? `<${whole}>` : whole;
  return `[${selected.replace(/[[\]]/g, '\\$&')}](${target})`;
}

/**
 * A pasted address with letters that would end it in running text, such as Chinese ones, in the brackets that hold it
 * together; null for any other paste, in code, in an HTML tag, and where it stands in brackets already.
 */
export function wholeAddress({ text, start }: Selected, pasted: string): string | null {
  const address = pasted.trim();
  if (!/^https?:/i.test(address) || !ADDRESS.test(address)) return null;
  if (/^[ -~]*$/.test(address) || SENTENCE.test(address)) return null;
  const before = text.slice(0, start);
  if (/<[^<>\n]*$/.test(before) || isInCode(text, start) || verbatimAtEnd(before) !== null) {
    return null;
  }
  return `<${address}>`;
}
