// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test } from 'vitest';
import { configQuery } from '../../../api/account';
import type { Locale } from '../../../config/constants';
import { startI18n } from '../../../i18n';
import { HandbookLink } from './handbook-link';

const SITES = { zhCn: '/s/handbook', en: '/s/handbook-en' };

afterEach(cleanup);

async function show(locale: Locale, demoSites: typeof SITES | null): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(configQuery.queryKey, { demoSites });
  render(
    <I18nextProvider i18n={await startI18n(locale)}>
      <QueryClientProvider client={client}>
        <HandbookLink />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test.each([
  ['zh-CN', '使用手册', SITES.zhCn],
  ['en', 'Handbook', SITES.en],
] as const)('the_help_leads_to_the_handbook_in_%s', async (locale, name, address) => {
  await show(locale, SITES);
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(address);
});

test('without_a_handbook_on_the_server_there_is_no_link', async () => {
  await show('zh-CN', null);
  expect(screen.queryByRole('link')).toBeNull();
});
