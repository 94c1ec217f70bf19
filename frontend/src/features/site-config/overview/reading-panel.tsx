import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { getSiteViews, isFoundByVisitors } from '../../../api/sites';
import { addressOf, may } from '../../../api/team-rights';
import { sitePath } from '../../../config/paths';
import { ViewsPanel } from '../../../ui/views/reading-panel';
import type { Period } from '../../../ui/views/shown-views';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';

/** Views of the site in the last days. */
export function SiteViewsPanel() {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const [period, setPeriod] = useState<Period>('30');
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'views', period],
    queryFn: () => getSiteViews(addressOf(team), site.id, period),
    placeholderData: keepPreviousData,
  });
  return (
    <ViewsPanel
      views={data}
      sites={new Map([[site.id, { ...site, isFound: isFoundByVisitors(site) }]])}
      error={error}
      onRetry={() => void refetch()}
      period={period}
      onPeriodChange={setPeriod}
      none={t('views.none')}
      toAccess={
        may(team, 'readSettings') && (
          <Link
            to={sitePath(addressOf(team), site.id, 'access')}
            className="text-accent-text hover:underline"
          >
            {t('views.toAccess')}
          </Link>
        )
      }
    />
  );
}
