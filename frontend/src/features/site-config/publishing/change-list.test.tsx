// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { listReleases } from '../../../api/releases';
import type { Changes, Site, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { SiteDrafts } from '../draft/site-drafts';
import { SiteContext } from '../site/site-context';
import { ChangeList } from './change-list';

vi.mock('../../../api/releases');
vi.mock('../site/use-basic-info', () => ({ useBasicInfo: () => ({ timeZone: 'UTC' }) }));
afterEach(cleanup);

const changes = {
  liveRelease: { number: 1 },
  tabs: [],
  documents: ['one', 'two'].map((id) => ({ id, title: id, path: `/${id}`, change: 'changed' })),
} as unknown as Changes;

async function show(wanted: string, shown = changes): Promise<void> {
  vi.mocked(listReleases).mockResolvedValue({ items: [], documents: [] } as never);
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const team = { id: 'team', features: ['siteDeployment'], actions: [] } as unknown as Team;
  const value = { team, site: { id: 'site' } as Site, drafts: new SiteDrafts(), mayEdit: true };
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <SiteContext value={value}>
          <ChangeList changes={shown} wanted={wanted} />
        </SiteContext>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

const unchanged = /no changes to publish/;

test('the_document_that_is_asked_for_is_open_for_publishing_and_has_the_focus', async () => {
  await show('two');
  const [one, two] = screen.getAllByRole('listitem');
  if (one === undefined || two === undefined) throw new Error('two documents have changed');
  const action = { name: 'Publish this document only' };
  expect(within(two).getByRole('button', action)).toBeTruthy();
  expect(within(one).queryByRole('button', action)).toBeNull();
  expect(two.contains(document.activeElement)).toBe(true);
  expect(screen.queryByText(unchanged)).toBeNull();
});

test('of_a_document_without_changes_it_is_said', async () => {
  await show('three');
  expect(screen.getByRole('status').textContent).toMatch(unchanged);
  cleanup();
  await show('three', { ...changes, documents: [] });
  expect(screen.getByText(unchanged)).toBeTruthy();
});
