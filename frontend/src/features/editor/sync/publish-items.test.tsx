// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { listAllSites } from '../../../api/sites';
import { listTeams } from '../../../api/teams';
import type { ListedSite, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { type SyncState, syncStatus } from '../../../sync/status';
import { Menu } from '../../../ui/menus/menu';
import { PublishItems } from './publish-items';

vi.mock('../../../api/sites');
vi.mock('../../../api/teams');
vi.mock('../../../sync/remote-id', () => ({ remoteId: async () => 'document' }));
vi.mock('../posts/library/library-context', () => ({
  useDocuments: (select: (state: object) => unknown) => select({ knowledgeBaseId: 'base' }),
}));

afterEach(() => {
  cleanup();
  vi.mocked(listAllSites).mockReset();
});

const site = (id: string, changes: object = {}) =>
  ({
    id,
    name: id,
    knowledgeBase: { id: 'server' },
    liveRelease: { number: 1 },
    ...changes,
  }) as ListedSite;

async function show(
  state: SyncState['state'],
  actions: Team['actions'] = ['publishSites'],
): Promise<void> {
  syncStatus.set({
    isKnown: true,
    bases: [{ knowledgeBaseId: 'base', teamId: 'team', serverId: 'server', state } as SyncState],
    presences: [],
  });
  vi.mocked(listAllSites).mockResolvedValue([
    site('guide'),
    site('other', { knowledgeBase: { id: 'another' } }),
    site('unpublished', { liveRelease: null }),
    site('deleted', { purgesAt: '2026-12-01T00:00:00Z' }),
    site('archived', { status: 'archived' }),
  ]);
  vi.mocked(listTeams).mockResolvedValue([{ id: 'team', actions } as Team]);
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'sync');
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <Menu isOpen trigger={<button type="button">menu</button>}>
            <PublishItems postId="post" />
          </Menu>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  await act(async () => undefined);
}

test('a_document_leads_to_each_site_that_shows_its_knowledge_base', async () => {
  await show('on');
  const links = await screen.findAllByRole('menuitem');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Publish alone on “guide”…', '/team/team/site/guide/overview?publish=document'],
  ]);
});

test('who_may_not_publish_is_led_nowhere', async () => {
  await show('on', ['readContent']);
  await vi.waitFor(() => expect(listTeams).toHaveBeenCalled());
  await act(async () => undefined);
  expect(screen.queryByRole('menuitem')).toBeNull();
});

test('a_document_that_is_not_synchronized_leads_to_none', async () => {
  await show('paused');
  expect(screen.queryByRole('menuitem')).toBeNull();
  expect(listAllSites).not.toHaveBeenCalled();
});
