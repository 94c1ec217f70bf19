// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { WorkbenchProvider } from '../editor-context';
import type { Edit } from '../source-editor';
import type { Workbench } from '../workbench';
import { TableDialog } from './table-dialog';

vi.mock('react-i18next', () => ({
  useTranslation: () => ({
    t: (key: string, at?: { row?: number; column?: number }) =>
      [key, at?.row, at?.column].filter((part) => part !== undefined).join(' '),
  }),
}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TABLE = '| a |\n| --- |\n| 1 |';

/** A page whose text is `text`, with the cursor at `cursor`. */
function page(text = '', cursor = 0) {
  const edits: Edit[] = [];
  const selected = { text, start: cursor, end: cursor };
  const state = { isReadOnly: false };
  const workbench = {
    post: { id: 'post' },
    store: { get: () => state, subscribe: () => () => undefined },
    source: { selected: () => selected, apply: (edit: Edit) => edits.push(edit) },
  } as unknown as Workbench;
  const close = vi.fn();
  /** Opens the dialog, as often as one likes. */
  const open = () => {
    cleanup();
    close.mockClear();
    render(
      <WorkbenchProvider workbench={workbench}>
        <TableDialog onClose={close} />
      </WorkbenchProvider>,
    );
  };
  return { edits, selected, state, close, open };
}

const cell = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const fill = (name: string, value: string) => fireEvent.change(cell(name), { target: { value } });

test('the_focus_begins_in_the_first_cell', async () => {
  page().open();
  await vi.waitFor(() => expect(document.activeElement).toBe(cell('table.headCell 1')));
});

test('on_a_touch_screen_no_cell_raises_the_keyboard', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  page().open();
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
});

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Command', { metaKey: true }],
])('%s_and_enter_insert_the_table_from_any_field', (_, keys) => {
  const { edits, close, open } = page();
  for (const field of ['table.headCell 1', 'table.cell 2 3']) {
    open();
    fill('table.headCell 1', 'Name');
    fireEvent.keyDown(cell(field), { key: 'Enter', ...keys });
    expect(close).toHaveBeenCalledOnce();
  }
  expect(edits).toHaveLength(2);
  for (const { insert } of edits) expect(insert).toMatch(/^\| Name \|/);
  open();
  fireEvent.keyDown(screen.getByRole('spinbutton', { name: 'table.rows' }), {
    key: 'Enter',
    ...keys,
  });
  expect(edits).toHaveLength(3);
});

test('what_was_typed_is_there_again_until_it_is_inserted', () => {
  const { close, open } = page();
  open();
  fill('table.cell 1 2', 'kept');
  fireEvent.keyDown(cell('table.cell 1 2'), { key: 'Escape' });
  expect(close).toHaveBeenCalledOnce();
  open();
  expect(cell('table.cell 1 2').value).toBe('kept');
  fireEvent.click(screen.getByRole('button', { name: 'table.insert' }));
  open();
  expect(cell('table.cell 1 2').value).toBe('');
});

test('a_table_that_is_cancelled_is_not_kept', () => {
  const { open } = page();
  open();
  fill('table.cell 1 2', 'dropped');
  fireEvent.click(screen.getByRole('button', { name: 'app:dialog.cancel' }));
  open();
  expect(cell('table.cell 1 2').value).toBe('');
});

test('a_table_for_an_article_that_another_page_writes_by_now_stays_in_its_dialog', () => {
  const { edits, state, close, open } = page();
  open();
  fill('table.cell 1 2', 'kept');
  state.isReadOnly = true;
  open();
  fireEvent.keyDown(cell('table.cell 1 2'), { key: 'Enter', ctrlKey: true });
  fireEvent.click(screen.getByRole('button', { name: 'table.insert' }));
  expect(edits).toEqual([]);
  expect(close).not.toHaveBeenCalled();
  expect(cell('table.cell 1 2').value).toBe('kept');
});

test('a_kept_table_can_be_begun_anew', () => {
  const { open } = page();
  open();
  expect(screen.queryByRole('button', { name: 'table.startOver' })).toBeNull();
  fill('table.cell 1 2', 'kept');
  open();
  fireEvent.click(screen.getByRole('button', { name: 'table.startOver' }));
  expect(cell('table.cell 1 2').value).toBe('');
  open();
  expect(cell('table.cell 1 2').value).toBe('');
});

test('what_was_changed_in_a_table_is_kept_for_this_table_only', () => {
  const { selected, open } = page(TABLE, 3);
  open();
  fill('table.cell 1 1', '2');
  open();
  expect(cell('table.cell 1 1').value).toBe('2');
  fireEvent.click(screen.getByRole('button', { name: 'table.startOver' }));
  expect(cell('table.cell 1 1').value).toBe('1');
  fill('table.cell 1 1', '2');
  // The same table once more, further down.
  Object.assign(selected, {
    text: `${TABLE}\n\n${TABLE}`,
    start: TABLE.length + 5,
    end: TABLE.length + 5,
  });
  open();
  expect(cell('table.cell 1 1').value).toBe('1');
  Object.assign(selected, { text: TABLE.replace('1', '5'), start: 3, end: 3 });
  open();
  expect(cell('table.cell 1 1').value).toBe('5');
  selected.text = '';
  open();
  expect(cell('table.cell 1 1').value).toBe('');
});
