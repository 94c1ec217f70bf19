// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { editorScreen } from '../../../../testing/editor-screen';
import { PostTasks } from '../tasks/post-tasks';
import { useUndoLast } from './use-undo-last';

/** The dialog is loaded first, which takes long on a machine that is busy. */
const PATIENT = { timeout: 30_000 };

const editor = editorScreen();

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
vi.mock('../library/library-context', () => ({ useLibrary: () => editor.library }));

function Keys() {
  const { undo, redo } = useUndoLast();
  return (
    <>
      <button type="button" onClick={undo}>
        undo key
      </button>
      <button type="button" onClick={redo}>
        redo key
      </button>
    </>
  );
}

const showKeys = () =>
  editor.show(
    <PostTasks>
      <Keys />
    </PostTasks>,
    'en',
  );

const nPosts = () => editor.library.store.get().posts.length;

/** Deletes so many articles as one step. */
async function deleteMany(n: number): Promise<void> {
  const top = await editor.library.posts.create(null, 'top');
  for (let i = 1; i < n; i += 1) await editor.library.posts.create(top, `${i}`);
  const { undo } = await editor.library.posts.delete(top);
  undo.label = 'Deleted';
}

test('a_redo_that_takes_many_articles_away_asks_first', async () => {
  await showKeys();
  await deleteMany(6);
  // Nothing goes by this undo.
  fireEvent.click(screen.getByText('undo key'));
  await waitFor(() => expect(nPosts()).toBe(7));
  fireEvent.click(screen.getByText('redo key'));
  await screen.findByText(/“Deleted”. Redoing it changes 6 articles/, undefined, PATIENT);
  expect(nPosts()).toBe(7);
  fireEvent.click(screen.getByRole('button', { name: 'Redo' }));
  await waitFor(() => expect(nPosts()).toBe(1));
});

test('a_redo_that_takes_five_articles_away_asks_nothing', async () => {
  await showKeys();
  await deleteMany(5);
  fireEvent.click(screen.getByText('undo key'));
  await waitFor(() => expect(nPosts()).toBe(6));
  fireEvent.click(screen.getByText('redo key'));
  await waitFor(() => expect(nPosts()).toBe(1));
});

test('an_undo_right_after_a_deletion_takes_that_back', async () => {
  await showKeys();
  const id = await editor.library.posts.create(null, 'one');
  const deletion = editor.library.posts.delete(id);
  fireEvent.click(screen.getByText('undo key'));
  await deletion;
  await waitFor(() => expect(nPosts()).toBe(2));
});
