// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { ListedSite, Team, TeamAction } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { TeamContext } from '../team/team-context';
import { SiteCard } from './site-card';

afterEach(cleanup);

const site: ListedSite = {
  id: 's',
  name: '手册',
  slug: 'guide',
  url: 'https://guide.example.com/',
  status: 'published',
  nextStatuses: [],
  generation: 1,
  nViews: 12_345,
  nViewsToday: 1_234,
  icon: 'https://example.com/icon.png',
  createdAt: '2026-11-22T08:00:00Z',
  updatedAt: '2026-11-22T08:00:00Z',
};

async function show(actions: TeamAction[], changes: Partial<ListedSite> = {}) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'console');
  await loadFeatureWords(i18n, 'siteConfig');
  const team = { id: 't', kind: 'team', actions } as unknown as Team;
  return render(
    <QueryClientProvider client={new QueryClient()}>
      <I18nextProvider i18n={i18n}>
        <MemoryRouter>
          <TooltipProvider>
            <TeamContext value={team}>
              <SiteCard site={{ ...site, ...changes }} mayEdit={false} mayDuplicate={false} />
            </TeamContext>
          </TooltipProvider>
        </MemoryRouter>
      </I18nextProvider>
    </QueryClientProvider>,
  );
}

test('a_card_shows_the_icon_and_the_views_of_today_and_of_all_time', async () => {
  const { container } = await show(['readContent']);
  const views = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(views.slice(0, 2)).toEqual(['1,234', '12,345']);
  const icon = container.querySelector('img');
  expect(icon?.getAttribute('src')).toBe('https://example.com/icon.png');
  if (icon) fireEvent.error(icon);
  expect(container.querySelector('img')).toBeNull();
  expect(screen.getByText('手', { exact: true })).toBeTruthy();
});

test('who_looks_after_members_and_orders_opens_them_from_the_card', async () => {
  await show(['readContent', 'manageOrders']);
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
  expect(hrefOf('Members of “手册”')).toBe('/team/t/site/s/members');
  expect(hrefOf('Orders of “手册”')).toBe('/team/t/site/s/orders');
});

test('nobody_else_and_no_site_in_the_bin_has_these_links', async () => {
  await show(['readContent']);
  expect(screen.queryByRole('link', { name: /^Members/ })).toBeNull();
  cleanup();
  await show(['manageOrders'], { purgesAt: '2026-11-30T08:00:00Z' });
  expect(screen.queryByRole('link', { name: /^Members/ })).toBeNull();
});
