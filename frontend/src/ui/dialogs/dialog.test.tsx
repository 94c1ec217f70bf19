// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { startI18n } from '../../i18n';
import { TextField } from '../fields/text-field';
import { Dialog } from './dialog';

afterEach(cleanup);

/** A form whose field stands on the first of two tabs. */
function Form() {
  const [isOpen, setIsOpen] = useState(true);
  const [tab, setTab] = useState(1);
  const [text, setText] = useState('');
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        open
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title="form">
        <button type="button" onClick={() => setTab(3 - tab)}>
          other tab
        </button>
        {tab === 1 && <TextField label="name" value={text} onChange={setText} />}
        {tab === 2 && <TextField label="address" value="" onChange={() => undefined} />}
      </Dialog>
    </>
  );
}

const QUESTION = '放弃已填写的内容？';

async function show() {
  const i18n = await startI18n('zh-CN');
  render(
    <I18nextProvider i18n={i18n}>
      <Form />
    </I18nextProvider>,
  );
}

function type(label: string, value: string) {
  const field = screen.getByLabelText(label);
  fireEvent.focus(field);
  fireEvent.input(field, { target: { value } });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name, hidden: true }));

test('what_was_typed_on_another_tab_of_a_dialog_is_asked_about', async () => {
  await show();
  type('name', 'typed');
  press('other tab');
  fireEvent.focus(screen.getByLabelText('address'));
  press('关闭');
  expect(screen.getByRole('dialog', { name: QUESTION })).toBeDefined();
});

test('a_dialog_that_is_opened_again_knows_nothing_of_before', async () => {
  await show();
  type('name', 'typed');
  press('关闭');
  press('放弃');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  press('open');
  await screen.findByRole('dialog');
  press('关闭');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
});

/** Dialogs that never ask, with the reason. */
const NEVER_ASK = {
  'features/auth/account/data-panels.tsx': 'a password that confirms',
  'features/console/sites/delete-site-dialog.tsx': 'a name that confirms',
  'features/console/team/settings-page.tsx': 'a name that confirms',
  'features/editor/formulas/formula-dialog.tsx': 'it keeps what is typed',
  'features/editor/posts/sidebar/documents.tsx': 'articles are searched there',
  'features/editor/posts/search/search-dialog.tsx': 'articles are searched there',
  'features/editor/sidebar/right-sidebar.tsx': 'its panels keep what is typed',
  'features/editor/sync/conflict-dialog.tsx': 'it keeps what is typed',
  'features/editor/tables/table-dialog.tsx': 'it keeps what is typed',
};

test('every_dialog_asks_before_what_was_typed_is_lost', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));
  const silent = texts.filter(({ text }) => text.includes('hasInput={false}'));
  expect(silent.map(({ file }) => file).sort()).toEqual(Object.keys(NEVER_ASK).sort());
  // A dialog of its own would ask nothing.
  const own = texts.filter(({ text }) => /from '@base-ui\/react\/(?:alert-)?dialog'/.test(text));
  expect(own.map(({ file }) => file)).toEqual(['ui/dialogs/dialog.tsx']);
});
