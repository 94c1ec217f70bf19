import { useTranslation } from 'react-i18next';
import type { OrderEvent } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatFen } from '../../../lib/money';
import { formatMoment } from '../../../lib/time/dates';
import { Timeline, TimelineItem } from '../sales/detail-parts';

/** What happened to an order, the latest first. */
export function OrderTimeline({ events }: { events: readonly OrderEvent[] }) {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  const wordsOf = useEventWords();
  const sorted = events.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return (
    <Timeline label={t('order.timeline')}>
      {sorted.map((event) => {
        const { amountFen, reason, note } = event.data;
        const text = [reason, note].filter((one) => typeof one === 'string' && one !== '');
        return (
          <TimelineItem
            key={event.id}
            title={
              <>
                <span>{wordsOf(event.kind)}</span>
                {typeof amountFen === 'number' && (
                  <span className="tabular-nums">{formatFen(locale, amountFen)}</span>
                )}
              </>
            }
            meta={[formatMoment(locale, event.createdAt), event.actorNickname]
              .filter(Boolean)
              .join(' · ')}
          >
            {text.length > 0 && (
              <p className="mt-0.5 whitespace-pre-line break-words text-ink-soft text-sm">
                {text.join('\n')}
              </p>
            )}
          </TimelineItem>
        );
      })}
    </Timeline>
  );
}

/** What happened, in words; what is unknown here is a change. */
function useEventWords(): (kind: string) => string {
  const { t } = useTranslation('sales');
  const lookup = t as unknown as (key: string, options: { defaultValue: string }) => string;
  return (kind) => lookup(`events.${kind}`, { defaultValue: t('events.other') });
}
