// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { Draft } from '../draft/draft';
import { DraftContext } from '../draft/use-draft';
import { ShareCard } from './result-cards';

vi.mock('../site/site-context', () => ({
  useSite: () => ({ site: { url: 'https://maya.example/' } }),
}));
afterEach(cleanup);

/** The card of a site with this picture, as chats show it. */
async function cardWith(shareImage: { url: string; alt: string } | null) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  const draft = new Draft(
    { data: { name: 'Maya’s Mandarin', description: 'Fifteen lessons', shareImage }, revision: 1 },
    { save: async (data) => ({ data, revision: 2 }) },
  );
  render(
    <I18nextProvider i18n={i18n}>
      <DraftContext value={draft}>
        <ShareCard />
      </DraftContext>
    </I18nextProvider>,
  );
  return within(screen.getByRole('figure'));
}

test('a_site_without_an_image_for_sharing_is_shared_as_text', async () => {
  const card = await cardWith(null);
  expect(card.getAllByText('Maya’s Mandarin')).toHaveLength(1);
  expect(card.getByText('Fifteen lessons')).toBeDefined();
});

test('the_image_for_sharing_is_shown', async () => {
  const card = await cardWith({ url: '/share.png', alt: 'A teapot' });
  expect(card.getByAltText('A teapot')).toBeDefined();
});
