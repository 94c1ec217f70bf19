// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { noResponseError } from '../../../api/api-error';
import { getSiteViews } from '../../../api/sites';
import type { Site, SiteOverview, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { SiteDrafts } from '../draft/site-drafts';
import { SiteContext } from '../site/site-context';
import { HealthPanel } from './health-panel';
import { QuickActions } from './quick-actions';
import { SiteViewsPanel } from './reading-panel';

vi.mock('../../../api/sites', async (actual) => ({
  ...(await actual<typeof import('../../../api/sites')>()),
  getSiteViews: vi.fn(),
}));
afterEach(cleanup);

const PAID: Pick<Team, 'actions' | 'features'> = {
  actions: ['readSettings', 'publishSites'],
  features: ['siteDeployment'],
};

async function show(panel: ReactNode, changes: Partial<Site> = {}, rights = PAID, mayEdit = true) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const team = { id: 't', kind: 'team', ...rights } as Team;
  const site = { id: 's', status: 'draft', ...changes } as Site;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <TooltipProvider>
            <SiteContext value={{ team, site, drafts: new SiteDrafts(), mayEdit }}>
              {panel}
            </SiteContext>
          </TooltipProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

const part = (key: string, target: string) => ({
  key,
  target,
  points: 0,
  maxPoints: 10,
  isDone: false,
});

const overview = {
  healthScore: 0,
  health: [part('domain', 'domains'), part('published', 'overview')],
} as unknown as SiteOverview;

test('what_is_published_from_here_is_published_and_not_a_link_to_the_same_screen', async () => {
  await show(<HealthPanel overview={overview} />);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/team/t/site/s/domains']);
  fireEvent.click(screen.getByRole('button', { name: 'Publish it' }));
  expect(await screen.findByRole('dialog')).toBeTruthy();
});

test('what_is_left_to_the_full_score_is_counted', async () => {
  await show(<HealthPanel overview={overview} />);
  expect(screen.getByText('2 more steps to the full score.')).toBeTruthy();
  cleanup();
  const health = overview.health.map((one) => ({ ...one, isDone: true }));
  await show(<HealthPanel overview={{ ...overview, health }} />);
  expect(screen.getByText('Everything is in place.')).toBeTruthy();
});

test('who_may_not_change_the_site_is_offered_nothing_to_do', async () => {
  const reader: typeof PAID = { ...PAID, actions: ['readSettings'] };
  await show(
    <>
      <HealthPanel overview={overview} />
      <QuickActions />
    </>,
    {},
    reader,
    false,
  );
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});

test('without_the_plan_the_dialog_that_publishes_leads_to_it_and_does_not_publish', async () => {
  await show(<HealthPanel overview={overview} />, {}, { ...PAID, features: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Publish it' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('status').textContent).toMatch(/needs Professional/);
  expect(dialog.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/#pricing');
  expect(dialog.queryByRole('button', { name: /^Publish/ })).toBeNull();
});

test('a_site_in_maintenance_is_not_opened_by_publishing', async () => {
  await show(<HealthPanel overview={overview} />, { status: 'maintenance' });
  expect(screen.queryByRole('button')).toBeNull();
});

test('views_are_shown_beside_those_before_with_what_led_there_and_follow_the_period', async () => {
  vi.mocked(getSiteViews).mockImplementation(async (_team, _site, days) => ({
    nViews: Number(days),
    nViewsBefore: days === '7' ? 9 : 10,
    byDay: [
      { day: '2026-11-23', nViews: 1 },
      { day: '2026-11-24', nViews: 6 },
    ],
    sources: [
      { host: '', nViews: 4 },
      { host: 'mp.weixin.qq.com', nViews: 2 },
    ],
    pages: [],
    walls: [],
  }));
  await show(<SiteViewsPanel />);
  expect(await screen.findByText('20 more than in the previous 2 days')).toBeTruthy();
  expect(screen.getByText('Opened directly, or unknown')).toBeTruthy();
  expect(screen.getByText('mp.weixin.qq.com')).toBeTruthy();
  expect(screen.queryByRole('link', { name: /weixin/ })).toBeNull();
  expect(
    screen.getByRole('img', {
      name: 'Views by day from Nov 23 to Nov 24; the busiest day had 6',
    }),
  ).toBeTruthy();
  fireEvent.click(screen.getByRole('radio', { name: '7 days' }));
  await waitFor(() => screen.getByText('2 fewer than in the previous 2 days'));
});

test('where_nobody_came_no_empty_chart_is_drawn', async () => {
  vi.mocked(getSiteViews).mockResolvedValue({
    nViews: 0,
    nViewsBefore: 0,
    byDay: [{ day: '2026-11-24', nViews: 0 }],
    sources: [],
    pages: [],
    walls: [],
  });
  await show(<SiteViewsPanel />);
  expect(await screen.findByText(/^No views in this period/)).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});

/** Views with what was looked at, and what readers did at walls. */
const views = (changes: object) => ({
  nViews: 60,
  nViewsBefore: 0,
  byDay: [{ day: '2026-11-24', nViews: 60 }],
  sources: [],
  pages: [],
  walls: [],
  ...changes,
});

test('pages_are_named_and_lead_to_what_visitors_find', async () => {
  const pages = [
    { siteId: 's', path: '/docs/a/开始', title: 'Start', nViews: 1200 },
    { siteId: 's', path: '/', title: '', nViews: 30 },
    { siteId: 's', path: '/docs', title: '', nViews: 20 },
    { siteId: 's', path: '/docs/a/gone', title: '', nViews: 5 },
    { siteId: 's', path: '', title: '', nViews: 4 },
  ];
  vi.mocked(getSiteViews).mockResolvedValue(views({ pages }));
  await show(<SiteViewsPanel />, { status: 'published', url: 'https://a.example/' });
  const list = within(await screen.findByRole('region', { name: 'Top pages' }));
  const lines = list.getAllByRole('listitem').map((line) => line.textContent);
  expect(lines).toEqual([
    'Start1,200',
    'Homepage30',
    'All documents20',
    '/docs/a/gone5',
    'Other pages4',
  ]);
  expect(list.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://a.example/docs/a/%E5%BC%80%E5%A7%8B',
    'https://a.example/',
    'https://a.example/docs',
  ]);
});

test('walls_say_how_many_of_their_readers_went_on', async () => {
  const walls = [
    { siteId: 's', path: '/docs/a', title: 'Paid', nShown: 60, nLogins: 4, nJoined: 1 },
    { siteId: 's', path: '/docs/b', title: 'By code', nShown: 1, nLogins: 1, nJoined: 3 },
  ];
  vi.mocked(getSiteViews).mockResolvedValue(views({ walls }));
  await show(<SiteViewsPanel />);
  const list = within(await screen.findByRole('region', { name: 'Paywalls' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'PaidShown 60Logged in 4 (6.7%)Joined 1 (1.7%)',
    'By codeShown 1Logged in 1 (100%)Joined 3 (100%)',
  ]);
  // Nobody finds anything at the address of a draft.
  expect(list.queryByRole('link')).toBeNull();
});

test('where_no_wall_was_shown_the_list_says_what_would_show_one', async () => {
  vi.mocked(getSiteViews).mockResolvedValue(views({}));
  await show(<SiteViewsPanel />);
  const list = within(await screen.findByRole('region', { name: 'Paywalls' }));
  expect(list.getByText(/^No paywall was shown/)).toBeTruthy();
  expect(list.getByRole('link').getAttribute('href')).toBe('/team/t/site/s/access');
});

test('a_count_that_the_browser_keeps_out_says_so_in_its_place_and_is_asked_for_again', async () => {
  vi.mocked(getSiteViews).mockRejectedValueOnce(noResponseError(new TypeError(), true));
  vi.mocked(getSiteViews).mockResolvedValue(views({}));
  await show(<SiteViewsPanel />);
  const said = within(await screen.findByRole('alert'));
  expect(said.getByText(/ad blocker/)).toBeTruthy();
  fireEvent.click(said.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('region', { name: 'Top pages' })).toBeTruthy();
});
