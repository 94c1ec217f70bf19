import { Lock, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { may, mayChangeInPlan } from '../../../api/team-rights';
import type { Site, Team } from '../../../api/types';
import { SITE_TABS, type SiteTab, teamPath } from '../../../config/paths';
import { draftOf } from '../../../config/site-tabs';
import { buttonStyle } from '../../../ui/buttons/button';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { EmptyState } from '../../../ui/states/empty-state';
import { LoadState } from '../../../ui/states/load-state';
import { PanelBoundary } from '../../../ui/states/panel-boundary';
import { SiteDrafts } from '../draft/site-drafts';
import { KeptDrafts } from './kept-drafts';
import { LeaveGuard } from './leave-guard';
import { mayRead } from './nav-tabs';
import { SiteBar } from './site-bar';
import { SiteContext } from './site-context';
import { SiteNav } from './site-nav';
import { SiteNotice } from './site-notice';
import { useSiteQuery } from './use-site-query';

/** Layout of a site's tabs. */
export function SiteLayout() {
  const { t } = useTranslation('siteConfig');
  const { teamId, siteId, team, site } = useSiteQuery();
  const error = team.error ?? site.error;
  if (error instanceof ApiError && error.status === 404) return <MissingSite teamId={teamId} />;
  if (team.data === undefined || site.data === undefined) {
    const retry = () => void Promise.all([team.refetch(), site.refetch()]);
    return (
      <main id="content" className="mx-auto w-full max-w-[1280px] px-4 py-8 md:px-8">
        <LoadState error={error} failed={t('loadFailed')} onRetry={retry} />
      </main>
    );
  }
  // Each site has drafts of its own.
  return <SiteScreens key={siteId} team={team.data} site={site.data} />;
}

function SiteScreens({ team, site }: { team: Team; site: Site }) {
  const { t } = useTranslation(['siteConfig', 'app']);
  const steps = useLocation().pathname.split('/');
  const tab = SITE_TABS.find((name) => steps.includes(name));
  const [drafts] = useState(() => new SiteDrafts());
  const mayEdit =
    may(team, 'publishSites') &&
    mayChangeInPlan(team, site) &&
    site.status !== 'archived' &&
    !site.purgesAt;
  const names = [tab && t(`nav.${tab}`), site.name, t('app:name')].filter(Boolean);
  usePageMeta({ title: names.join(' · ') });
  return (
    <SiteContext value={{ team, site, drafts, mayEdit }}>
      <PanelBoundary>
        <SiteBar />
      </PanelBoundary>
      <div className="mx-auto flex w-full max-w-[1680px] grow flex-col md:flex-row">
        <PanelBoundary>
          <SiteNav />
        </PanelBoundary>
        <main
          id="content"
          tabIndex={-1}
          className="flex min-w-0 grow flex-col px-4 py-5 outline-none md:px-6 md:py-6"
        >
          <div className={widthAbove(tab)}>
            <PanelBoundary>
              <SiteNotice />
            </PanelBoundary>
            <KeptDrafts />
          </div>
          {tab === undefined || mayRead(team, tab) ? (
            <Outlet />
          ) : (
            <EmptyState icon={Lock} title={t('notice.closed')} text={t('notice.closedText')} />
          )}
        </main>
      </div>
      <LeaveGuard />
    </SiteContext>
  );
}

/** The width of what stands below notices: settings have a preview beside them, but for redirects. */
function widthAbove(tab: SiteTab | undefined): string {
  if (tab === 'redirects') return 'max-w-[760px]';
  return tab !== undefined && draftOf(tab) !== undefined ? '' : 'max-w-[1040px]';
}

/** Source: specification §8. */
function MissingSite({ teamId }: { teamId: string }) {
  const { t } = useTranslation(['siteConfig', 'app']);
  usePageMeta({ title: `${t('missing.title')} · ${t('app:name')}` });
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-[880px] px-4 py-10 outline-none"
    >
      <EmptyState
        icon={SearchX}
        title={t('missing.title')}
        text={t('missing.text')}
        action={
          <Link
            to={teamPath(teamId, 'sites')}
            className={buttonStyle({ variant: 'primary', size: 'lg' })}
          >
            {t('missing.back')}
          </Link>
        }
      />
    </main>
  );
}
