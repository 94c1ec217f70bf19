import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listMembers } from '../../../api/members';
import { getSiteOverview } from '../../../api/sites';
import { addressOf, may } from '../../../api/team-rights';
import type { MemberPage } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatCount } from '../../../lib/numbers';
import { formatMoment } from '../../../lib/time/dates';
import { Figure, Figures } from '../../../ui/figures';
import { PageHead } from '../../../ui/panel';
import { LoadState } from '../../../ui/states/load-state';
import { loadedPanel } from '../../../ui/states/loaded-panel';
import { ReleasesPanel } from '../publishing/releases-panel';
import { TodoStrip } from '../sales/todo-strip';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';
import { AddressPanel } from './address-panel';
import { HealthPanel } from './health-panel';
import { QuickActions } from './quick-actions';

// What counts views may be kept out by a filter: the rest stands without it.
const SiteViewsPanel = loadedPanel(async () => (await import('./reading-panel')).SiteViewsPanel);

/** Visitors whose membership holds, the days of grace included. */
function membersOf({ counts }: MemberPage): number {
  return (counts.active ?? 0) + (counts.grace ?? 0) + (counts.lifetime ?? 0);
}

/** Figures of a site, its health, and what to do next. Source: specification §3, Overview statistics. */
export function OverviewTab() {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  const { team, site } = useSite();
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'overview'],
    queryFn: () => getSiteOverview(addressOf(team), site.id),
  });
  const hasMembers = may(team, 'manageOrders');
  const members = useQuery({
    queryKey: [...siteKey(site.id), 'members', 'count'],
    queryFn: () => listMembers(addressOf(team), site.id, { limit: 1 }),
    enabled: hasMembers,
  });
  const live = site.liveRelease;
  const count = (value: number) => formatCount(locale, value);
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
              {hasMembers && (
                <Figure
                  label={t('overview.members')}
                  value={members.data ? count(membersOf(members.data)) : '–'}
                />
              )}
              <Figure
                label={t('overview.pages')}
                value={count(data.nPages)}
                note={live ? formatMoment(locale, live.createdAt) : t('overview.neverPublished')}
              />
              <Figure label={t('overview.health')} value={`${data.healthScore} / 100`} />
            </Figures>
            {hasMembers && <TodoStrip isQuiet />}
            <div className="grid items-start gap-5 lg:grid-cols-2">
              <HealthPanel overview={data} />
              <div className="grid gap-5">
                <QuickActions />
                <AddressPanel />
              </div>
            </div>
          </>
        )}
        {may(team, 'readStatistics') && <SiteViewsPanel />}
        <ReleasesPanel />
      </div>
    </div>
  );
}
