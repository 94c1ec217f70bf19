// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { localKeys } from '../../../storage/keys';
import { readNote } from '../../../storage/library-notes';
import { readIncoming } from '../../../storage/sync/incoming';
import { changeSyncItems, type MergeDraft } from '../../../storage/sync/rows';
import { closeBrowser, emptyBrowser, readFirstPost } from '../../../testing/first-post';
import { ConflictDialog } from './conflict-dialog';

let postId: string;
const workbench = { text: '# 教程', name: 'one', post: { id: '' } };
vi.mock('../editor-context', () => ({ useWorkbench: () => workbench, useEditor: () => false }));
vi.mock('../posts/library/library-context', () => ({ useLibrary: () => ({}) }));

beforeEach(async () => {
  emptyBrowser();
  const { post } = await readFirstPost();
  postId = post.id;
  workbench.post.id = postId;
  const { title, router_path, frontMatter } = post;
  const theirs = {
    ...{ title, router_path, frontMatter, isNamed: false },
    ...{ content: '# 他们的', revision: 2, author: null, datetime: 1 },
  };
  await changeSyncItems(post.knowledgeBaseId, [
    { id: postId, kind: 'document', change: (item) => ({ ...item, revision: 1, theirs }) },
  ]);
});
afterEach(async () => {
  cleanup();
  await closeBrowser();
});

const note = () => readNote<MergeDraft>(localKeys.mergeDraft + postId);
const result = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Merged text' });

async function open() {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'sync');
  return render(
    <I18nextProvider i18n={i18n}>
      <ConflictDialog postId={postId} onClose={() => undefined} />
    </I18nextProvider>,
  );
}

/** Opens the window, and writes the result by hand. */
async function merge(text: string) {
  const page = await open();
  fireEvent.click(await screen.findByRole('radio', { name: 'Merge' }));
  fireEvent.change(await result(), { target: { value: text } });
  return page;
}

test('a_merge_is_there_on_the_next_page_also_when_the_database_did_not_take_it', async () => {
  const { unmount } = await merge('# 两边的');
  expect(note()).toBeNull();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  dispatchEvent(new Event('pagehide'));
  expect(note()?.text).toBe('# 两边的');
  await vi.waitFor(() => expect(put).toHaveBeenCalled());
  unmount();
  put.mockRestore();
  expect((await readIncoming(postId))?.draft).toBeNull();
  const next = await open();
  expect((await result()).value).toBe('# 两边的');
  // From here on the database has it.
  next.unmount();
  await vi.waitFor(() => expect(note()).toBeNull());
  expect((await readIncoming(postId))?.draft?.text).toBe('# 两边的');
});

test('the_note_goes_as_soon_as_the_database_has_the_merge', async () => {
  await merge('# 两边的');
  dispatchEvent(new Event('pagehide'));
  expect(note()?.text).toBe('# 两边的');
  await vi.waitFor(() => expect(note()).toBeNull());
  expect((await readIncoming(postId))?.draft?.text).toBe('# 两边的');
});

test('who_has_written_nothing_leaves_no_note', async () => {
  await open();
  fireEvent.click(await screen.findByRole('radio', { name: 'Merge' }));
  await result();
  dispatchEvent(new Event('pagehide'));
  expect(note()).toBeNull();
});
