import { isInCode } from '../edits/typing/pairs';
import type { Selected } from '../source-editor';

const ADDRESS = /^https?:\/\/\S+$/i;

/** The link that an address pasted over a selection makes; null for any other paste, and in code. */
export function pastedLink({ text, start, end }: Selected, pasted: string): string | null {
  const selected = text.slice(start, end);
  const address = pasted.trim();
  if (selected.trim() === '' || selected.includes('\n') || !ADDRESS.test(address)) return null;
  // An address is replaced, and so is the beginning of one, which an inserted link has.
  if (/^https?:\/\/\S*$/i.test(selected.trim()) || isInCode(text, start)) return null;
  const target = /[()]/.test(address) ? `<${address}>` : address;
  return `[${selected.replace(/[[\]]/g, '\\$&')}](${target})`;
}
