// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { listMissingMedia } from '../../../api/releases';
import type { MissingMedia, Site, Team } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { SiteDrafts } from '../draft/site-drafts';
import { SiteContext } from '../site/site-context';
import { MissingMediaNotice } from './missing-media-notice';

vi.mock('../../../api/releases');
afterEach(cleanup);

async function show(documents: MissingMedia['documents']): Promise<void> {
  vi.mocked(listMissingMedia).mockResolvedValue({ documents, hasMore: false });
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const site = { id: 'site', knowledgeBase: { id: 'base' } } as Site;
  const value = { team: { id: 'team' } as Team, site, drafts: new SiteDrafts(), mayEdit: true };
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <SiteContext value={value}>
          <MissingMediaNotice />
        </SiteContext>
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test('images_that_nobody_can_load_are_named_apart_from_diagrams_that_will_be_drawn', async () => {
  await show([
    { id: '1', title: 'One', sources: ['pie'], images: [] },
    { id: '2', title: 'Two', sources: [], images: ['%E5%9B%BE.png', 'images/a.png'] },
  ]);
  const images = (await screen.findByText('2 images cannot be shown')).closest('details');
  const diagrams = screen.getByText(/1 diagram has not been drawn/).closest('details');
  if (images === null || diagrams === null) throw new Error('both are told');
  expect(within(images).getByText('Two')).toBeTruthy();
  expect(within(images).getByText('图.png')).toBeTruthy();
  expect(within(images).queryByText('One')).toBeNull();
  expect(within(diagrams).getByText('One')).toBeTruthy();
  expect(within(diagrams).queryByText('Two')).toBeNull();
});
