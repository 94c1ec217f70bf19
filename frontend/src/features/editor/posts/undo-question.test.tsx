// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { editorScreen } from '../../../testing/editor-screen';
import { PostTasks } from './post-tasks';
import { useUndoLast } from './use-undo-last';

const editor = editorScreen();

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));
vi.mock('./library-context', () => ({ useLibrary: () => editor.library }));

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

test('a_redo_that_takes_many_articles_away_asks_first', async () => {
  await editor.show(
    <PostTasks>
      <Keys />
    </PostTasks>,
    'en',
  );
  const top = await editor.library.posts.create(null, 'top');
  for (let i = 0; i < 5; i += 1) await editor.library.posts.create(top, `${i}`);
  const { undo } = await editor.library.posts.delete(top);
  undo.label = 'Deleted';
  const nPosts = () => editor.library.store.get().posts.length;
  // Nothing goes by this undo.
  fireEvent.click(screen.getByText('undo key'));
  await waitFor(() => expect(nPosts()).toBe(7));
  fireEvent.click(screen.getByText('redo key'));
  await screen.findByText(/“Deleted”. Redoing it changes 6 articles/);
  expect(nPosts()).toBe(7);
  fireEvent.click(screen.getByRole('button', { name: 'Redo' }));
  await waitFor(() => expect(nPosts()).toBe(1));
});
