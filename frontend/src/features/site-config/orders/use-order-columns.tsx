import { useTranslation } from 'react-i18next';
import type { Order } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { formatFen } from '../../../lib/money';
import { formatMoment } from '../../../lib/time/dates';
import type { Column } from '../../../ui/data-table';
import { OrderChips } from './order-words';

/** The columns of the list of orders. */
export function useOrderColumns(onOpen: (id: string) => void): Column<Order>[] {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  return [
    {
      label: t('orders.number'),
      kind: 'title',
      cell: (order) => (
        <>
          <button
            type="button"
            onClick={() => onOpen(order.id)}
            className="break-all text-left font-medium text-accent-text tabular-nums hover:underline pointer-coarse:py-1.5"
          >
            {order.number}
          </button>
          <span className="block font-normal text-ink-faint text-xs">
            {formatMoment(locale, order.createdAt)}
          </span>
        </>
      ),
    },
    { label: t('orders.status'), kind: 'wide', cell: (order) => <OrderChips order={order} /> },
    {
      label: t('orders.amount'),
      cell: (order) => (
        <span className="tabular-nums">
          <span>{formatFen(locale, order.amountFen)}</span>
          {order.refundedFen > 0 && (
            <span className="block text-ink-faint text-xs">
              {t('orders.back', { amount: formatFen(locale, order.refundedFen) })}
            </span>
          )}
        </span>
      ),
    },
    {
      label: t('orders.visitor'),
      kind: 'wide',
      cell: (order) => (
        <>
          <span className="break-all">{shownIdentifier(order.visitorIdentifier)}</span>
          <span className="block text-ink-faint text-xs">{order.package.name}</span>
        </>
      ),
    },
    { label: t('orders.method'), cell: ({ method }) => t(`methods.${method}`) },
  ];
}
