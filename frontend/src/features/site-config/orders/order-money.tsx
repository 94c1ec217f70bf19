import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatFen } from '../../../lib/money';
import { formatMoment } from '../../../lib/time/dates';
import { Chip } from '../sales/chip';

/** What came in and what went back, each with the provider's number. */
export function OrderMoney({ detail }: { detail: OrderDetail }) {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  const { payments, refunds } = detail;
  if (payments.length === 0 && refunds.length === 0) {
    return <p className="text-ink-faint text-sm">{t('order.noMoney')}</p>;
  }
  return (
    <ul className="divide-y divide-line rounded-lg border border-line text-sm">
      {payments.map((payment) => (
        <li key={payment.id} className="px-3 py-2">
          <p className="flex justify-between gap-3 text-ink">
            <span>{t('order.cameIn', { method: t(`methods.${payment.method}`) })}</span>
            <span className="tabular-nums">{`+${formatFen(locale, payment.amountFen)}`}</span>
          </p>
          <p className="break-all text-ink-faint text-xs">
            {[
              formatMoment(locale, payment.paidAt),
              payment.method === 'manual' ? t('order.byHand') : payment.reference,
            ].join(' · ')}
          </p>
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={refund.id} className="px-3 py-2">
          <p className="flex flex-wrap justify-between gap-3 text-ink">
            <span className="inline-flex items-center gap-2">
              <span>{t('order.wentBack')}</span>
              <Chip tone={refund.status === 'failed' ? 'danger' : 'plain'}>
                {t(`order.refundStatuses.${refund.status}`)}
              </Chip>
            </span>
            <span className="tabular-nums">{`-${formatFen(locale, refund.amountFen)}`}</span>
          </p>
          <p className="break-words text-ink-faint text-xs">
            {[formatMoment(locale, refund.createdAt), refund.actorNickname, refund.reason]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}
