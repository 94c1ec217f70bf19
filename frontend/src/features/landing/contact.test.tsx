// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { configQuery } from '../../api/account';
import { loadFeatureWords, startI18n } from '../../i18n';
import { Contact, type ContactState } from './closing';
import { Landing } from './routes';

vi.mock('./landing-page', () => ({
  LandingPage: ({ contact }: { contact: ContactState }) => <Contact contact={contact} />,
}));
afterEach(cleanup);

async function show(contactId: string | null | undefined): Promise<void> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(configQuery.queryKey, { contactId });
  const i18n = await startI18n('zh-CN');
  await loadFeatureWords(i18n, 'landing');
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <Landing />
      </QueryClientProvider>
    </I18nextProvider>,
  );
}

test('the_id_that_the_server_names_is_shown_with_a_button_to_copy_it', async () => {
  await show('moyan-help');
  expect(screen.getByText('moyan-help')).toBeTruthy();
  expect(screen.getByRole('button', { name: '复制微信号' })).toBeTruthy();
});

test.each([null, undefined, ''])('without_an_id_the_page_says_so_for_%j', async (contactId) => {
  await show(contactId);
  expect(screen.getByText('这个网站的管理员还没有填写联系方式。')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  // Nobody is told to write to an account that is not named.
  expect(screen.queryByText(/加微信/)).toBeNull();
});
