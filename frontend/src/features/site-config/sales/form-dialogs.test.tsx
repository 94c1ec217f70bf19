// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import type { Order, SiteMember } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { TooltipProvider } from '../../../ui/menus/tooltip';
import { GrantDialog } from '../members/grant-dialog';
import { RefundDialog } from '../orders/refund-dialog';
import { StepDialog } from '../orders/step-dialog';
import { BatchDialog } from '../redeem-codes/batch-dialog';
import * as sales from './use-sales';

vi.mock('./use-sales');
afterEach(cleanup);

const member = { id: 'm', nickname: '安安', email: 'an@example.com' } as unknown as SiteMember;
const order = {
  id: 'o',
  method: 'manual',
  amountFen: 100,
  paidFen: 100,
  refundedFen: 0,
  visitorIdentifier: 'an@example.com',
  package: { name: '年卡' },
} as unknown as Order;

const onClose = vi.fn();
const DIALOGS: Record<string, [dialog: ReactNode, label: string | RegExp]> = {
  grant: [<GrantDialog key="grant" member={member} onClose={onClose} />, '备注'],
  refund: [<RefundDialog key="refund" order={order} onClose={onClose} />, /原因/],
  confirm: [<StepDialog key="confirm" kind="confirm" order={order} onClose={onClose} />, /备注/],
  reject: [<StepDialog key="reject" kind="reject" order={order} onClose={onClose} />, /原因/],
  batch: [<BatchDialog key="batch" onClose={onClose} />, '备注'],
};

test.for(Object.entries(DIALOGS))(
  'a_form_of_the_sales_is_not_lost_without_a_question_%s',
  async ([, [dialog, label]]) => {
    vi.mocked(sales.useSalesPlace).mockReturnValue({
      teamId: 't',
      siteId: 's',
      siteUrl: 'https://shop.example/',
    });
    vi.mocked(sales.useSalesChange).mockReturnValue({
      run: async () => undefined,
      refresh: async () => undefined,
      isBusy: false,
    });
    const packages = [{ id: 'p', name: '年卡' }];
    vi.mocked(sales.usePackages).mockReturnValue(packages as never);
    vi.mocked(sales.usePackagesQuery).mockReturnValue({
      data: packages,
      isLoading: false,
    } as never);
    const i18n = await startI18n('zh-CN');
    await loadFeatureWords(i18n, 'sales');
    render(
      <I18nextProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <TooltipProvider>{dialog}</TooltipProvider>
        </QueryClientProvider>
      </I18nextProvider>,
    );
    const field = screen.getByLabelText<HTMLTextAreaElement>(label);
    fireEvent.focus(field);
    fireEvent.input(field, { target: { value: '写到一半' } });
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(screen.getByRole('dialog', { name: '放弃已填写的内容？' })).toBeDefined();
    expect(onClose).not.toHaveBeenCalled();
    expect(field.value).toBe('写到一半');
  },
);
