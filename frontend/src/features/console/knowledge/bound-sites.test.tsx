// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, renderHook, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listAllSites } from '../../../api/sites';
import type { ListedSite, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { cleanupToasts } from '../../../testing/toasts';
import { Toaster } from '../../../ui/states/toast';
import { BaseTasks } from './base-tasks';
import { namesOfSites } from './bound-sites';
import type { BaseRow } from './rows';
import { useBaseActions } from './use-base-actions';

vi.mock('../../../api/knowledge-bases');
vi.mock('../../../api/sites');

const team = { id: 'team', kind: 'team' } as Team;
const row = {
  key: 'server',
  localId: null,
  server: { id: 'server' },
  title: '手册',
  nDocuments: 2,
} as BaseRow;

function site(name: string, base: string | null, purgesAt: string | null = null): ListedSite {
  const knowledgeBase = base === null ? null : { id: base };
  return { name, knowledgeBase, purgesAt } as ListedSite;
}

let i18n: Awaited<ReturnType<typeof startI18n>>;
const wrapper = ({ children }: { children: ReactNode }) => (
  <I18nextProvider i18n={i18n}>
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        {children}
        <Toaster isDark={false} />
      </MemoryRouter>
    </QueryClientProvider>
  </I18nextProvider>
);

beforeEach(async () => {
  i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'console');
  vi.mocked(listAllSites).mockResolvedValue([
    site('Docs', 'server'),
    site('Binned', 'server', '2026-12-01T00:00:00Z'),
    site('Other', 'another'),
    site('Empty', null),
    site('Guide', 'server'),
  ]);
});
afterEach(async () => {
  await cleanupToasts();
  vi.mocked(listAllSites).mockReset();
});

test('the_sites_that_publish_a_base_are_named_and_those_in_the_bin_are_not', async () => {
  expect(await namesOfSites('team', 'server', 'en')).toBe('Docs and Guide');
  expect(await namesOfSites('team', 'unbound', 'en')).toBe('');
  expect(await namesOfSites('team', undefined, 'en')).toBe('');
  vi.mocked(listAllSites).mockRejectedValue(new Error('no network'));
  expect(await namesOfSites('team', 'server', 'en')).toBe('');
});

test.each([
  ['archived', /not affected and can still publish: Docs and Guide/],
  ['binned', /cannot publish anything new until it is restored: Docs and Guide/],
])('who_puts_a_base_away_is_told_what_it_means_for_its_sites_%s', async (what, words) => {
  const { result } = renderHook(() => useBaseActions(team), { wrapper });
  if (what === 'archived') result.current.setStatus(row, 'archived');
  else result.current.bin(row);
  expect(await screen.findByText(words)).toBeTruthy();
});

test('who_removes_a_base_for_good_is_told_before_it_which_sites_published_it', async () => {
  const actions = {} as ReturnType<typeof useBaseActions>;
  render(
    <BaseTasks task={{ kind: 'purge', row }} team={team} actions={actions} onClose={() => {}} />,
    { wrapper },
  );
  expect(await screen.findByText(/no longer have a knowledge base: Docs and Guide/)).toBeTruthy();
});
