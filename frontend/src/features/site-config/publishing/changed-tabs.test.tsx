// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import type { ChangedTab } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { ChangedTabs } from './changed-tabs';

afterEach(cleanup);

async function show(tabs: ChangedTab[]) {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'siteConfig');
  render(
    <I18nextProvider i18n={i18n}>
      <ChangedTabs tabs={tabs} />
    </I18nextProvider>,
  );
}

test('a_tab_names_what_differs_and_shows_both_values', async () => {
  const [before, after] = [
    { theme: 'classic', color: '#0f4c81', isIndented: false },
    { theme: 'elegant', color: '#0f4c81', isIndented: true },
  ];
  await show([{ tab: 'appearance', before, after }]);
  expect(screen.getByText('Theme, Indent first lines of paragraphs')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Compare Appearance' }));
  const values = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(values).toEqual(['Classic', 'Elegant', 'Off', 'On']);
});

test('what_comes_and_goes_is_told_by_its_name', async () => {
  const [before, after] = [
    { links: [{ text: 'Old', url: '/old' }] },
    {
      links: [
        { text: 'Old', url: '/old' },
        { text: 'New', url: '/new' },
      ],
    },
  ];
  await show([{ tab: 'navigation', before, after }]);
  fireEvent.click(screen.getByRole('button', { name: 'Compare Navigation' }));
  expect(screen.getByText('Added · New')).toBeTruthy();
});
