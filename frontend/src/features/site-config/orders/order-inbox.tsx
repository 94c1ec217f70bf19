import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listOrders } from '../../../api/orders';
import type { Order } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { distanceText } from '../../../i18n/distance';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { formatFen } from '../../../lib/money';
import { currentTime } from '../../../lib/time/server-clock';
import { Button } from '../../../ui/buttons/button';
import { LoadState } from '../../../ui/states/load-state';
import { useSales, useSalesPlace } from '../sales/use-sales';
import { OrderChips } from './order-words';
import { type OrderStep, StepDialog } from './step-dialog';

/** What waits for the team, as cards that are worked off one after the other with the thumb. */
export function OrderInbox({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { data, error, refetch } = useSales('inbox', async () => {
    const [waiting, problems] = await Promise.all([
      listOrders(teamId, siteId, { status: 'awaitingConfirmation' }),
      listOrders(teamId, siteId, { problem: 'any' }),
    ]);
    const ids = new Set(waiting.orders.map(({ id }) => id));
    return [...waiting.orders, ...problems.orders.filter(({ id }) => !ids.has(id))];
  });
  const [step, setStep] = useState<{ kind: OrderStep; order: Order } | null>(null);
  return (
    <section aria-label={t('inbox.title')} className="mb-6">
      <h2 className="mb-2 font-medium text-base text-ink">{t('inbox.title')}</h2>
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <p
          role="status"
          className="flex items-center gap-2 rounded-xl border border-line bg-surface p-4 text-base text-ink-soft"
        >
          <CircleCheck size={18} className="shrink-0 text-success" aria-hidden />
          <span>{t('inbox.empty')}</span>
        </p>
      ) : (
        <ul className="grid gap-3">
          {data.map((order) => (
            <InboxCard
              key={order.id}
              order={order}
              onOpen={() => onOpen(order.id)}
              onStep={(kind) => setStep({ kind, order })}
            />
          ))}
        </ul>
      )}
      {step !== null && (
        <StepDialog kind={step.kind} order={step.order} onClose={() => setStep(null)} />
      )}
    </section>
  );
}

interface InboxCardProps {
  order: Order;
  onOpen: () => void;
  onStep: (kind: OrderStep) => void;
}

function InboxCard({ order, onOpen, onStep }: InboxCardProps) {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  const isWaiting = order.status === 'awaitingConfirmation';
  return (
    <li className="rounded-xl border border-line bg-surface p-4">
      <button type="button" onClick={onOpen} className="block w-full text-left">
        <span className="flex items-baseline justify-between gap-3">
          <span className="font-semibold font-serif text-[22px] text-ink leading-[calc(32/22)] tabular-nums">
            {formatFen(locale, order.amountFen)}
          </span>
          <span className="text-ink-faint text-xs">
            {distanceText(i18n, order.updatedAt, currentTime())}
          </span>
        </span>
        <span className="block break-words text-base text-ink">{order.package.name}</span>
        <span className="block wrap-anywhere text-ink-soft text-sm">
          {shownIdentifier(order.visitorIdentifier)}
        </span>
        <span className="mt-1.5 block">
          <OrderChips order={order} />
        </span>
      </button>
      {order.payerNote !== '' && (
        <p className="mt-2 whitespace-pre-line break-words rounded-lg bg-hover px-3 py-2 text-ink text-sm">
          {order.payerNote}
        </p>
      )}
      <div className="mt-3 grid grid-cols-2 gap-2">
        {isWaiting ? (
          <>
            <Button
              variant="secondary"
              className="h-12 pointer-coarse:h-12"
              onClick={() => onStep('reject')}
            >
              {t('step.reject.action')}
            </Button>
            <Button
              variant="primary"
              className="h-12 pointer-coarse:h-12"
              onClick={() => onStep('confirm')}
            >
              {t('step.confirm.action')}
            </Button>
          </>
        ) : (
          <Button
            variant="secondary"
            className="col-span-2 h-12 pointer-coarse:h-12"
            onClick={onOpen}
          >
            <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
            <span>{t('inbox.look')}</span>
          </Button>
        )}
      </div>
    </li>
  );
}
