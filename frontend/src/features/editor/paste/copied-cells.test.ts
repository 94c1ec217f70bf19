import { expect, test } from 'vitest';
import { copiedCells } from './copied-cells';

test('cells_with_tabs_between_them_are_a_table', () => {
  expect(copiedCells('月份\t收入\n一月\t1,234.50\n')).toBe(
    '| 月份 | 收入     |\n| ---- | -------- |\n| 一月 | 1,234.50 |',
  );
});

test('bars_line_breaks_and_quotes_in_cells_are_kept', () => {
  const text = `a\tb\n"x|y\n第二行"\t"他说""好""`;
  expect(copiedCells(`${text}"\n`)).toContain('| x\\|y<br>第二行 | 他说"好" |');
});

test('a_text_that_is_no_cells_is_none', () => {
  for (const text of ['一句话', 'a\tb\nc', '\t', '']) expect(copiedCells(text)).toBeNull();
});
