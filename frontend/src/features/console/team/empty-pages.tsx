import { Globe, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths, sectionPath, teamPath } from '../../../config/paths';
import { buttonStyle } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { PageHead } from '../../../ui/panel';
import { usePageMeta } from '../../../ui/use-page-meta';
import { addressOf } from '../use-team';
import { useCurrentTeam } from './team-context';

/** Sites of a team, or the plan that includes them. */
export function SitesPage() {
  const { t } = useTranslation(['console', 'app']);
  const team = useCurrentTeam();
  const mayDeploy = team.features.includes('siteDeployment');
  usePageMeta({ title: `${t('sites.title')} · ${t('app:name')}` });
  return (
    <>
      <PageHead title={t('sites.title')} />
      <EmptyState
        icon={Globe}
        title={t(mayDeploy ? 'sites.emptyTitle' : 'sites.planTitle')}
        text={t(mayDeploy ? 'sites.emptyText' : 'sites.planText')}
        action={
          <Link
            to={mayDeploy ? paths.editor : sectionPath('pricing')}
            className={buttonStyle({ variant: 'primary', size: 'lg' })}
          >
            {t(mayDeploy ? 'sites.write' : 'sites.plan')}
          </Link>
        }
      />
    </>
  );
}

/** Configuration of a site. No site can be made yet, so none is found. Source: specification §8. */
export function SitePage() {
  const { t } = useTranslation(['console', 'app']);
  const team = useCurrentTeam();
  usePageMeta({ title: `${t('site.missing')} · ${t('app:name')}` });
  return (
    <>
      <PageHead title={t('sites.title')} />
      <EmptyState
        icon={SearchX}
        title={t('site.missing')}
        text={t('site.missingText')}
        action={
          <Link
            to={teamPath(addressOf(team), 'sites')}
            className={buttonStyle({ variant: 'primary', size: 'lg' })}
          >
            {t('site.back')}
          </Link>
        }
      />
    </>
  );
}
