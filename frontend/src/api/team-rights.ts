import { PERSONAL_SPACE } from '../config/paths';
import type { Site, SiteStatus, Team, TeamAction } from './types';

/** Whether the user may do this in the team. A suspended or deleted team is read-only. */
export function may(team: Team, action: TeamAction): boolean {
  const isReadOnly = team.suspendedReason || team.purgesAt;
  return team.actions.includes(action) && (!isReadOnly || action.startsWith('read'));
}

/** Whether the team's plan lets it publish sites and open them to others. */
export function hasSites(team: Team): boolean {
  return team.features.includes('siteDeployment');
}

/** Whether others than the team find a site in this state. */
export function isOpen(status: SiteStatus): boolean {
  return status === 'published' || status === 'maintenance';
}

/** Whether the plan lets the team change a site: what only the team sees is set up in any plan. */
export function mayChangeInPlan(team: Team, site: Pick<Site, 'status'>): boolean {
  return hasSites(team) || !isOpen(site.status);
}

/** The states that a site can go to in the team's plan. */
export function nextStatusesInPlan(team: Team, site: Pick<Site, 'nextStatuses'>): SiteStatus[] {
  return site.nextStatuses.filter((next) => hasSites(team) || !isOpen(next));
}

/** The team's id in addresses. */
export function addressOf(team: Team): string {
  return team.kind === 'personal' ? PERSONAL_SPACE : team.id;
}
