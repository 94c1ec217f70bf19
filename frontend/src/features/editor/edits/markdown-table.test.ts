import { expect, test } from 'vitest';
import {
  insertColumn,
  insertRow,
  moveColumn,
  moveRow,
  removeColumn,
  removeRow,
  resize,
  setAlignment,
  setCell,
} from '../tables/edit-table';
import { emptyTable, type MarkdownTable, tableAt, tableText } from './markdown-table';

const text = '前\n\n| 名 | b |\n| :-- | --: |\n| 一 | 2 |\n\n后';
const found = (source: string, mark: string) => tableAt(source, source.indexOf(mark));

test('the_table_around_the_cursor_is_read', () => {
  for (const mark of ['名', ':--', '一']) {
    expect(found(text, mark)?.table).toEqual({
      columns: ['left', 'right'],
      rows: [
        ['名', 'b'],
        ['一', '2'],
      ],
    });
  }
  expect(found(text, '前')).toBeNull();
  expect(found(text, '后')).toBeNull();
  const { from, to } = found(text, '一') ?? { from: 0, to: 0 };
  expect(text.slice(from, to)).toBe('| 名 | b |\n| :-- | --: |\n| 一 | 2 |');
});

test('of_two_tables_the_one_at_the_cursor_is_read', () => {
  const both = '| a |\n| - |\n| 1 |\n\n| b |\n| - |\n| 2 |';
  expect(found(both, '1')?.table.rows[0]).toEqual(['a']);
  expect(found(both, 'b')?.table.rows[0]).toEqual(['b']);
  expect(found(both, '2')?.table.rows[0]).toEqual(['b']);
});

test('bars_in_cells_are_escaped_and_short_rows_filled', () => {
  const source = 'a | b\n- | -\nx \\| y\n';
  const table = found(source, 'x')?.table as MarkdownTable;
  expect(table.rows[1]).toEqual(['x | y', '']);
  expect(tableText(table)).toBe('| a      | b   |\n| ------ | --- |\n| x \\| y |     |');
});

test('a_table_in_a_quote_keeps_its_marks', () => {
  const source = '> | a |\n> | - |\n> | 1 |';
  const at = found(source, '1');
  expect(at?.prefix).toBe('> ');
  expect(tableText(at?.table as MarkdownTable, at?.prefix)).toBe('> | a   |\n> | --- |\n> | 1   |');
});

test('chinese_letters_count_as_two_columns', () => {
  const table: MarkdownTable = {
    columns: ['left', 'center', 'right', 'none'],
    rows: [
      ['姓名', 'x', 'y', 'z'],
      ['a', '居中', '靠右', ''],
    ],
  };
  expect(tableText(table)).toBe(
    [
      '| 姓名 |  x   |    y | z   |',
      '| :--- | :--: | ---: | --- |',
      '| a    | 居中 | 靠右 |     |',
    ].join('\n'),
  );
  expect(found(tableText(table), '姓名')?.table).toEqual(table);
});

test('a_line_with_a_bar_is_no_table', () => {
  expect(found('a | b\nc | d', 'c')).toBeNull();
  expect(found('---\n\na | b', 'a')).toBeNull();
});

test('rows_and_columns_come_go_and_move', () => {
  const table = setCell(1, 1, 'x')(emptyTable(2, 2));
  expect(insertRow(0)(table).rows).toEqual([
    ['', ''],
    ['', ''],
    ['', 'x'],
  ]);
  expect(removeRow(0)(table)).toBe(table);
  expect(removeRow(1)(table).rows).toEqual([['', '']]);
  expect(insertColumn(2)(table).rows[1]).toEqual(['', 'x', '']);
  expect(moveColumn(1, -1)(setAlignment(1, 'right')(table))).toEqual({
    columns: ['right', 'none'],
    rows: [
      ['', ''],
      ['x', ''],
    ],
  });
  expect(moveColumn(1, 1)(table)).toEqual(table);
  expect(moveRow(1, -1)(table).rows[0]).toEqual(['', 'x']);
  expect(removeColumn(0)(table).rows[1]).toEqual(['x']);
  expect(resize(1, 3)(table).rows).toEqual([['', '', '']]);
});
