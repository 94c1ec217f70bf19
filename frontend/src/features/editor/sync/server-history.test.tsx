// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/api-error';
import { getRevision, listRevisions, type Revision } from '../../../api/documents';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { type SyncState, syncStatus } from '../../../sync/status';
import { ServerHistory } from './server-history';

vi.mock('../../../api/documents');
vi.mock('../../../sync/remote-id', () => ({
  remoteId: async (_base: string, id: string) => id,
  localText: async (_base: string, text: string) => text,
}));
vi.mock('../editor-context', () => ({
  useEditor: (select: (state: object) => unknown) => select({ postId: 'post', isReadOnly: false }),
  useWorkbench: () => ({ text: 'now' }),
}));
vi.mock('../posts/library/library-context', () => ({
  useDocuments: (select: (state: object) => unknown) => select({ knowledgeBaseId: 'base' }),
}));

const base = {
  knowledgeBaseId: 'base',
  teamId: 'team',
  serverId: 'server',
  state: 'on',
  problem: null,
  documents: {},
  syncedAt: 1,
} as SyncState;

function revision(n: number): Revision {
  const createdAt = '2026-11-22T08:00:00Z';
  return { revision: n, title: '', nCharacters: n, device: '', cause: 'edit', createdAt };
}

function exchanged(at: number): void {
  act(() => syncStatus.set({ isKnown: true, bases: [{ ...base, syncedAt: at }], presences: [] }));
}

let nRevisions: number;

beforeEach(async () => {
  nRevisions = 2;
  vi.mocked(listRevisions).mockImplementation(async () => ({
    items: Array.from({ length: nRevisions }, (_, i) => revision(nRevisions - i)),
  }));
  vi.mocked(getRevision).mockResolvedValue({ ...revision(2), content: 'then' });
  exchanged(1);
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'sync');
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <ServerHistory onClose={() => undefined} fallback={null} />
      </QueryClientProvider>
    </I18nextProvider>,
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Server' }));
  await waitFor(() => expect(nShown()).toBe(2));
});
afterEach(cleanup);

const nShown = () => screen.queryAllByRole('listitem').length;

test('a_version_that_the_server_gets_while_its_list_is_open_is_listed', async () => {
  nRevisions = 3;
  exchanged(2);
  await waitFor(() => expect(nShown()).toBe(3));
});

test('the_list_stays_when_it_cannot_be_read_again', async () => {
  vi.mocked(listRevisions).mockRejectedValue(new ApiError('network.offline', '', 0));
  const before = vi.mocked(listRevisions).mock.calls.length;
  exchanged(2);
  await waitFor(() => expect(vi.mocked(listRevisions).mock.calls.length).toBe(before + 1));
  await act(async () => undefined);
  expect(nShown()).toBe(2);
});
