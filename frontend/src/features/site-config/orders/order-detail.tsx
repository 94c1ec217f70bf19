import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getOrder } from '../../../api/orders';
import type { Order, OrderDetail } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { formatFen } from '../../../lib/money';
import { formatMoment } from '../../../lib/time/dates';
import { Dialog } from '../../../ui/dialogs/dialog';
import { LoadState } from '../../../ui/states/load-state';
import { DetailSection, Facts } from '../sales/detail-parts';
import { useSales, useSalesPlace } from '../sales/use-sales';
import { OrderActions } from './order-actions';
import { OrderDisputes } from './order-disputes';
import { OrderMoney } from './order-money';
import { OrderTimeline } from './order-timeline';
import { OrderChips } from './order-words';

/** An order beside the list: what it is about, its money, what happened, and what can be done. */
export function OrderDetailDialog(props: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { data, error, refetch } = useSales(['order', props.orderId], () =>
    getOrder(teamId, siteId, props.orderId),
  );
  return (
    <Dialog
      isOpen
      form="side"
      title={
        data === undefined ? t('order.title') : t('order.titleOf', { number: data.order.number })
      }
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
    >
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : (
        <Detail detail={data} />
      )}
    </Dialog>
  );
}

function Detail({ detail }: { detail: OrderDetail }) {
  const { t } = useTranslation('sales');
  const { order } = detail;
  return (
    <>
      <div className="mb-3">
        <OrderChips order={order} />
      </div>
      {order.problems.map((problem) => (
        <p
          key={problem}
          className="mb-4 rounded-lg bg-danger-soft px-3 py-2.5 text-danger text-sm leading-5"
        >
          {t(`orders.explained.${problem}`)}
        </p>
      ))}
      <OrderDisputes disputes={detail.disputes} />
      <OrderFacts order={order} />
      <OrderActions order={order} />
      <DetailSection title={t('order.money')}>
        <OrderMoney detail={detail} />
      </DetailSection>
      <DetailSection title={t('order.timeline')}>
        <OrderTimeline events={detail.events} />
      </DetailSection>
    </>
  );
}

function OrderFacts({ order }: { order: Order }) {
  const { t, i18n } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const locale = localeOf(i18n);
  const member = `${sitePath(teamId, siteId, 'members')}?${new URLSearchParams({ member: order.visitorId })}`;
  const isDiscounted = order.discountFen > 0;
  return (
    <Facts
      items={[
        [
          t('orders.visitor'),
          <Link key="member" to={member} className="break-all text-accent-text hover:underline">
            {shownIdentifier(order.visitorIdentifier)}
          </Link>,
        ],
        [t('orders.package'), `${order.package.name} · ${t(`periods.${order.package.period}`)}`],
        [t('order.price'), isDiscounted ? formatFen(locale, order.priceFen) : null],
        [
          t('order.discount'),
          isDiscounted
            ? [`-${formatFen(locale, order.discountFen)}`, order.couponCode]
                .filter(Boolean)
                .join(' · ')
            : null,
        ],
        [t('orders.amount'), formatFen(locale, order.amountFen)],
        [t('orders.method'), t(`methods.${order.method}`)],
        [t('order.payerNote'), order.payerNote],
        [t('order.reason'), order.reason],
        [t('orders.created'), formatMoment(locale, order.createdAt)],
        [t('order.paidAt'), order.paidAt && formatMoment(locale, order.paidAt)],
        [
          t('order.closesAt'),
          order.status === 'pending' ? formatMoment(locale, order.closesAt) : null,
        ],
      ]}
    />
  );
}
