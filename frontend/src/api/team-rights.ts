import { PERSONAL_SPACE } from '../config/paths';
import type { Team, TeamAction } from './types';

/** Whether the user may do this in the team. A suspended or deleted team is read-only. */
export function may(team: Team, action: TeamAction): boolean {
  const isReadOnly = team.suspendedReason || team.purgesAt;
  return team.actions.includes(action) && (!isReadOnly || action.startsWith('read'));
}

/** The team's id in addresses. */
export function addressOf(team: Team): string {
  return team.kind === 'personal' ? PERSONAL_SPACE : team.id;
}
