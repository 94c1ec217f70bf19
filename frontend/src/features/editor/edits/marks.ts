import { surround } from './surround';
import type { Placeholder, TextEdit } from './text-edit';

const mark =
  (sign: string, words: Placeholder): TextEdit =>
  (selected, wordsFor) =>
    surround(selected, sign, wordsFor(words));

export const bold = mark('**', 'bold');
export const italic = mark('*', 'italic');
export const strike = mark('~~', 'strike');
export const underline = mark('++', 'underline');
export const highlight = mark('==', 'mark');
