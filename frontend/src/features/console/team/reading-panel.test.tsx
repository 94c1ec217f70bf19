// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { getTeamViews } from '../../../api/teams';
import type { Team, TeamViews } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { TeamViewsPanel } from './reading-panel';
import { TeamContext } from './team-context';

vi.mock('../../../api/teams', async (actual) => ({
  ...(await actual<typeof import('../../../api/teams')>()),
  getTeamViews: vi.fn(),
}));
afterEach(cleanup);

const site = (id: string, nViews: number, status = 'published') => ({
  id,
  name: `Site ${id}`,
  url: `https://${id}.example`,
  status: status as TeamViews['sites'][number]['status'],
  nViews,
  nViewsBefore: 0,
});

function views(changes: Partial<TeamViews>): TeamViews {
  return {
    nViews: 60,
    nViewsBefore: 0,
    byDay: [{ day: '2026-11-24', nViews: 60 }],
    sources: [],
    pages: [],
    walls: [],
    sites: [site('a', 60)],
    ...changes,
  };
}

async function show(answer: TeamViews) {
  vi.mocked(getTeamViews).mockResolvedValue(answer);
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'console', 'siteConfig');
  const team = { id: 't', kind: 'team', actions: [] } as unknown as Team;
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <MemoryRouter>
            <TeamContext value={team}>
              <TeamViewsPanel />
            </TeamContext>
          </MemoryRouter>
        </TooltipProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test('pages_and_walls_of_several_sites_name_their_site_and_lead_there_when_visitors_find_it', async () => {
  await show(
    views({
      pages: [
        { siteId: 'a', path: '/', title: '', nViews: 40 },
        { siteId: 'b', path: '/', title: '', nViews: 20 },
      ],
      walls: [{ siteId: 'a', path: '/docs/x', title: 'Paid', nShown: 10, nLogins: 1, nJoined: 0 }],
      sites: [site('a', 40), site('b', 20, 'draft')],
    }),
  );
  const region = async (name: string) => within(await screen.findByRole('region', { name }));
  const lines = (list: Awaited<ReturnType<typeof region>>) =>
    list.getAllByRole('listitem').map((line) => line.textContent);
  const pages = await region('Top pages');
  expect(lines(pages)).toEqual(['HomepageSite a40', 'HomepageSite b20']);
  const links = pages.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['https://a.example']);
  expect(lines(await region('Paywalls'))).toEqual([
    'PaidSite aShown 10Logged in 1 (10%)Joined 0 (0%)',
  ]);
  const sites = await region('Sites');
  expect(lines(sites)).toEqual([
    'Site a400 in the previous period',
    'Site b200 in the previous period',
  ]);
  expect(sites.getAllByRole('link')[0]?.getAttribute('href')).toBe('/team/t/site/a/overview');
});

test('of_one_site_no_names_and_no_list_of_sites_are_shown', async () => {
  await show(views({ pages: [{ siteId: 'a', path: '/', title: '', nViews: 60 }] }));
  const pages = within(await screen.findByRole('region', { name: 'Top pages' }));
  expect(pages.getByRole('listitem').textContent).toBe('Homepage60');
  expect(screen.queryByRole('region', { name: 'Sites' })).toBeNull();
});

test('another_period_is_asked_for', async () => {
  await show(views({ nViews: 0, byDay: [] }));
  expect(await screen.findByText('No views of these sites in this period.')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '7 days' }));
  await waitFor(() => expect(vi.mocked(getTeamViews)).toHaveBeenLastCalledWith('t', '7'));
});
