import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getSiteOverview } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/dates';
import { formatCount } from '../../../lib/numbers';
import { Figure, Figures } from '../../../ui/figures';
import { LoadState } from '../../../ui/load-state';
import { PageHead } from '../../../ui/panel';
import { ReleasesPanel } from '../publishing/releases-panel';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';
import { AddressPanel } from './address-panel';
import { HealthPanel } from './health-panel';
import { QuickActions } from './quick-actions';

/** Figures of a site, its health, and what to do next. Source: specification §3, Overview statistics. */
export function OverviewTab() {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  const { team, site } = useSite();
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'overview'],
    queryFn: () => getSiteOverview(addressOf(team), site.id),
  });
  const live = site.liveRelease;
  // What is not counted yet is said so, and is no zero.
  const count = (value: number | null | undefined) =>
    value === null || value === undefined ? t('overview.notCounted') : formatCount(locale, value);
  return (
    <div className="max-w-[1040px]">
      <PageHead title={t('nav.overview')} />
      <div className="flex flex-col gap-5">
        {data === undefined ? (
          <LoadState error={error} onRetry={() => void refetch()} />
        ) : (
          <>
            <Figures>
              <Figure label={t('overview.viewsToday')} value={count(data.nViewsToday)} />
              <Figure label={t('overview.views')} value={count(data.nViews)} />
              <Figure label={t('overview.members')} value={count(data.nMembers)} />
              <Figure
                label={t('overview.pages')}
                value={count(data.nPages)}
                note={live ? formatMoment(locale, live.createdAt) : t('overview.neverPublished')}
              />
              <Figure label={t('overview.health')} value={`${data.healthScore} / 100`} />
            </Figures>
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <HealthPanel overview={data} />
              <div className="grid gap-5">
                <QuickActions />
                <AddressPanel />
              </div>
            </div>
          </>
        )}
        <ReleasesPanel />
      </div>
    </div>
  );
}
