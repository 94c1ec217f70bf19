import { useTranslation } from 'react-i18next';
import { listPaymentMethods } from '../../../api/payment-methods';
import type { PaymentMethod, PaymentMethodName } from '../../../api/types';
import { LoadState } from '../../../ui/states/load-state';
import { SalesTab } from '../sales/sales-tab';
import { useSales, useSalesPlace } from '../sales/use-sales';
import { ManualCard } from './manual-card';
import { PROVIDER_NAMES } from './method-fields';
import { ProviderCard } from './provider-card';

/** How the site is paid: by hand, or by a provider with the creator's own keys. */
export function PaymentsTab() {
  return (
    <SalesTab tab="payments">
      <Methods />
    </SalesTab>
  );
}

function Methods() {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { data, error, refetch } = useSales('payment-methods', () =>
    listPaymentMethods(teamId, siteId),
  );
  if (data === undefined) return <LoadState error={error} onRetry={() => void refetch()} />;
  const isPaid = data.some(({ isEnabled }) => isEnabled);
  return (
    <div className="flex max-w-[1040px] flex-col gap-5">
      {!isPaid && (
        <p
          role="status"
          className="rounded-xl border border-line bg-surface px-4 py-3 text-base text-ink"
        >
          {t('payments.none')}
        </p>
      )}
      <ManualCard method={methodOf(data, 'manual')} />
      {PROVIDER_NAMES.map((name) => (
        <ProviderCard key={name} name={name} method={methodOf(data, name)} />
      ))}
    </div>
  );
}

/** A method as it is set, or as it begins. */
function methodOf(all: readonly PaymentMethod[], method: PaymentMethodName): PaymentMethod {
  const unset = {
    method,
    isEnabled: false,
    isTest: false,
    settings: {},
    hasKeys: false,
    hookUrl: null,
    problem: null,
  };
  return all.find((one) => one.method === method) ?? unset;
}
