import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listAllTeams, setPlan, suspendTeam } from '../../../api/admin';
import type { AdminTeam, Plan } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatDay, localDay } from '../../../lib/dates';
import { formatCount } from '../../../lib/numbers';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Cell } from '../../../ui/data-table';
import { IconButton } from '../../../ui/icon-button';
import { Menu, MenuItem } from '../../../ui/menu';
import { Segments } from '../../../ui/segments';
import { FormField } from '../../../ui/text-field';
import { toast } from '../../../ui/toast';
import { FilterField } from './filter-field';
import { PagedTable } from './paged-table';
import { SuspendDialog } from './suspend-dialog';

const PLANS = ['creator', 'professional', 'enterprise'] as const satisfies Plan[];

/** Spaces of the platform and their editions. */
export function TeamsTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [planned, setPlanned] = useState<AdminTeam | null>(null);
  const [suspended, setSuspended] = useState<AdminTeam | null>(null);
  const done = async () => {
    toast.success(t('user.done'));
    await queries.invalidateQueries({ queryKey: ['admin'] });
  };
  return (
    <>
      <FilterField label={t('platform.searchTeams')} value={search} onChange={setSearch} />
      <PagedTable
        list="teams"
        label={t('platform.teams')}
        columns={[
          t('space.name'),
          t('space.owner'),
          t('space.plan'),
          t('space.members'),
          t('space.state'),
          '',
        ]}
        filter={search}
        fetchPage={listAllTeams}
        row={(team) => (
          <tr key={team.id}>
            <Cell>
              {team.name}
              <span className="ml-2 text-ink-faint text-xs">{t(`space.${team.kind}`)}</span>
            </Cell>
            <Cell>{team.ownerNickname}</Cell>
            <Cell>
              {t(`plan.${team.plan}`)}
              {team.planEndsAt && (
                <span className="block text-ink-faint text-xs">
                  {t('plan.until', { date: formatDay(locale, team.planEndsAt) })}
                </span>
              )}
            </Cell>
            <Cell>{formatCount(locale, team.nMembers)}</Cell>
            <Cell>
              {team.suspendedAt ? (
                <span className="text-danger">{t('user.suspended')}</span>
              ) : (
                t(team.purgesAt ? 'user.deleting' : 'user.normal')
              )}
            </Cell>
            <Cell>
              <Menu
                trigger={
                  <IconButton
                    icon={Ellipsis}
                    size="iconSm"
                    label={t('user.actions', { name: team.name })}
                  />
                }
              >
                <MenuItem onSelect={() => setPlanned(team)}>{t('space.setPlan')}</MenuItem>
                <MenuItem
                  onSelect={() => {
                    if (!team.suspendedAt) setSuspended(team);
                    else {
                      suspendTeam(team.id, null).then(done, (error: unknown) =>
                        toast.failure(errorText(t, error), { id: 'admin' }),
                      );
                    }
                  }}
                >
                  {t(team.suspendedAt ? 'user.unsuspend' : 'user.suspend')}
                </MenuItem>
              </Menu>
            </Cell>
          </tr>
        )}
      />
      {planned !== null && (
        <PlanDialog team={planned} onClose={() => setPlanned(null)} onDone={done} />
      )}
      <SuspendDialog
        name={suspended?.name ?? null}
        onClose={() => setSuspended(null)}
        onSuspend={async (reason) => {
          if (suspended === null) return;
          await suspendTeam(suspended.id, reason);
          await done();
        }}
      />
    </>
  );
}

interface PlanDialogProps {
  team: AdminTeam;
  onClose: () => void;
  onDone: () => Promise<void>;
}

function PlanDialog({ team, onClose, onDone }: PlanDialogProps) {
  const { t } = useTranslation('console');
  const [plan, choosePlan] = useState<Plan>(team.plan);
  const [day, setDay] = useState(team.planEndsAt ? localDay(new Date(team.planEndsAt)) : '');
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('space.planTitle', { name: team.name })}
      description={t('space.planText')}
      confirmLabel={t('space.save')}
      onConfirm={async () => {
        // The edition holds through its last day, in the administrator's time zone.
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
