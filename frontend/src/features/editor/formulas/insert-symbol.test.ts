import { expect, test } from 'vitest';
import { insertSymbol } from './insert-symbol';

const insert = (marked: string, symbol: string) => {
  const [before = '', selected = '', after = ''] = marked.split('|');
  const start = before.length;
  const made = insertSymbol(before + selected + after, start, start + selected.length, symbol);
  return `${made.tex.slice(0, made.cursor)}|${made.tex.slice(made.cursor)}`;
};

test('a_symbol_takes_the_selection_in_and_keeps_clear_of_letters', () => {
  expect(insert('||', '\\frac{□}{}')).toBe('\\frac{|}{}');
  expect(insert('1+|x|', '\\sqrt{□}')).toBe('1+\\sqrt{x|}');
  expect(insert('||x', '\\alpha')).toBe('\\alpha |x');
  expect(insert('\\alpha||', '\\beta')).toBe('\\alpha\\beta |');
});
