// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { loadFeatureWords, startI18n } from '../../i18n';
import { DemoSite, type DemoSiteState } from './demo-site';

afterEach(cleanup);

async function show(site: DemoSiteState): Promise<void> {
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'landing');
  render(
    <I18nextProvider i18n={i18n}>
      <DemoSite site={site} />
    </I18nextProvider>,
  );
}

test('nobody_is_asked_to_open_a_demo_site_that_is_not_there', async () => {
  await show({ url: 'https://demo.example/' });
  const link = screen.getByRole('link', { name: 'Open the demo site' });
  expect(link.getAttribute('href')).toBe('https://demo.example/');
  cleanup();
  await show('none');
  expect(document.body.textContent).toBe('');
});
