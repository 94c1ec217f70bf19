import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refundOrder } from '../../../api/orders';
import type { Order } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatFen, parseFen, yuanText } from '../../../lib/money';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Segments } from '../../../ui/fields/segments';
import { SwitchRow } from '../../../ui/fields/switch-row';
import { TextArea, TextField } from '../../../ui/fields/text-field';
import { useRequestKey } from '../../../ui/hooks/use-request-key';
import { toast } from '../../../ui/states/toast';
import { useSalesChange, useSalesPlace } from '../sales/use-sales';
import { refundable, refundOutcome } from './order-steps';

/** Gives all or some of the money back, and says before what follows. */
export function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const keyFor = useRequestKey();
  const most = refundable(order);
  const isByHand = order.method === 'manual';
  const [extent, setExtent] = useState<'full' | 'partial'>('full');
  const [amount, setAmount] = useState(yuanText(most));
  const [isOutside, setIsOutside] = useState(isByHand);
  const [reason, setReason] = useState('');
  const amountFen = extent === 'full' ? most : parseFen(amount);
  const isWhole = amountFen === most;
  const refund = async () => {
    if (amountFen === null) throw new Error(t('amountInvalid'));
    if (amountFen > most) {
      throw new Error(t('refund.tooMuch', { amount: formatFen(locale, most) }));
    }
    if (reason.trim() === '') throw new Error(t('reasonRequired'));
    const body = { amountFen, reason: reason.trim(), isOutside };
    try {
      const answered = await refundOrder(teamId, siteId, order.id, body, keyFor(body));
      const outcome = refundOutcome(order, answered, amountFen);
      const text = t(`refund.outcomes.${outcome}`, { amount: formatFen(locale, amountFen) });
      if (outcome === 'failed') toast.failure(text);
      else toast.success(text);
    } finally {
      await refresh();
    }
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('refund.title')}
      description={t('refund.text', { amount: formatFen(locale, most) })}
      confirmLabel={
        amountFen === null
          ? t('refund.action')
          : t('refund.actionAmount', { amount: formatFen(locale, amountFen) })
      }
      tone="danger"
      onConfirm={refund}
    >
      <Segments
        label={t('refund.extent')}
        value={extent}
        options={(['full', 'partial'] as const).map((value) => ({
          value,
          label: t(`refund.extents.${value}`),
        }))}
        onChange={setExtent}
      />
      {extent === 'partial' && (
        <TextField
          label={t('refund.amount')}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={setAmount}
        />
      )}
      {!isByHand && (
        <SwitchRow label={t('refund.outside')} isOn={isOutside} onChange={setIsOutside} />
      )}
      <TextArea
        label={t('step.reasonSent')}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <ul className="list-disc space-y-1 rounded-lg bg-hover py-2.5 pr-3 pl-7 text-ink-soft text-sm">
        <li>{t(isWhole ? 'refund.follows.full' : 'refund.follows.partial')}</li>
        <li>
          {t(
            isByHand
              ? 'refund.follows.byHand'
              : isOutside
                ? 'refund.follows.outside'
                : 'refund.follows.provider',
          )}
        </li>
      </ul>
    </ConfirmDialog>
  );
}
