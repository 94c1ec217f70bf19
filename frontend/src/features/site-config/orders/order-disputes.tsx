import { useTranslation } from 'react-i18next';
import type { OrderDetail } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatSmallest } from '../../../lib/money';
import { formatMoment } from '../../../lib/time/dates';
import { Chip } from '../sales/chip';

const TONES = { open: 'danger', won: 'good', lost: 'faint' } as const;

/** What the payer disputes with the bank, and until when to answer. */
export function OrderDisputes({ disputes }: { disputes: OrderDetail['disputes'] }) {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  const reasonOf = useReasonWords();
  if (disputes.length === 0) return null;
  return (
    <ul className="mb-4 divide-y divide-line rounded-lg border border-line text-sm">
      {disputes.map(({ id, reference, amount, currency, reason, status, answerBy }) => (
        <li key={id} className="px-3 py-2">
          <p className="flex flex-wrap justify-between gap-3 text-ink">
            <span className="inline-flex flex-wrap items-center gap-2 break-all">
              <span>{t('order.dispute', { reference })}</span>
              <Chip tone={TONES[status]}>{t(`order.disputeStatuses.${status}`)}</Chip>
            </span>
            <span className="tabular-nums">{formatSmallest(locale, amount, currency)}</span>
          </p>
          <p className="break-words text-ink-faint text-xs">
            {[
              status === 'open' &&
                (typeof answerBy === 'string'
                  ? t('order.answerBy', { time: formatMoment(locale, answerBy) })
                  : t('order.noAnswer')),
              reasonOf(reason),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Why, in words. Source: docs.stripe.com/disputes/categories; what is not one of them is another reason. */
function useReasonWords(): (reason: string) => string {
  const { t } = useTranslation('sales');
  const lookup = t as unknown as (key: string, options: { defaultValue: string }) => string;
  return (reason) =>
    lookup(`order.disputeReasons.${reason}`, { defaultValue: t('order.disputeReasons.other') });
}
