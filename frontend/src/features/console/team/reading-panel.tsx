import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isFoundByVisitors } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { getTeamViews } from '../../../api/teams';
import type { TeamViews } from '../../../api/types';
import { sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { formatCount } from '../../../lib/numbers';
import { ViewsPanel } from '../../../ui/views/reading-panel';
import type { Period } from '../../../ui/views/shown-views';
import { useCurrentTeam } from './team-context';

/** Sites that are listed with their views. */
const SITES_SHOWN = 10;

/** Views of all sites of the team in the last days. */
export function TeamViewsPanel() {
  const { t } = useTranslation('siteConfig');
  const address = addressOf(useCurrentTeam());
  const [period, setPeriod] = useState<Period>('30');
  const { data, error, refetch } = useQuery({
    queryKey: ['team', address, 'views', period],
    queryFn: () => getTeamViews(address, period),
    placeholderData: keepPreviousData,
  });
  const sites = data?.sites.map(
    (site) => [site.id, { ...site, isFound: isFoundByVisitors(site) }] as const,
  );
  return (
    <ViewsPanel
      views={data}
      sites={new Map(sites)}
      error={error}
      onRetry={() => void refetch()}
      period={period}
      onPeriodChange={setPeriod}
      none={t('views.noneOfTeam')}
    >
      {data && data.sites.length > 1 && <Sites sites={data.sites} />}
    </ViewsPanel>
  );
}

/** The sites with the most views, beside those of the days before. */
function Sites({ sites }: { sites: TeamViews['sites'] }) {
  const { t, i18n } = useTranslation('siteConfig');
  const locale = localeOf(i18n);
  const address = addressOf(useCurrentTeam());
  return (
    <section aria-label={t('views.sites')} className="lg:col-span-2">
      <h3 className="font-medium text-base text-ink">{t('views.sites')}</h3>
      <p className="mt-1 text-ink-faint text-xs">{t('views.sitesHint')}</p>
      <ol className="mt-2 divide-y divide-line">
        {sites.slice(0, SITES_SHOWN).map(({ id, name, nViews, nViewsBefore }) => (
          <li key={id} className="flex justify-between gap-4 py-2 text-base text-ink">
            <Link to={sitePath(address, id)} className="min-w-0 break-words hover:underline">
              {name}
            </Link>
            <span className="shrink-0 text-right text-ink-soft tabular-nums">
              <span>{formatCount(locale, nViews)}</span>
              <span className="block text-ink-faint text-xs">
                {t('views.before', { n: formatCount(locale, nViewsBefore) })}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
