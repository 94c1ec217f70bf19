import { useTranslation } from 'react-i18next';
import type { Coupon } from '../../../api/types';
import type { Locale } from '../../../config/constants';
import { formatFen } from '../../../lib/money';
import { formatPercent } from '../../../lib/numbers';
import { formatDay } from '../../../lib/time/dates';

/** Whether a coupon can be used. */
export function couponState(
  coupon: Coupon,
  now: number,
): 'open' | 'later' | 'over' | 'usedUp' | 'archived' {
  if (coupon.isArchived) return 'archived';
  if (coupon.startsAt && Date.parse(coupon.startsAt) > now) return 'later';
  if (coupon.endsAt && Date.parse(coupon.endsAt) <= now) return 'over';
  if (coupon.maxUses != null && coupon.nUses >= coupon.maxUses) return 'usedUp';
  return 'open';
}

/** What a coupon says, in words. */
export function useCouponWords(locale: Locale) {
  const { t } = useTranslation('sales');
  return {
    discountOf: ({ percentOff, amountOffFen }: Coupon) =>
      percentOff == null
        ? t('coupons.amountOff', { amount: formatFen(locale, amountOffFen ?? 0) })
        : percentOff === 100
          ? t('coupons.free')
          : t(locale === 'zh-CN' ? 'coupons.foldOff' : 'coupons.percentOff', {
              percent: formatPercent(locale, percentOff),
              fold: new Intl.NumberFormat(locale).format((100 - percentOff) / 10),
            }),
    windowOf: ({ startsAt, endsAt }: Coupon) => {
      // The moment of the end is the first that does not count.
      const last = endsAt && new Date(Date.parse(endsAt) - 1).toISOString();
      if (startsAt && last) return `${formatDay(locale, startsAt)} – ${formatDay(locale, last)}`;
      if (startsAt) return t('coupons.from', { day: formatDay(locale, startsAt) });
      if (last) return t('coupons.until', { day: formatDay(locale, last) });
      return t('coupons.always');
    },
    usesOf: ({ nUses, maxUses }: Coupon) =>
      maxUses == null ? `${nUses}` : `${nUses} / ${maxUses}`,
  };
}
