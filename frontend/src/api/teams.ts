import { allPages } from './all-pages';
import { client, dataOf, envelopeOf } from './client';
import type {
  Invitation,
  InvitationLookup,
  Member,
  Page,
  Role,
  Team,
  TeamOverview,
  TeamViews,
} from './types';

/** Team calls. `teamId` may be `personal`. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string) => ({ params: { path: { teamId } } });

export function listTeams(): Promise<Team[]> {
  return dataOf(client.GET('/api/teams'));
}

export function getTeam(teamId: string): Promise<Team> {
  return dataOf(client.GET('/api/teams/{teamId}', at(teamId)));
}

/** Makes a team. Called again with the same key it answers the team that the first call made. */
export function createTeam(name: string, key: string): Promise<Team> {
  const params = { header: { 'Idempotency-Key': key } };
  return dataOf(client.POST('/api/teams', { params, body: { name } }));
}

export function renameTeam(teamId: string, name: string): Promise<Team> {
  return dataOf(client.PATCH('/api/teams/{teamId}', { ...at(teamId), body: { name } }));
}

/** Deletes the team; its owner can restore it until `purgesAt`. */
export function deleteTeam(teamId: string): Promise<Team> {
  return dataOf(client.DELETE('/api/teams/{teamId}', at(teamId)));
}

export function restoreTeam(teamId: string): Promise<Team> {
  return dataOf(client.POST('/api/teams/{teamId}/restore', at(teamId)));
}

export function transferTeam(teamId: string, userId: string): Promise<Team> {
  return dataOf(client.POST('/api/teams/{teamId}/transfer', { ...at(teamId), body: { userId } }));
}

export async function leaveTeam(teamId: string): Promise<void> {
  await envelopeOf(client.POST('/api/teams/{teamId}/leave', at(teamId)));
}

export function getTeamOverview(teamId: string): Promise<TeamOverview> {
  return dataOf(client.GET('/api/teams/{teamId}/overview', at(teamId)));
}

/** Views of all sites in the last days, today included. */
export function getTeamViews(teamId: string, days: '7' | '30' | '90'): Promise<TeamViews> {
  const params = { path: { teamId }, query: { days } };
  return dataOf(client.GET('/api/teams/{teamId}/views', { params }));
}

export function listMembers(
  teamId: string,
  cursor?: string,
  limit?: number,
): Promise<Page<Member>> {
  const query = { ...(cursor && { cursor }), ...(limit && { limit }) };
  return dataOf(client.GET('/api/teams/{teamId}/members', { params: { path: { teamId }, query } }));
}

/** Everybody in the team, whatever the number of pages. */
export function listAllMembers(teamId: string): Promise<Member[]> {
  return allPages(({ cursor, limit }) => listMembers(teamId, cursor, limit));
}

export function changeRole(teamId: string, userId: string, role: Role): Promise<Member> {
  return dataOf(
    client.PATCH('/api/teams/{teamId}/members/{userId}', {
      params: { path: { teamId, userId } },
      body: { role },
    }),
  );
}

export async function removeMember(teamId: string, userId: string): Promise<void> {
  await envelopeOf(
    client.DELETE('/api/teams/{teamId}/members/{userId}', { params: { path: { teamId, userId } } }),
  );
}

export function listInvitations(teamId: string): Promise<Invitation[]> {
  return dataOf(client.GET('/api/teams/{teamId}/invitations', at(teamId)));
}

export function invite(teamId: string, email: string, role: Role): Promise<Invitation> {
  return dataOf(
    client.POST('/api/teams/{teamId}/invitations', { ...at(teamId), body: { email, role } }),
  );
}

export async function revokeInvitation(teamId: string, invitationId: string): Promise<void> {
  await envelopeOf(
    client.DELETE('/api/teams/{teamId}/invitations/{invitationId}', {
      params: { path: { teamId, invitationId } },
    }),
  );
}

/** What an invitation says; its token comes from the link in the mail. */
export function lookUpInvitation(token: string): Promise<InvitationLookup> {
  return dataOf(client.POST('/api/invitations/lookup', { body: { token } }));
}

export function acceptInvitation(token: string): Promise<Team> {
  return dataOf(client.POST('/api/invitations/accept', { body: { token } }));
}
