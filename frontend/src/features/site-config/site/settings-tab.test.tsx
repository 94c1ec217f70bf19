// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { getSettings } from '../../../api/sites';
import type { Site, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { SiteDrafts } from '../draft/site-drafts';
import { BoundText } from '../fields/bound-fields';
import { SettingsTab } from './settings-tab';
import { SiteContext } from './site-context';

vi.mock('../../../api/sites', () => ({ getSettings: vi.fn(), putSettings: vi.fn() }));
afterEach(cleanup);

async function show(drafts: SiteDrafts) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const screenOf = { team: { id: 'team' } as Team, site: { id: 'site' } as Site, drafts };
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <MemoryRouter>
          <TooltipProvider>
            <SiteContext value={{ ...screenOf, mayEdit: true }}>
              <main id="content">
                <SettingsTab tab="index" title="Index" lead="">
                  <BoundText path="title" label="Title" />
                  <BoundText path="description" label="Description" />
                </SettingsTab>
              </main>
            </SiteContext>
          </TooltipProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test('a_field_that_was_clicked_in_the_preview_of_another_tab_has_the_focus_once_its_tab_is_loaded', async () => {
  let answer: (stored: never) => void = () => undefined;
  vi.mocked(getSettings).mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const drafts = new SiteDrafts();
  drafts.want('index', 'description');
  await show(drafts);
  expect(screen.queryByLabelText('Description')).toBeNull();
  await act(async () => answer({ data: { title: 'a', description: 'b' }, revision: 1 } as never));
  const field = await screen.findByDisplayValue('b');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

test('settings_that_cannot_be_loaded_are_named', async () => {
  vi.mocked(getSettings).mockRejectedValue(new Error('no answer'));
  await show(new SiteDrafts());
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('Failed to load the site configuration');
});
