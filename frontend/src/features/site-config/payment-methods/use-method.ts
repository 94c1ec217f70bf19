import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { putPaymentMethod } from '../../../api/payment-methods';
import type { PaymentMethod, PaymentMethodChanges } from '../../../api/types';
import { errorText, problemText } from '../../../i18n/error-text';
import { KeyedError } from '../../../lib/keyed-error';
import { toast } from '../../../ui/states/toast';
import { useSalesChange, useSalesPlace } from '../sales/use-sales';

/** Saves a way to be paid, and keeps what the server says of its fields. */
export function useMethod({ method }: PaymentMethod) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { refresh } = useSalesChange();
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setIsBusy] = useState(false);
  const save = async (changes: PaymentMethodChanges): Promise<boolean> => {
    setIsBusy(true);
    setFailure(null);
    try {
      await putPaymentMethod(teamId, siteId, method, changes);
      toast.success(t('payments.saved', { method: t(`methods.${method}`) }));
      await refresh();
      return true;
    } catch (error) {
      setFailure(error);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  /** What is wrong with a field, such as `keys.secretKey`. */
  const errorOf = (field: string): string | undefined =>
    failure instanceof KeyedError ? problemText(t, failure, field) || undefined : undefined;
  /** What is said of the whole form; nothing when all of it is said at fields. `isShown`: whether a field is on the screen. */
  const failureBeside = (isShown: (field: string) => boolean): string | null => {
    if (failure === null) return null;
    const fields = failure instanceof KeyedError ? Object.keys(failure.fields) : [];
    const isSaid = (field: string) => isShown(field) && errorOf(field) !== undefined;
    return fields.length > 0 && fields.every(isSaid) ? null : errorText(t, failure);
  };
  return {
    save,
    isBusy,
    errorOf,
    failureBeside,
  };
}
