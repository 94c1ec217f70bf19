// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveKnowledgeBase } from '../../../api/knowledge-bases';
import { listAllSites, moveSite } from '../../../api/sites';
import { listTeams } from '../../../api/teams';
import type { ListedSite, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { noteMove } from '../../../sync/bases';
import { MoveDialog } from './move-dialog';

vi.mock('../../../api/sites');
vi.mock('../../../api/teams');
vi.mock('../../../api/knowledge-bases');
vi.mock('../../../sync/bases');
afterEach(cleanup);

function team(id: string, changes: Partial<Team> = {}): Team {
  const actions = ['moveContent'];
  return { id, kind: 'team', name: id, features: [], actions, ...changes } as unknown as Team;
}

const from = team('mine', { kind: 'personal' });
const site = {
  id: 's',
  name: 'Guide',
  status: 'draft',
  knowledgeBase: { id: 'b', title: 'Notes' },
};
const second = { ...site, id: 's2', name: 'Blog' };
const other = { ...site, id: 's3', name: 'Other', knowledgeBase: null };

function has(sites: unknown[], teams: Team[]) {
  vi.mocked(listAllSites).mockResolvedValue(sites as ListedSite[]);
  vi.mocked(listTeams).mockResolvedValue(teams);
}

beforeEach(() => {
  vi.mocked(moveSite).mockReset();
  has([site, second, other], [from, team('ours')]);
});

function Where() {
  return <output>{useLocation().pathname}</output>;
}

async function show(locale: 'zh-CN' | 'en', kind: 'site' | 'base' = 'site', current = from) {
  const i18n = await startI18n(locale);
  await loadFeatureWords(i18n, 'console');
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const moved =
    kind === 'site' ? { kind, id: 's', name: 'Guide' } : { kind, id: 'b', name: 'Notes' };
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <MemoryRouter>
          <MoveDialog
            moved={moved}
            base={{ id: 'b', title: 'Notes' }}
            team={current}
            onClose={() => undefined}
          />
          <Where />
        </MemoryRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['zh-CN', '知识库“Notes”随之移动，历史版本和图片都在。', /网站“Guide和Blog”随之移动/, '移动'],
  [
    'en',
    'The knowledge base “Notes” moves with its history and images.',
    /“Guide and Blog” moves with its releases/,
    'Move',
  ],
] as const)(
  'what_goes_along_is_said_and_the_copy_here_follows: %s',
  async (locale, base, sites, action) => {
    await show(locale);
    expect(await screen.findByText(base)).toBeTruthy();
    expect(await screen.findByText(sites)).toBeTruthy();
    await press(action);
    expect(await screen.findByText('/team/ours/sites')).toBeTruthy();
    expect(moveSite).toHaveBeenCalledWith('mine', 's', 'ours');
    expect(noteMove).toHaveBeenCalledWith('b', 'ours');
  },
);

test('a_knowledge_base_leads_to_the_list_of_its_new_team', async () => {
  await show('en', 'base');
  await press('Move');
  expect(await screen.findByText('/team/ours/knowledge')).toBeTruthy();
  expect(moveKnowledgeBase).toHaveBeenCalledWith('mine', 'b', 'ours');
});

test('who_has_no_team_is_told_so_and_nothing_is_sent', async () => {
  has([site], [from, team('theirs', { actions: [] }), team('gone', { purgesAt: '2026-01-01' })]);
  await show('en');
  expect((await screen.findByRole('alert')).textContent).toMatch(/no other team yet/);
  await press('Move');
  expect(moveSite).not.toHaveBeenCalled();
});

test('an_open_site_is_not_sent_where_the_plan_opens_none', async () => {
  has([{ ...site, status: 'published' }], [from, team('ours')]);
  await show('en');
  expect((await screen.findByRole('alert')).textContent).toMatch(/no public sites/);
  await press('Move');
  expect(moveSite).not.toHaveBeenCalled();
  cleanup();
  const features = ['siteDeployment'] as Team['features'];
  has([{ ...site, status: 'published' }], [from, team('ours', { features })]);
  await show('en');
  await screen.findByText(/moves with its releases/);
  expect(screen.queryByRole('alert')).toBeNull();
});

test('members_of_a_team_that_loses_it_are_named', async () => {
  const ours = team('ours');
  has([site], [from, ours]);
  await show('en', 'site', ours);
  expect(await screen.findByText(/members of “ours” no longer see it/)).toBeTruthy();
});
