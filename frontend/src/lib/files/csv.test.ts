import { expect, test } from 'vitest';
import { parseCsv, toCsv } from './csv';

test('cells_that_a_spreadsheet_would_compute_are_text', () => {
  const written = toCsv([['=1+1', '+86', '-2', '@SUM', 'plain']]);
  expect(written).toBe("\uFEFF'=1+1,'+86,'-2,'@SUM,plain\r\n");
});

test('commas_quotes_and_lines_survive', () => {
  const rows = [
    ['a,b', 'say "hi"', 'two\nlines'],
    ['', '中文', 'x'],
  ];
  expect(parseCsv(toCsv(rows)).map(({ cells }) => cells)).toEqual(rows);
});

test('rows_know_their_lines_and_empty_ones_are_none', () => {
  expect(parseCsv('a,b\r\n\r\n"x\ny",2\n,\nlast,1')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', '2'] },
    { line: 6, cells: ['last', '1'] },
  ]);
});

test('a_quote_that_is_never_closed_ends_with_the_text', () => {
  expect(parseCsv('"a,b\nc')).toEqual([{ line: 1, cells: ['a,b\nc'] }]);
});
