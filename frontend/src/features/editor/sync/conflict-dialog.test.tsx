// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { endDraft, type Incoming, readIncoming } from '../../../storage/sync/incoming';
import { ConflictDialog } from './conflict-dialog';

vi.mock('../../../storage/sync/incoming');
vi.mock('../editor-context', () => ({
  useWorkbench: () => workbench,
  useEditor: () => false,
}));
vi.mock('../posts/library/library-context', () => ({ useLibrary: () => ({}) }));
const workbench = { text: 'mine, again\n', name: 'one', post: { id: 'post' } };

afterEach(cleanup);

test('an_earlier_merge_that_cannot_go_on_is_kept_as_a_version_and_the_window_says_so', async () => {
  const draft = { mine: 'mine\n', theirs: 'theirs\n', text: 'both\n', places: [] };
  vi.mocked(readIncoming).mockResolvedValue({
    theirs: { content: 'theirs\n', author: null, datetime: 1 },
    common: null,
    draft,
  } as unknown as Incoming);
  vi.mocked(endDraft).mockResolvedValue(undefined);
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'sync');
  render(
    <I18nextProvider i18n={i18n}>
      <ConflictDialog postId="post" onClose={() => undefined} />
    </I18nextProvider>,
  );
  expect(await screen.findByText('Your earlier merge was kept as a version')).toBeDefined();
  expect(endDraft).toHaveBeenCalledWith('post', draft);
});
