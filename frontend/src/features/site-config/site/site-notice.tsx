import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { restoreSite } from '../../../api/sites';
import { addressOf, hasSites, may } from '../../../api/team-rights';
import { SALES_TABS, sectionPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatDay } from '../../../lib/time/dates';
import { Button, buttonStyle } from '../../../ui/buttons/button';
import { toast } from '../../../ui/states/toast';
import { useSite } from './site-context';
import { useInvalidateSite } from './use-site-query';

/** Why a site can only be read, or seen by the team alone, with the way out. */
export function SiteNotice() {
  const { t, i18n } = useTranslation('siteConfig');
  const { team, site, mayEdit } = useSite();
  const invalidateSite = useInvalidateSite();
  const restore = useMutation({
    mutationFn: () => restoreSite(addressOf(team), site.id),
    onSuccess: async (restored) => {
      toast.success(t('notice.restored', { name: site.name }));
      await invalidateSite(restored);
    },
    onError: (error) => toast.failure(errorText(t, error), { id: 'restore' }),
  });
  const { pathname } = useLocation();
  const isBinned = site.purgesAt !== null && site.purgesAt !== undefined;
  const isWithoutPlan = !hasSites(team);
  // Members and orders are looked after in other roles, and of archived sites too.
  const isSales = SALES_TABS.some((tab) => pathname.endsWith(`/${tab}`));
  const isTrial = mayEdit && isWithoutPlan;
  if ((mayEdit && !isTrial) || (isSales && !isBinned)) return null;
  const text = isBinned
    ? t('notice.bin', { date: formatDay(localeOf(i18n), site.purgesAt ?? '') })
    : site.status === 'archived'
      ? t('notice.archived')
      : isTrial
        ? t('notice.trial')
        : !may(team, 'publishSites')
          ? t(may(team, 'manageOrders') ? 'notice.sales' : 'notice.role')
          : t('notice.plan');
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-base text-ink"
    >
      <span>{text}</span>
      {isBinned && may(team, 'publishSites') && (
        <Button variant="secondary" disabled={restore.isPending} onClick={() => restore.mutate()}>
          {t('notice.restore')}
        </Button>
      )}
      {isWithoutPlan && !isBinned && may(team, 'publishSites') && (
        <Link to={sectionPath('pricing')} className={buttonStyle({ variant: 'secondary' })}>
          {t('notice.plans')}
        </Link>
      )}
    </div>
  );
}
