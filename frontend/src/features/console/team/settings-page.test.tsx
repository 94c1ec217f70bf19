// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { SettingsPage } from './settings-page';
import { TeamContext } from './team-context';

afterEach(cleanup);

async function show(kind: Team['kind']) {
  const i18n = await startI18n('zh-CN');
  await loadFeatureWords(i18n, 'console');
  const actions: Team['actions'] = ['renameTeam'];
  const team = {
    id: 't',
    name: '灶边',
    kind,
    plan: 'professional',
    features: [],
    actions,
  } as unknown as Team;
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <TeamContext value={team}>
            <SettingsPage />
          </TeamContext>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  return screen.queryAllByRole('textbox').length;
}

test('a_team_has_a_name_of_its_own', async () => {
  expect(await show('team')).toBe(1);
});

test('a_personal_space_which_is_named_after_its_user_asks_for_no_name', async () => {
  expect(await show('personal')).toBe(0);
});
