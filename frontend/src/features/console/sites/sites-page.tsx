import { useQuery } from '@tanstack/react-query';
import { Globe, Plus, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listAllSites } from '../../../api/sites';
import { addressOf, hasSites, may } from '../../../api/team-rights';
import { sectionPath } from '../../../config/paths';
import { Button, buttonStyle } from '../../../ui/buttons/button';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { PageHead } from '../../../ui/panel';
import { EmptyState } from '../../../ui/states/empty-state';
import { LoadState } from '../../../ui/states/load-state';
import { useCurrentTeam } from '../team/team-context';
import { CreateSiteDialog } from './create-site-dialog';
import { filteredSites, useSiteFilter } from './list-filter';
import { SiteCard } from './site-card';
import { SiteFilters } from './site-filters';

/** Sites of a team, or the plan that includes them. */
export function SitesPage() {
  const { t } = useTranslation(['console', 'app']);
  const team = useCurrentTeam();
  const mayDeploy = hasSites(team);
  const [isCreating, setIsCreating] = useState(false);
  const [filter, changeFilter] = useSiteFilter();
  usePageMeta({ title: `${t('sites.title')} · ${t('app:name')}` });
  const { data, error, refetch } = useQuery({
    queryKey: ['sites', team.id],
    queryFn: () => listAllSites(addressOf(team)),
    enabled: may(team, 'readContent'),
  });
  const all = data ?? [];
  // Every plan has one site to set up and to look at.
  const isFull = !mayDeploy && all.some(({ purgesAt }) => !purgesAt);
  const mayCreate = may(team, 'publishSites') && data !== undefined && !isFull;
  const { sites, counts } = filteredSites(all, filter);
  const createButton = mayCreate && (
    <Button variant="primary" size="lg" onClick={() => setIsCreating(true)}>
      <Plus size={16} strokeWidth={1.75} aria-hidden />
      <span>{t('sites.create')}</span>
    </Button>
  );
  return (
    <>
      <PageHead
        title={t('sites.title')}
        lead={t('sites.lead')}
        action={all.length > 0 && createButton}
      />
      {/* What the plan lacks is said before anybody has set up a site. Source: specification §6. */}
      {!mayDeploy && data !== undefined && (
        <p
          role="status"
          className="mb-5 flex flex-wrap items-center justify-between gap-3 rounded-xl border border-line bg-surface px-4 py-3 text-base text-ink"
        >
          <span>{t(isFull ? 'sites.planKept' : 'sites.planText')}</span>
          <Link to={sectionPath('pricing')} className={buttonStyle({ variant: 'secondary' })}>
            {t('sites.plan')}
          </Link>
        </p>
      )}
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : all.length === 0 ? (
        <EmptyState
          icon={Globe}
          title={t('sites.emptyTitle')}
          text={t(mayCreate ? 'sites.emptyText' : 'sites.emptyReader')}
          action={createButton}
        />
      ) : (
        <div>
          <SiteFilters filter={filter} counts={counts} onChange={changeFilter} />
          {sites.length > 0 ? (
            <ul
              aria-label={t('sites.title')}
              className="grid grid-cols-1 gap-4 sm:grid-cols-[repeat(auto-fill,minmax(300px,1fr))]"
            >
              {sites.map((site) => (
                <SiteCard
                  key={site.id}
                  site={site}
                  mayEdit={may(team, 'publishSites')}
                  mayDuplicate={mayDeploy && mayCreate}
                />
              ))}
            </ul>
          ) : (
            <EmptyState
              icon={filter.status === 'bin' ? Trash2 : SearchX}
              title={t(filter.status === 'bin' ? 'sites.binEmpty' : 'sites.noMatch')}
              text={t(filter.status === 'bin' ? 'sites.binText' : 'sites.noMatchText')}
              action={
                <Button
                  variant="secondary"
                  size="lg"
                  onClick={() => changeFilter({ search: '', status: 'all' })}
                >
                  {t('sites.clear')}
                </Button>
              }
            />
          )}
        </div>
      )}
      {isCreating && <CreateSiteDialog team={team} onClose={() => setIsCreating(false)} />}
    </>
  );
}
