import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { addressOf, hasSites, may } from '../../../api/team-rights';
import { getTeamOverview } from '../../../api/teams';
import { paths, sectionPath, teamPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { formatCount } from '../../../lib/numbers';
import { formatDay } from '../../../lib/time/dates';
import { session } from '../../../storage/session';
import { Figure, Figures } from '../../../ui/figures';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { useStore } from '../../../ui/hooks/use-store';
import { PageHead, Panel } from '../../../ui/panel';
import { LoadState } from '../../../ui/states/load-state';
import { loadedPanel } from '../../../ui/states/loaded-panel';
import { useTeamName } from '../use-team';
import { CreateTeamDialog } from './create-team-dialog';
import { useCurrentTeam } from './team-context';

// What counts views may be kept out by a filter: the rest stands without it.
const TeamViewsPanel = loadedPanel(async () => (await import('./reading-panel')).TeamViewsPanel);

/** Statistics of the team and suggested next steps. */
export function OverviewPage() {
  const { t, i18n } = useTranslation(['console', 'app']);
  const locale = localeOf(i18n);
  const team = useCurrentTeam();
  const address = addressOf(team);
  const name = useTeamName()(team);
  usePageMeta({ title: `${t('overview.title')} · ${name} · ${t('app:name')}` });
  const { data, error, refetch } = useQuery({
    queryKey: ['team', address, 'overview'],
    queryFn: () => getTeamOverview(address),
  });
  const until = team.planEndsAt && t('plan.until', { date: formatDay(locale, team.planEndsAt) });
  return (
    <>
      <PageHead title={name} />
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : (
        <Figures>
          <Figure label={t('overview.sites')} value={formatCount(locale, data.nSites)} />
          <Figure
            label={t('overview.knowledgeBases')}
            value={formatCount(locale, data.nKnowledgeBases)}
          />
          <Figure label={t('overview.views')} value={formatCount(locale, data.nViews)} />
          <Figure label={t('overview.members')} value={formatCount(locale, data.nMembers)} />
          <Figure label={t('overview.active')} value={formatCount(locale, data.nActiveMembers)} />
          <Figure
            label={t('overview.invitations')}
            value={formatCount(locale, data.nPendingInvitations)}
          />
          <Figure label={t('overview.plan')} value={t(`plan.${team.plan}`)} note={until} />
        </Figures>
      )}
      <div className="mt-6 grid gap-5">
        {data !== undefined && data.nSites > 0 && may(team, 'readStatistics') && <TeamViewsPanel />}
        <NextSteps nSites={data?.nSites} />
      </div>
    </>
  );
}

/** Next steps that are still open. How many sites there are may not be known yet. */
function NextSteps({ nSites }: { nSites: number | undefined }) {
  const { t } = useTranslation('console');
  const team = useCurrentTeam();
  const { user } = useStore(session);
  const [isCreating, setIsCreating] = useState(false);
  const isPersonal = team.kind === 'personal';
  const mayDeploy = hasSites(team);
  const steps: {
    name: 'write' | 'team' | 'invite' | 'email' | 'site' | 'firstSite';
    to?: string;
  }[] = [
    { name: 'write', to: paths.editor },
    ...(user?.email ? [] : [{ name: 'email' as const, to: paths.account }]),
    ...(isPersonal ? [{ name: 'team' as const }] : []),
    ...(!isPersonal && team.nMembers === 1 && may(team, 'manageMembers')
      ? [{ name: 'invite' as const, to: teamPath(team.id, 'members') }]
      : []),
    ...(nSites === 0 && may(team, 'publishSites')
      ? [{ name: 'firstSite' as const, to: teamPath(addressOf(team), 'sites') }]
      : []),
    ...(mayDeploy || nSites === 0 ? [] : [{ name: 'site' as const, to: sectionPath('pricing') }]),
  ];
  const row = 'group flex w-full items-center justify-between gap-6 text-left';
  return (
    <Panel title={t('overview.next')} lead={t('overview.nextLead')}>
      <ul className="divide-y divide-line">
        {steps.map(({ name, to }) => {
          const content = (
            <>
              <span className="min-w-0">
                <span className="block font-medium text-base text-ink">
                  {t(`overview.${name}.title`)}
                </span>
                <span className="mt-0.5 block text-ink-soft text-sm">
                  {t(`overview.${name}.text`)}
                </span>
              </span>
              <span className="flex shrink-0 items-center gap-1.5 text-accent-text text-sm group-hover:underline">
                <span className="max-sm:sr-only">{t(`overview.${name}.action`)}</span>
                <ArrowRight size={16} strokeWidth={1.75} aria-hidden />
              </span>
            </>
          );
          return (
            <li key={name} className="py-4 first:pt-0 last:pb-0">
              {to === undefined ? (
                <button type="button" className={row} onClick={() => setIsCreating(true)}>
                  {content}
                </button>
              ) : (
                <Link to={to} className={row}>
                  {content}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
      <CreateTeamDialog isOpen={isCreating} onOpenChange={setIsCreating} />
    </Panel>
  );
}
