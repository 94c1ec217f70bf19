import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { resendReceipt } from '../../../api/orders';
import type { Order } from '../../../api/types';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { Button } from '../../../ui/buttons/button';
import { useSalesChange, useSalesPlace } from '../sales/use-sales';
import { stepsOf } from './order-steps';
import { RefundDialog } from './refund-dialog';
import { type OrderStep, StepDialog } from './step-dialog';

/** The steps that an order allows. */
export function OrderActions({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { run, isBusy } = useSalesChange();
  const [open, setOpen] = useState<OrderStep | 'refund' | null>(null);
  const steps = stepsOf(order);
  const close = () => setOpen(null);
  const buttons: [OrderStep, boolean][] = [
    ['confirm', steps.confirm],
    ['reject', steps.reject],
    ['accept', steps.accept],
    ['close', steps.close],
  ];
  return (
    <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
      {buttons
        .filter(([, isAllowed]) => isAllowed)
        .map(([kind]) => (
          <Button
            key={kind}
            variant={kind === 'confirm' || kind === 'accept' ? 'primary' : 'secondary'}
            onClick={() => setOpen(kind)}
          >
            {t(`step.${kind}.action`)}
          </Button>
        ))}
      {steps.refund && (
        <Button variant="secondary" onClick={() => setOpen('refund')}>
          {t('refund.action')}
        </Button>
      )}
      {steps.receipt && (
        <Button
          variant="secondary"
          disabled={isBusy}
          onClick={() =>
            void run(
              () => resendReceipt(teamId, siteId, order.id),
              t('order.receiptSent', { to: shownIdentifier(order.visitorIdentifier) }),
            )
          }
        >
          {t('order.receipt')}
        </Button>
      )}
      {open === 'refund' && <RefundDialog order={order} onClose={close} />}
      {open !== null && open !== 'refund' && (
        <StepDialog kind={open} order={order} onClose={close} />
      )}
    </div>
  );
}
