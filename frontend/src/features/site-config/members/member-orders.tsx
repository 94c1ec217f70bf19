import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Order } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { formatFen } from '../../../lib/money';
import { formatDay } from '../../../lib/time/dates';
import { OrderChips } from '../orders/order-words';
import { useSalesPlace } from '../sales/use-sales';

/** What a member has ordered. */
export function MemberOrders({ orders }: { orders: readonly Order[] }) {
  const { t, i18n } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const locale = localeOf(i18n);
  if (orders.length === 0) return <p className="text-ink-faint text-sm">{t('member.noOrders')}</p>;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {orders.map((order) => (
        <li key={order.id}>
          <Link
            to={`${sitePath(teamId, siteId, 'orders')}?${new URLSearchParams({ order: order.id })}`}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2.5 text-sm hover:bg-hover"
          >
            <span className="min-w-0 grow break-words text-ink">{order.package.name}</span>
            <span className="text-ink tabular-nums">{formatFen(locale, order.amountFen)}</span>
            <OrderChips order={order} />
            <span className="text-ink-faint text-xs">{formatDay(locale, order.createdAt)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
