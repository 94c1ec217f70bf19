import type { Command, Placeholder } from './command';
import { surround } from './surround';

const mark =
  (sign: string, words: Placeholder): Command =>
  (selected, context) =>
    surround(selected, sign, context.placeholder(words));

export const bold = mark('**', 'bold');
export const italic = mark('*', 'italic');
export const strike = mark('~~', 'strike');
export const underline = mark('++', 'underline');
export const highlight = mark('==', 'mark');
