import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { getTeam, listTeams } from '../../api/teams';
import type { Team } from '../../api/types';
import { PERSONAL_SPACE } from '../../config/paths';
import { session } from '../../storage/session';
import { useStore } from '../../ui/hooks/use-store';

/** Id of the team in the address; `personal` is the user's own space. */
export function useTeamId(): string {
  return useParams().teamId ?? PERSONAL_SPACE;
}

/** The team in the address. */
export function useTeam() {
  const teamId = useTeamId();
  return useQuery({ queryKey: ['team', teamId], queryFn: () => getTeam(teamId) });
}

/** All teams of the authenticated user, the personal space first. */
export function useTeams() {
  return useQuery({
    queryKey: ['teams'],
    queryFn: listTeams,
    select: (teams) => [...teams].sort((a, b) => rank(a) - rank(b)),
  });
}

function rank(team: Team): number {
  return team.kind === 'personal' ? 0 : 1;
}

/** What a space is called by. */
interface NamedTeam extends Pick<Team, 'kind' | 'name'> {
  /** Of somebody else's space. */
  ownerNickname?: string;
}

/** Gives the name of a space. A personal one is named after its owner. Source: specification §3, Account and space. */
export function useTeamName(): (team: NamedTeam) => string {
  const { t } = useTranslation('console');
  const { user } = useStore(session);
  return ({ kind, name, ownerNickname }) =>
    kind === 'personal'
      ? t('team.personal', { nickname: ownerNickname ?? user?.nickname ?? '' })
      : name;
}
