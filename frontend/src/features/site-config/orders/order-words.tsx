import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Order, OrderStatus } from '../../../api/types';
import { Chip, type ChipTone, TestChip } from '../sales/chip';

const TONES: Record<OrderStatus, ChipTone> = {
  pending: 'plain',
  awaitingConfirmation: 'caution',
  paid: 'good',
  partiallyRefunded: 'plain',
  refunded: 'faint',
  rejected: 'danger',
  closed: 'faint',
};

/** The state of an order, with the mark of a problem. */
export function OrderChips({ order }: { order: Order }) {
  const { t } = useTranslation('sales');
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      <Chip tone={TONES[order.status]}>{t(`orders.statuses.${order.status}`)}</Chip>
      {order.problems.map((problem) => (
        <Chip key={problem} tone="danger">
          <TriangleAlert
            size={12}
            strokeWidth={2}
            className="-mt-0.5 mr-1 inline"
            aria-label={t('orders.problem')}
          />
          <span>{t(`orders.problems.${problem}`)}</span>
        </Chip>
      ))}
      {order.isTest && <TestChip label={t('test')} />}
    </span>
  );
}
