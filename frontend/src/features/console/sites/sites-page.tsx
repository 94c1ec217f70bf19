import { useQuery } from '@tanstack/react-query';
import { Globe, Plus, SearchX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listAllSites } from '../../../api/sites';
import { addressOf, may } from '../../../api/team-rights';
import { sectionPath } from '../../../config/paths';
import { Button, buttonStyle } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { LoadState } from '../../../ui/load-state';
import { PageHead } from '../../../ui/panel';
import { usePageMeta } from '../../../ui/use-page-meta';
import { useCurrentTeam } from '../team/team-context';
import { CreateSiteDialog } from './create-site-dialog';
import { filteredSites, useSiteFilter } from './list-filter';
import { SiteCard } from './site-card';
import { SiteFilters } from './site-filters';

/** Sites of a team, or the plan that includes them. */
export function SitesPage() {
  const { t } = useTranslation(['console', 'app']);
  const team = useCurrentTeam();
  const mayDeploy = team.features.includes('siteDeployment');
  const mayCreate = mayDeploy && may(team, 'publishSites');
  const [isCreating, setIsCreating] = useState(false);
  const [filter, changeFilter] = useSiteFilter();
  usePageMeta({ title: `${t('sites.title')} · ${t('app:name')}` });
  const { data, error, refetch } = useQuery({
    queryKey: ['sites', team.id],
    queryFn: () => listAllSites(addressOf(team)),
    enabled: may(team, 'readContent'),
  });
  const all = data ?? [];
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
      {/* The plan's refusal stands before any form. Source: specification §6. */}
      {!mayDeploy && (
        <EmptyState
          icon={Globe}
          title={t('sites.planTitle')}
          text={t(all.length > 0 ? 'sites.planKept' : 'sites.planText')}
          action={
            <Link
              to={sectionPath('pricing')}
              className={buttonStyle({ variant: 'primary', size: 'lg' })}
            >
              {t('sites.plan')}
            </Link>
          }
        />
      )}
      {data === undefined ? (
        mayDeploy && <LoadState error={error} onRetry={() => void refetch()} />
      ) : all.length === 0 ? (
        mayDeploy && (
          <EmptyState
            icon={Globe}
            title={t('sites.emptyTitle')}
            text={t(mayCreate ? 'sites.emptyText' : 'sites.emptyReader')}
            action={createButton}
          />
        )
      ) : (
        <div className={mayDeploy ? undefined : 'mt-6'}>
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
                  mayDuplicate={mayCreate}
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
