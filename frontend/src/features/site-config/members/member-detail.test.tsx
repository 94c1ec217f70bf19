// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import * as sales from '../sales/use-sales';
import { MemberDetailDialog } from './member-detail';

vi.mock('../sales/use-sales');
vi.mock('./member-actions', () => ({ MemberActions: () => null }));
afterEach(cleanup);

const member = {
  id: 'm',
  email: 'an@example.com',
  identifier: 'an@example.com',
  state: 'member',
  paidFen: 0,
  createdAt: '2026-11-01T00:00:00Z',
  lastSeenAt: '2026-11-29T00:00:00Z',
};
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36';
const session = (id: string, userAgent: string) => ({
  id,
  userAgent,
  network: '203.0.113.0/24',
  lastSeenAt: '2026-11-29T00:00:00Z',
});

test('a_device_of_a_member_is_called_as_people_call_it', async () => {
  vi.mocked(sales.useSalesPlace).mockReturnValue({
    teamId: 't',
    siteId: 's',
    siteUrl: 'https://shop.example/',
  });
  vi.mocked(sales.useSales).mockReturnValue({
    data: {
      member,
      grants: [],
      orders: [],
      sessions: [session('a', PHONE), session('b', 'curl/8.5')],
    },
  } as never);
  const i18n = await startI18n('en');
  await loadFeatureWords(i18n, 'sales');
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <MemberDetailDialog visitorId="m" onClose={() => undefined} />
        </TooltipProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  expect(screen.getByText('Chrome · Android').title).toBe(PHONE);
  expect(screen.getByText('Unknown device').title).toBe('curl/8.5');
});
