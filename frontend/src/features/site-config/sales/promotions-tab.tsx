import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Segments } from '../../../ui/segments';
import { CouponList } from '../coupons/coupon-list';
import { BatchList } from '../redeem-codes/batch-list';
import { SalesTab } from './sales-tab';
import { oneOf } from './use-address';

const VIEWS = ['coupons', 'codes'] as const;

/** Coupons, and redeem codes. */
export function PromotionsTab() {
  const { t } = useTranslation('sales');
  const [params, setParams] = useSearchParams();
  const view = oneOf(params, 'view', VIEWS) ?? 'coupons';
  return (
    <SalesTab tab="promotions">
      <div className="mb-5 max-w-80">
        <Segments
          label={t('promotions.title')}
          value={view}
          options={VIEWS.map((value) => ({ value, label: t(`promotions.views.${value}`) }))}
          onChange={(next) =>
            setParams(next === 'coupons' ? {} : { view: next }, { replace: true })
          }
        />
      </div>
      {view === 'coupons' ? <CouponList /> : <BatchList />}
    </SalesTab>
  );
}
