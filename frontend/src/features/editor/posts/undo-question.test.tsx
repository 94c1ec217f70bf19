// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { startLibrary, stopLibrary } from '../../../testing/editor-library';
import { WorkbenchProvider } from '../editor-context';
import type { Workbench } from '../workbench';
import type { Library } from './library';
import { PostTasks } from './post-tasks';
import { useUndoLast } from './use-undo-last';

/** The dialog is loaded first, which takes long on a machine that is busy. */
const PATIENT = { timeout: 30_000 };

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

async function showKeys(): Promise<void> {
  render(
    <I18nextProvider i18n={await startI18n('en')}>
      <WorkbenchProvider workbench={workbench}>
        <PostTasks>
          <Keys />
        </PostTasks>
      </WorkbenchProvider>
    </I18nextProvider>,
  );
}

const nPosts = () => library.store.get().posts.length;

/** Deletes so many articles as one step. */
async function deleteMany(n: number): Promise<void> {
  const top = await library.posts.create(null, 'top');
  for (let i = 1; i < n; i += 1) await library.posts.create(top, `${i}`);
  const { undo } = await library.posts.delete(top);
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
