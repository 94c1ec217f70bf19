import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '../../../api/team-rights';
import { changeRole, listMembers, removeMember } from '../../../api/teams';
import type { Member, Role, Team } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { classNames } from '../../../lib/class-names';
import { formatDay } from '../../../lib/time/dates';
import { session } from '../../../storage/session';
import { Avatar } from '../../../ui/avatar';
import { Button } from '../../../ui/buttons/button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { Select } from '../../../ui/fields/select';
import { usePageMeta } from '../../../ui/hooks/use-page-meta';
import { useStore } from '../../../ui/hooks/use-store';
import { PageHead } from '../../../ui/panel';
import { EmptyState } from '../../../ui/states/empty-state';
import { LoadState } from '../../../ui/states/load-state';
import { toast } from '../../../ui/states/toast';
import { CreateTeamDialog } from './create-team-dialog';
import { Invitations, InviteDialog } from './invitations';
import { ASSIGNABLE_ROLES } from './roles';
import { useCurrentTeam } from './team-context';

/** Members of the team with their roles, and invitations. */
export function MembersPage() {
  const { t } = useTranslation(['console', 'app']);
  const team = useCurrentTeam();
  usePageMeta({ title: `${t('members.title')} · ${t('app:name')}` });
  return team.kind === 'personal' ? <PersonalMembers /> : <TeamMembers team={team} />;
}

function PersonalMembers() {
  const { t } = useTranslation('console');
  const [isCreating, setIsCreating] = useState(false);
  return (
    <>
      <PageHead title={t('members.title')} />
      <EmptyState
        icon={UsersRound}
        title={t('members.personalTitle')}
        text={t('members.personalText')}
        action={
          <Button variant="primary" size="lg" onClick={() => setIsCreating(true)}>
            {t('team.create')}
          </Button>
        }
      />
      <CreateTeamDialog isOpen={isCreating} onOpenChange={setIsCreating} />
    </>
  );
}

function TeamMembers({ team }: { team: Team }) {
  const { t } = useTranslation(['console', 'app']);
  const [isInviting, setIsInviting] = useState(false);
  const mayManage = may(team, 'manageMembers');
  const members = useInfiniteQuery({
    queryKey: ['team', team.id, 'members'],
    queryFn: ({ pageParam }) => listMembers(team.id, pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return (
    <>
      <PageHead
        title={t('members.title')}
        lead={t('members.lead', {
          count: team.nMembers,
          max: team.maxMembers,
          plan: t(`plan.${team.plan}`),
        })}
        action={
          mayManage && (
            <Button variant="primary" size="lg" onClick={() => setIsInviting(true)}>
              <UserPlus size={16} strokeWidth={1.75} aria-hidden />
              <span>{t('members.invite')}</span>
            </Button>
          )
        }
      />
      {members.data === undefined ? (
        <LoadState error={members.error} onRetry={() => void members.refetch()} />
      ) : (
        <ul
          aria-label={t('members.title')}
          className="divide-y divide-line rounded-xl border border-line bg-surface px-5"
        >
          {members.data.pages.flatMap((page) =>
            page.items.map((member) => (
              <MemberRow key={member.userId} team={team} member={member} mayManage={mayManage} />
            )),
          )}
        </ul>
      )}
      {members.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-3"
          disabled={members.isFetchingNextPage}
          onClick={() => void members.fetchNextPage()}
        >
          {t('app:action.more')}
        </Button>
      )}
      {mayManage && <Invitations team={team} />}
      {mayManage && <InviteDialog team={team} isOpen={isInviting} onOpenChange={setIsInviting} />}
    </>
  );
}

interface MemberRowProps {
  team: Team;
  member: Member;
  mayManage: boolean;
}

function MemberRow({ team, member, mayManage }: MemberRowProps) {
  const { t, i18n } = useTranslation('console');
  const queries = useQueryClient();
  const { user } = useStore(session);
  const [isRemoving, setIsRemoving] = useState(false);
  const isSelf = user?.id === member.userId;
  const mayChange = mayManage && member.role !== 'owner' && !isSelf;
  const refresh = () => queries.invalidateQueries({ queryKey: ['team', team.id] });
  const change = useMutation({
    mutationFn: (role: Role) => changeRole(team.id, member.userId, role),
    onSuccess: (next) =>
      toast.success(
        t('members.roleChanged', { name: next.nickname, role: t(`role.${next.role}`) }),
      ),
    onError: (error) => toast.failure(errorText(t, error), { id: 'role' }),
    onSettled: refresh,
  });
  return (
    <li className={classNames('flex items-center gap-x-4 gap-y-3 py-4', mayChange && 'flex-wrap')}>
      <Avatar name={member.nickname} url={member.avatarUrl} size={36} />
      <div className={classNames('min-w-0 grow', mayChange && 'basis-40')}>
        <p className="truncate text-base text-ink">
          <span>{member.nickname}</span>
          {isSelf && (
            <span className="ml-1.5 text-ink-faint text-sm">{`(${t('members.you')})`}</span>
          )}
        </p>
        <p className="truncate text-ink-faint text-xs">
          {member.email ??
            t('members.joined', { date: formatDay(localeOf(i18n), member.joinedAt) })}
        </p>
      </div>
      {mayChange ? (
        <>
          <div className="w-36">
            <Select
              label={t('members.role', { name: member.nickname })}
              value={change.isPending ? (change.variables ?? member.role) : member.role}
              options={ASSIGNABLE_ROLES.map((value) => ({
                value: value as Role,
                label: t(`role.${value}`),
              }))}
              onChange={(role) => role !== member.role && change.mutate(role)}
            />
          </div>
          <Button size="sm" variant="secondary" onClick={() => setIsRemoving(true)}>
            {t('members.remove')}
          </Button>
        </>
      ) : (
        <span className="shrink-0 text-base text-ink-soft" title={t(`roleHint.${member.role}`)}>
          {t(`role.${member.role}`)}
        </span>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={t('members.removeTitle', { name: member.nickname })}
        description={t('members.removeText')}
        confirmLabel={t('members.remove')}
        tone="danger"
        onConfirm={async () => {
          await removeMember(team.id, member.userId);
          toast.success(t('members.removed', { name: member.nickname }));
          await refresh();
        }}
      />
    </li>
  );
}
