// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { emptyTable } from '../edits/markdown-table';
import { TableGrid } from './table-grid';

vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string, at?: { row?: number; column?: number }) =>
      [key, at?.row, at?.column].filter((part) => part !== undefined).join(' '),
  }),
}));
afterEach(cleanup);

function Board() {
  const [table, setTable] = useState(emptyTable(2, 2));
  return <TableGrid table={table} onChange={setTable} />;
}

const cell = (name: string) => screen.getByRole('textbox', { name });

test('enter_takes_the_focus_to_the_cell_below_before_the_next_letter', () => {
  render(<Board />);
  fireEvent.keyDown(cell('table.headCell 1'), { key: 'Enter' });
  expect(document.activeElement).toBe(cell('table.cell 1 1'));
});

test('enter_in_the_last_row_takes_the_focus_to_a_new_one_before_the_next_letter', () => {
  render(<Board />);
  fireEvent.keyDown(cell('table.cell 1 2'), { key: 'Enter' });
  expect(document.activeElement).toBe(cell('table.cell 2 2'));
});

test('enter_that_ends_a_composed_word_stays_in_its_cell', () => {
  render(<Board />);
  const first = cell('table.headCell 1');
  first.focus();
  fireEvent.keyDown(first, { key: 'Enter', isComposing: true });
  // Safari has ended the composition before it tells of the key.
  fireEvent.keyDown(first, { key: 'Enter', keyCode: 229 });
  expect(document.activeElement).toBe(first);
});

test('a_row_that_is_added_has_the_focus', () => {
  render(<Board />);
  fireEvent.click(screen.getByRole('button', { name: 'table.addRow' }));
  expect(document.activeElement).toBe(cell('table.cell 2 1'));
});

test('tab_at_the_end_of_a_row_goes_to_the_next_one_and_leaves_the_table_at_its_end', () => {
  render(<Board />);
  fireEvent.click(screen.getByRole('button', { name: 'table.addRow' }));
  const [first, last] = [cell('table.cell 1 2'), cell('table.cell 2 2')];
  first.focus();
  expect(fireEvent.keyDown(first, { key: 'Tab' })).toBe(false);
  expect(document.activeElement).toBe(cell('table.cell 2 1'));
  expect(fireEvent.keyDown(first, { key: 'Tab', shiftKey: true })).toBe(true);
  expect(fireEvent.keyDown(cell('table.cell 1 1'), { key: 'Tab' })).toBe(true);
  last.focus();
  expect(fireEvent.keyDown(last, { key: 'Tab' })).toBe(true);
  expect(document.activeElement).toBe(last);
});
