import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { addressOf, may } from '../../../api/team-rights';
import {
  deleteTeam,
  leaveTeam,
  listAllMembers,
  renameTeam,
  restoreTeam,
  transferTeam,
} from '../../../api/teams';
import type { Team } from '../../../api/types';
import { PERSONAL_SPACE, sectionPath, teamPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatDay } from '../../../lib/time/dates';
import { Button, buttonStyle } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Select } from '../../../ui/fields/select';
import { FormField } from '../../../ui/fields/text-field';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { PageHead, Panel } from '../../../ui/panel';
import { toast } from '../../../ui/states/toast';
import { useNameProblem } from './create-team-dialog';
import { useCurrentTeam } from './team-context';

/** Name and plan of a team, and its deletion. A personal space is named after its user. */
export function SettingsPage() {
  const { t } = useTranslation(['console', 'app']);
  const team = useCurrentTeam();
  usePageMeta({ title: `${t('settings.title')} · ${t('app:name')}` });
  return (
    <>
      <PageHead title={t('settings.title')} />
      <div className="flex flex-col gap-5">
        {team.kind === 'team' && may(team, 'renameTeam') && (
          <NamePanel key={team.name} team={team} />
        )}
        <PlanPanel team={team} />
        {team.kind === 'team' && may(team, 'transferTeam') && <TransferPanel team={team} />}
        {team.kind === 'team' && may(team, 'leaveTeam') && <LeavePanel team={team} />}
        {team.kind === 'team' && may(team, 'deleteTeam') && <DeletePanel team={team} />}
      </div>
    </>
  );
}

function NamePanel({ team }: { team: Team }) {
  const { t } = useTranslation(['console', 'app']);
  const queries = useQueryClient();
  const [name, setName] = useState(team.name);
  const [failure, setFailure] = useState<string>();
  const problem = useNameProblem(name);
  const label = t('settings.name');
  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(problem);
    if (problem !== undefined) return;
    try {
      await renameTeam(addressOf(team), name.trim());
      toast.success(t('settings.renamed'));
      await queries.invalidateQueries({ queryKey: ['team', addressOf(team)] });
      await queries.invalidateQueries({ queryKey: ['teams'] });
    } catch (error) {
      setFailure(errorText(t, error));
    }
  };
  return (
    <Panel title={label} lead={t('settings.nameLead')}>
      <form noValidate onSubmit={handleSubmit} className="max-w-[440px]">
        <FormField
          label={label}
          value={name}
          error={failure}
          onChange={(event) => setName(event.target.value)}
          end={
            <Button
              type="submit"
              variant="secondary"
              disabled={name.trim() === team.name}
              className="h-auto"
            >
              {t('app:action.save')}
            </Button>
          }
        />
      </form>
    </Panel>
  );
}

function PlanPanel({ team }: { team: Team }) {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const until = team.planEndsAt
    ? ` · ${t('plan.until', { date: formatDay(locale, team.planEndsAt) })}`
    : '';
  const list = new Intl.ListFormat(locale, { type: 'conjunction', style: 'narrow' });
  return (
    <Panel
      title={`${t('settings.planTitle')} · ${t(`plan.${team.plan}`)}${until}`}
      lead={t('settings.planLead')}
      action={
        team.plan === 'creator' && (
          <Link to={sectionPath('pricing')} className={buttonStyle({ variant: 'secondary' })}>
            {t('plan.upgrade')}
          </Link>
        )
      }
    >
      <p className="text-base text-ink-soft leading-6">
        {t('settings.planHas', {
          list: list.format(team.features.map((name) => t(`feature.${name}`))),
        })}
      </p>
    </Panel>
  );
}

function TransferPanel({ team }: { team: Team }) {
  const { t } = useTranslation('console');
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [successor, setSuccessor] = useState('');
  const { data } = useQuery({
    queryKey: ['team', team.id, 'candidates'],
    queryFn: () => listAllMembers(team.id),
  });
  const candidates = (data ?? []).filter((member) => member.role !== 'owner');
  const chosen = candidates.find((member) => member.userId === successor) ?? candidates[0];
  return (
    <Panel
      title={t('settings.transfer')}
      lead={t('settings.transferLead')}
      action={
        <Button
          variant="secondary"
          disabled={candidates.length === 0}
          onClick={() => setIsOpen(true)}
        >
          {t('settings.transfer')}
        </Button>
      }
    >
      {data !== undefined && candidates.length === 0 ? (
        <p className="text-base text-ink-faint">{t('settings.transferNone')}</p>
      ) : undefined}
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('settings.transfer')}
        description={t('settings.transferText')}
        confirmLabel={t('settings.transferConfirm')}
        tone="danger"
        onConfirm={async () => {
          if (chosen === undefined) return;
          await transferTeam(team.id, chosen.userId);
          toast.success(t('settings.transferred', { name: chosen.nickname }));
          await queries.invalidateQueries({ queryKey: ['team', team.id] });
        }}
      >
        <Select
          label={t('settings.transferTo')}
          value={chosen?.userId ?? ''}
          options={candidates.map((member) => ({ value: member.userId, label: member.nickname }))}
          onChange={setSuccessor}
        />
      </ConfirmDialog>
    </Panel>
  );
}

function LeavePanel({ team }: { team: Team }) {
  const { t } = useTranslation('console');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel
      title={t('settings.leave')}
      lead={t('settings.leaveLead')}
      action={
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {t('settings.leave')}
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title={t('settings.leave')}
        description={t('settings.leaveLead')}
        confirmLabel={t('settings.leaveConfirm')}
        tone="danger"
        onConfirm={async () => {
          await leaveTeam(team.id);
          toast.success(t('settings.left', { name: team.name }));
          await queries.invalidateQueries({ queryKey: ['teams'] });
          void navigate(teamPath(PERSONAL_SPACE));
        }}
      />
    </Panel>
  );
}

function DeletePanel({ team }: { team: Team }) {
  const { t } = useTranslation(['console', 'app']);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: ['teams'] });
    await queries.invalidateQueries({ queryKey: ['team', team.id] });
  };
  const undo = () => {
    restoreTeam(team.id).then(
      async () => {
        toast.success(t('team.restored'));
        await refresh();
        void navigate(teamPath(team.id));
      },
      (error: unknown) => toast.failure(errorText(t, error), { id: 'restore' }),
    );
  };
  return (
    <Panel
      tone="danger"
      title={t('settings.delete')}
      lead={t('settings.deleteLead')}
      action={
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {t('settings.delete')}
        </Button>
      }
    >
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={(next) => {
          setTyped('');
          setIsOpen(next);
        }}
        title={t('settings.delete')}
        description={t('settings.deleteLead')}
        confirmLabel={t('settings.deleteConfirm')}
        tone="danger"
        hasInput={false}
        onConfirm={async () => {
          if (typed.trim() !== team.name) {
            throw new Error(t('settings.deleteMismatch'));
          }
          await deleteTeam(team.id);
          toast.success(t('settings.deleted', { name: team.name }), {
            action: { label: t('app:action.undo'), onSelect: undo },
          });
          void navigate(teamPath(PERSONAL_SPACE));
          await refresh();
        }}
      >
        <FormField
          label={t('settings.deleteTyped', { name: team.name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </ConfirmDialog>
    </Panel>
  );
}
