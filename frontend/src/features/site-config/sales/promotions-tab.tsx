import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/fields/segments';
import { oneOf, paramsOf, useAddress } from '../../../ui/fields/use-address';
import { CouponList } from '../coupons/coupon-list';
import { BatchList } from '../redeem-codes/batch-list';
import { SalesTab } from './sales-tab';

const VIEWS = ['coupons', 'codes'] as const;

/** Coupons, and redeem codes. */
export function PromotionsTab() {
  const { t } = useTranslation('sales');
  const [params, change] = useAddress();
  const view = oneOf(params, 'view', VIEWS) ?? 'coupons';
  return (
    <SalesTab tab="promotions">
      <div className="mb-5 max-w-80">
        <Segments
          label={t('promotions.title')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`promotions.views.${value}`) }))}
          onChange={(next) =>
            change(() => paramsOf({ view: next === 'coupons' ? '' : next }), { replace: true })
          }
        />
      </div>
      {view === 'coupons' ? <CouponList /> : <BatchList />}
    </SalesTab>
  );
}
