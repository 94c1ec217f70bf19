import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmOrder, rejectOrder, settleOrder } from '../../../api/orders';
import type { Order } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { formatFen, parseFen, yuanText } from '../../../lib/money';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { TextArea, TextField } from '../../../ui/fields/text-field';
import { useRequestKey } from '../../../ui/hooks/use-request-key';
import { toast } from '../../../ui/states/toast';
import { useSalesChange, useSalesPlace } from '../sales/use-sales';

/** A step that the team takes with an order, with its reason. */
export type OrderStep = 'confirm' | 'reject' | 'accept' | 'close';

interface StepDialogProps {
  kind: OrderStep;
  order: Order;
  onClose: () => void;
}

/** Says what follows, asks for the amount or the reason, and does it. */
export function StepDialog({ kind, order, onClose }: StepDialogProps) {
  const { t, i18n } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const keyFor = useRequestKey();
  const [amount, setAmount] = useState(yuanText(order.amountFen - order.paidFen));
  const [text, setText] = useState('');
  const isConfirm = kind === 'confirm';
  const act = async () => {
    const reason = text.trim();
    if (!isConfirm && reason === '') throw new Error(t('reasonRequired'));
    const amountFen = isConfirm ? parseFen(amount) : 0;
    if (amountFen === null) throw new Error(t('amountInvalid'));
    try {
      if (isConfirm) {
        const body = { amountFen, note: reason };
        await confirmOrder(teamId, siteId, order.id, body, keyFor(body));
      } else if (kind === 'reject') await rejectOrder(teamId, siteId, order.id, reason);
      else await settleOrder(teamId, siteId, order.id, { decision: kind, reason });
      toast.success(t(`step.${kind}.done`));
    } finally {
      // Where it was refused somebody else may have been quicker: what is behind the dialog shows it.
      await refresh();
    }
  };
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t(`step.${kind}.title`)}
      description={t(`step.${kind}.text`, {
        visitor: shownIdentifier(order.visitorIdentifier),
        package: order.package.name,
        amount: formatFen(localeOf(i18n), order.amountFen),
      })}
      confirmLabel={t(`step.${kind}.action`)}
      tone={kind === 'confirm' || kind === 'accept' ? 'primary' : 'danger'}
      onConfirm={act}
    >
      {isConfirm && (
        <TextField
          label={t('step.amount')}
          hint={t('step.amountHint')}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={setAmount}
        />
      )}
      <TextArea
        label={t(
          isConfirm ? 'step.note' : kind === 'reject' ? 'step.reasonSent' : 'step.reasonKept',
        )}
        rows={2}
        maxLength={500}
        value={text}
        onChange={setText}
      />
    </ConfirmDialog>
  );
}
