// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { createRedeemBatch } from '../../../api/redeem-batches';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import * as sales from '../sales/use-sales';
import { BatchDialog } from './batch-dialog';

vi.mock('../sales/use-sales');
vi.mock('../../../api/redeem-batches');
afterEach(cleanup);

async function show(query: object) {
  vi.mocked(sales.useSalesPlace).mockReturnValue({ teamId: 't', siteId: 's', siteUrl: '' });
  vi.mocked(sales.useSalesChange).mockReturnValue({
    run: async () => undefined,
    refresh: async () => undefined,
    isBusy: false,
  });
  vi.mocked(sales.usePackagesQuery).mockReturnValue(query as never);
  const i18n = await startI18n('zh-CN');
  await loadFeatureWords(i18n, 'sales');
  render(
    <I18nextProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <BatchDialog onClose={() => undefined} />
        </TooltipProvider>
      </QueryClientProvider>
    </I18nextProvider>,
  );
  return screen.findByRole('button', { name: '生成' });
}

test('who_is_faster_than_the_list_of_packages_waits_for_it', async () => {
  const read = Promise.resolve({ data: [{ id: 'p', name: '年卡', isArchived: false }] });
  const button = await show({ data: undefined, isLoading: true, refetch: () => read });
  expect(screen.queryByText('请先在“会员套餐”里添加一个套餐。')).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(createRedeemBatch).toHaveBeenCalled());
  expect(vi.mocked(createRedeemBatch).mock.calls[0]?.[2]).toMatchObject({ packageId: 'p' });
});

test('a_site_without_packages_on_sale_is_told_so', async () => {
  vi.mocked(createRedeemBatch).mockClear();
  const archived = [{ id: 'p', name: '年卡', isArchived: true }];
  fireEvent.click(await show({ data: archived, isLoading: false }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeNull());
  expect(createRedeemBatch).not.toHaveBeenCalled();
});
