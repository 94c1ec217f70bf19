import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookText, Globe, LayoutDashboard, Settings, UsersRound } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { ApiError } from '../../../api/api-error';
import { addressOf } from '../../../api/team-rights';
import { restoreTeam } from '../../../api/teams';
import type { Team } from '../../../api/types';
import { PERSONAL_SPACE, type TeamPage, teamPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { classNames } from '../../../lib/class-names';
import { formatDay } from '../../../lib/time/dates';
import { Button, buttonStyle } from '../../../ui/buttons/button';
import { LoadState } from '../../../ui/states/load-state';
import { PanelBoundary } from '../../../ui/states/panel-boundary';
import { toast } from '../../../ui/states/toast';
import { barOverToasts } from '../../../ui/states/toast-place';
import { useTeam, useTeamId } from '../use-team';
import { TeamContext } from './team-context';
import { TeamSwitch } from './team-switch';

const PAGES = [
  ['overview', LayoutDashboard],
  ['knowledge', BookText],
  ['sites', Globe],
  ['members', UsersRound],
  ['settings', Settings],
] as const satisfies readonly (readonly [TeamPage, unknown])[];

/** Layout of a team's pages: team switch, navigation, page. */
export function TeamLayout() {
  const teamId = useTeamId();
  const { data: team, error, refetch } = useTeam();
  const isMissing = error instanceof ApiError && error.status === 404;
  return (
    <div className="mx-auto flex w-full max-w-[1280px] grow flex-col md:flex-row">
      <aside ref={barOverToasts} className="shrink-0 md:w-60 md:border-line md:border-r">
        <div className="px-4 pt-4 md:sticky md:top-[calc(56px+var(--inset-top))] md:py-8 md:pl-8">
          <PanelBoundary>
            <TeamSwitch current={team} />
            <TeamNav teamId={teamId} />
          </PanelBoundary>
        </div>
      </aside>
      <main
        id="content"
        tabIndex={-1}
        className="min-w-0 grow px-4 py-6 outline-none md:px-10 md:py-10"
      >
        {isMissing ? (
          <MissingTeam />
        ) : team === undefined ? (
          <LoadState error={error} onRetry={() => void refetch()} />
        ) : (
          <TeamContext value={team}>
            <TeamNotice team={team} />
            <Outlet />
          </TeamContext>
        )}
      </main>
    </div>
  );
}

function TeamNav({ teamId }: { teamId: string }) {
  const { t } = useTranslation('console');
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a narrow screen the row scrolls so that the current page is visible.
  useEffect(() => {
    const current = nav.current?.querySelector(`[href="${pathname}"]`);
    current?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <nav
      ref={nav}
      aria-label={t('nav.label')}
      className="scroll-thin -mx-4 mt-3 overflow-x-auto border-line border-b px-4 md:mx-0 md:mt-5 md:border-0 md:px-0"
    >
      <ul className="flex gap-1 md:flex-col">
        {PAGES.map(([page, Icon]) => (
          <li key={page} className="shrink-0">
            <NavLink
              to={teamPath(teamId, page)}
              className={({ isActive }) =>
                classNames(
                  'flex h-10 items-center gap-2.5 px-2.5 text-base text-ink-soft hover:text-ink md:h-9 md:rounded-md',
                  isActive
                    ? 'font-medium text-ink max-md:shadow-[inset_0_-2px_var(--accent-text)] md:bg-pressed'
                    : 'md:hover:bg-hover',
                )
              }
            >
              <Icon size={16} strokeWidth={1.75} className="max-md:hidden" aria-hidden />
              <span>{t(`nav.${page}`)}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function MissingTeam() {
  const { t } = useTranslation('console');
  return (
    <div role="alert">
      <h1 className="font-semibold font-serif text-[26px]">{t('team.missing')}</h1>
      <p className="mt-2 text-base text-ink-soft">{t('team.missingText')}</p>
      <Link
        to={teamPath(PERSONAL_SPACE)}
        className={classNames(buttonStyle({ variant: 'primary', size: 'lg' }), 'mt-6')}
      >
        {t('team.toPersonal')}
      </Link>
    </div>
  );
}

/** Why a team is read-only, with a button to restore a deleted one. */
function TeamNotice({ team }: { team: Team }) {
  const { t, i18n } = useTranslation('console');
  const queries = useQueryClient();
  const restore = useMutation({
    mutationFn: () => restoreTeam(addressOf(team)),
    onSuccess: async () => {
      toast.success(t('team.restored'));
      await queries.invalidateQueries({ queryKey: ['team', addressOf(team)] });
      await queries.invalidateQueries({ queryKey: ['teams'] });
    },
    onError: (error) => toast.failure(errorText(t, error), { id: 'restore' }),
  });
  const text = team.suspendedReason
    ? t('team.suspended', { reason: team.suspendedReason })
    : team.purgesAt
      ? t('team.deleted', { date: formatDay(localeOf(i18n), team.purgesAt) })
      : null;
  if (text === null) return null;
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-xl bg-danger-soft px-5 py-4 text-base text-danger"
    >
      <span>{text}</span>
      {team.purgesAt && team.actions.includes('deleteTeam') && (
        <Button variant="secondary" disabled={restore.isPending} onClick={() => restore.mutate()}>
          {t('team.restore')}
        </Button>
      )}
    </div>
  );
}
