// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { editorScreen } from '../../../../testing/editor-screen';
import { type Naming, NamingContext, useCreatePost } from './use-create-post';

const editor = editorScreen();

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
vi.mock('../library/library-context', () => ({ useLibrary: () => editor.library }));

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
  await editor.show(<List />);
  const button = screen.getByRole('button');
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => screen.getByLabelText('name'));
  await editor.library.whenIdle();
  expect(editor.library.store.get().posts).toHaveLength(2);
  fireEvent.click(button);
  await waitFor(() => expect(editor.library.store.get().posts).toHaveLength(3));
});
