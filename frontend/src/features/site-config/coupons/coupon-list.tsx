import { Plus, TicketPercent } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listCoupons, updateCoupon } from '../../../api/coupons';
import type { Coupon } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { currentTime } from '../../../lib/time/server-clock';
import { Button } from '../../../ui/buttons/button';
import { DataTable } from '../../../ui/data-table';
import { EmptyState } from '../../../ui/states/empty-state';
import { LoadState } from '../../../ui/states/load-state';
import { Chip } from '../sales/chip';
import { usePackages, useSales, useSalesChange, useSalesPlace } from '../sales/use-sales';
import { CouponDialog } from './coupon-dialog';
import { termsOf } from './coupon-form';
import { couponState, useCouponWords } from './coupon-words';

/** The coupons of a site. */
export function CouponList() {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { data, error, refetch } = useSales('coupons', () => listCoupons(teamId, siteId));
  const [edited, setEdited] = useState<Coupon | 'new' | null>(null);
  const create = (
    <Button variant="primary" onClick={() => setEdited('new')}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      <span>{t('coupons.create')}</span>
    </Button>
  );
  if (data === undefined) return <LoadState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data.length === 0 ? (
        <EmptyState
          icon={TicketPercent}
          title={t('coupons.emptyTitle')}
          text={t('coupons.emptyText')}
          action={create}
        />
      ) : (
        <>
          <div className="mb-4 flex justify-end">{create}</div>
          <CouponTable coupons={data} onEdit={setEdited} />
        </>
      )}
      {edited !== null && (
        <CouponDialog
          {...(edited === 'new' ? {} : { coupon: edited })}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

interface CouponTableProps {
  coupons: readonly Coupon[];
  onEdit: (coupon: Coupon) => void;
}

function CouponTable({ coupons, onEdit }: CouponTableProps) {
  const { t, i18n } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { run, isBusy } = useSalesChange();
  const packages = usePackages();
  const { discountOf, windowOf, usesOf } = useCouponWords(localeOf(i18n));
  const archive = (coupon: Coupon, isArchived: boolean) =>
    run(
      () => updateCoupon(teamId, siteId, coupon.id, { ...termsOf(coupon), isArchived }),
      t(isArchived ? 'coupons.archived' : 'coupons.restored', { code: coupon.code }),
    );
  const namesOf = ({ packageIds }: Coupon) =>
    packageIds.length === 0
      ? t('coupons.everyPackage')
      : packages
          .filter(({ id }) => packageIds.includes(id))
          .map(({ name }) => name)
          .join('、') || t('coupons.somePackages', { count: packageIds.length });
  return (
    <DataTable
      label={t('promotions.views.coupons')}
      items={coupons}
      columns={[
        {
          label: t('coupons.code'),
          kind: 'title',
          cell: ({ code }) => (
            <span translate="no" className="break-all font-mono text-ink">
              {code}
            </span>
          ),
        },
        { label: t('coupons.discount'), cell: discountOf },
        { label: t('members.package'), kind: 'wide', cell: namesOf },
        { label: t('coupons.window'), kind: 'wide', cell: windowOf },
        { label: t('coupons.uses'), cell: usesOf },
        {
          label: t('coupons.state'),
          cell: (coupon) => {
            const state = couponState(coupon, currentTime());
            return (
              <Chip tone={state === 'open' ? 'good' : 'faint'}>{t(`coupons.states.${state}`)}</Chip>
            );
          },
        },
        {
          label: t('actions'),
          kind: 'wide',
          cell: (coupon) => (
            <span className="flex flex-wrap gap-1.5">
              {!coupon.isArchived && (
                <Button size="sm" variant="secondary" onClick={() => onEdit(coupon)}>
                  {t('coupons.edit')}
                </Button>
              )}
              <Button
                size="sm"
                variant="secondary"
                disabled={isBusy}
                onClick={() => void archive(coupon, !coupon.isArchived)}
              >
                {t(coupon.isArchived ? 'coupons.restore' : 'coupons.archive')}
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}
