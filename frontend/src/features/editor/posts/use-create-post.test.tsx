// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { startLibrary, stopLibrary } from '../../../testing/editor-library';
import { WorkbenchProvider } from '../editor-context';
import type { Workbench } from '../workbench';
import type { Library } from './library';
import { type Naming, NamingContext, useCreatePost } from './use-create-post';

let library: Library;
let workbench: Workbench;
let stop: () => void;

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
vi.mock('./library-context', () => ({ useLibrary: () => library }));

beforeEach(async () => {
  ({ library, workbench, stop } = await startLibrary());
});
afterEach(async () => {
  cleanup();
  await stopLibrary({ library, workbench, stop });
});

function List() {
  const [naming, name] = useState<Naming | null>(null);
  return (
    <NamingContext value={{ naming, name }}>
      <Create />
      {naming !== null && <input aria-label="name" />}
    </NamingContext>
  );
}

function Create() {
  const create = useCreatePost();
  return (
    <button type="button" onClick={() => create(null)}>
      create
    </button>
  );
}

test('a_second_press_while_an_article_is_being_made_makes_no_second_one', async () => {
  render(
    <I18nextProvider i18n={await startI18n('zh-CN')}>
      <WorkbenchProvider workbench={workbench}>
        <List />
      </WorkbenchProvider>
    </I18nextProvider>,
  );
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => screen.getByLabelText('name'));
  await library.whenIdle();
  expect(library.store.get().posts).toHaveLength(2);
  fireEvent.click(button);
  await waitFor(() => expect(library.store.get().posts).toHaveLength(3));
});
