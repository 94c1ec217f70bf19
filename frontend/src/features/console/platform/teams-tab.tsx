import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listAllTeams, setPlan, suspendTeam } from '../../../api/admin';
import type { AdminTeam, Plan } from '../../../api/types';
import { auditPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { formatCount } from '../../../lib/numbers';
import { formatDay, localDay } from '../../../lib/time/dates';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { SearchBox } from '../../../ui/fields/search-box';
import { Segments } from '../../../ui/fields/segments';
import { FormField } from '../../../ui/fields/text-field';
import { MenuItem } from '../../../ui/menus/menu';
import { useTeamName } from '../use-team';
import { PagedTable } from './paged-table';
import { RowMenu } from './row-menu';
import { SuspendDialog } from './suspend-dialog';
import { useAdministration } from './use-administration';
import { useSearch } from './use-search';

const PLANS = ['creator', 'professional', 'enterprise'] as const satisfies Plan[];

/** Spaces of the platform and their plans. */
export function TeamsTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const nameOf = useTeamName();
  const { done, run } = useAdministration();
  const [search, setSearch] = useSearch();
  const [planned, setPlanned] = useState<AdminTeam | null>(null);
  const [suspended, setSuspended] = useState<AdminTeam | null>(null);
  return (
    <>
      <SearchBox
        size="md"
        className="mb-4 max-w-[360px]"
        label={t('platform.searchTeams')}
        value={search}
        onChange={setSearch}
      />
      <PagedTable
        list="teams"
        label={t('platform.teams')}
        filter={search}
        fetchPage={listAllTeams}
        columns={[
          {
            label: t('space.name'),
            kind: 'title',
            cell: (team) => (
              <>
                <span>{nameOf(team)}</span>
                <span className="ml-2 font-normal text-ink-faint text-xs">
                  {t(`space.${team.kind}`)}
                </span>
              </>
            ),
          },
          { label: t('space.owner'), cell: (team) => team.ownerNickname },
          { label: t('space.plan'), cell: (team) => <TeamPlan team={team} /> },
          { label: t('space.members'), cell: (team) => formatCount(locale, team.nMembers) },
          { label: t('space.state'), cell: (team) => <TeamState team={team} /> },
          {
            label: t('platform.actions'),
            kind: 'actions',
            cell: (team) => (
              <RowMenu
                name={nameOf(team)}
                isSuspended={Boolean(team.suspendedAt)}
                auditPath={auditPath({ teamId: team.id })}
                onSuspend={() => setSuspended(team)}
                onResume={() => run(suspendTeam(team.id, null))}
              >
                <MenuItem onSelect={() => setPlanned(team)}>{t('space.setPlan')}</MenuItem>
              </RowMenu>
            ),
          },
        ]}
      />
      {planned !== null && (
        <PlanDialog team={planned} onClose={() => setPlanned(null)} onDone={done} />
      )}
      <SuspendDialog
        suspended={suspended && { id: suspended.id, name: nameOf(suspended) }}
        onClose={() => setSuspended(null)}
        suspend={suspendTeam}
        onDone={done}
      />
    </>
  );
}

function TeamPlan({ team }: { team: AdminTeam }) {
  const { t, i18n } = useTranslation('console');
  return (
    <>
      <span>{t(`plan.${team.plan}`)}</span>
      {team.planEndsAt && (
        <span className="block text-ink-faint text-xs">
          {t('plan.until', { date: formatDay(localeOf(i18n), team.planEndsAt) })}
        </span>
      )}
    </>
  );
}

function TeamState({ team }: { team: AdminTeam }) {
  const { t } = useTranslation('console');
  if (team.suspendedAt) {
    return (
      <span className="text-danger" title={team.suspendedReason ?? undefined}>
        {t('user.suspended')}
      </span>
    );
  }
  if (team.purgesAt) return <span className="text-caution">{t('space.deleting')}</span>;
  return <>{t('user.normal')}</>;
}

interface PlanDialogProps {
  team: AdminTeam;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function PlanDialog({ team, onClose, onDone }: PlanDialogProps) {
  const { t } = useTranslation('console');
  const nameOf = useTeamName();
  const [plan, choosePlan] = useState<Plan>(team.plan);
  const [day, setDay] = useState(team.planEndsAt ? localDay(new Date(team.planEndsAt)) : '');
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('space.planTitle', { name: nameOf(team) })}
      description={t('space.planText')}
      confirmLabel={t('space.save')}
      onConfirm={async () => {
        // The plan holds through its last day, in the administrator's time zone.
        const endsAt = day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
        await setPlan(team.id, plan, plan === 'creator' ? null : endsAt);
        await onDone();
      }}
    >
      <Segments
        label={t('space.plan')}
        value={plan}
        options={PLANS.map((value) => ({ value: value as Plan, label: t(`plan.${value}`) }))}
        onChange={choosePlan}
      />
      {plan !== 'creator' && (
        <FormField
          type="date"
          label={t('space.endsAt')}
          value={day}
          min={localDay(new Date())}
          onChange={(event) => setDay(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
