import { client, dataOf, fileOf } from './client';
import type {
  ImportReport,
  MemberDetail,
  MemberPage,
  MemberQuery,
  NewGrant,
  SiteMember,
} from './types';

/** Calls on the members of a site. Every one fails with an {@link import('./api-error').ApiError}. */

const memberAt = (teamId: string, siteId: string, visitorId: string) => ({
  params: { path: { teamId, siteId, visitorId } },
});

export function listMembers(
  teamId: string,
  siteId: string,
  query: MemberQuery & { cursor?: string; limit?: number },
): Promise<MemberPage> {
  const params = { path: { teamId, siteId }, query };
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/members', { params }));
}

export function getMember(teamId: string, siteId: string, id: string): Promise<MemberDetail> {
  return dataOf(
    client.GET(
      '/api/teams/{teamId}/sites/{siteId}/members/{visitorId}',
      memberAt(teamId, siteId, id),
    ),
  );
}

/** Gives a membership. Called again with the same key it gives no second one. */
export async function giveMembership(
  teamId: string,
  siteId: string,
  visitorId: string,
  body: NewGrant,
  key: string,
): Promise<void> {
  const params = { path: { teamId, siteId, visitorId }, header: { 'Idempotency-Key': key } };
  await dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/members/{visitorId}/grants', { params, body }),
  );
}

/** Takes back a membership that was given. */
export async function revokeGrant(
  teamId: string,
  siteId: string,
  visitorId: string,
  grantId: string,
  reason: string,
): Promise<void> {
  const params = { path: { teamId, siteId, visitorId, grantId } };
  await dataOf(
    client.DELETE('/api/teams/{teamId}/sites/{siteId}/members/{visitorId}/grants/{grantId}', {
      params,
      body: { reason },
    }),
  );
}

/** Keeps a member out, or lets them in again. */
export function blockMember(
  teamId: string,
  siteId: string,
  id: string,
  isBlocked: boolean,
): Promise<SiteMember> {
  const init = { ...memberAt(teamId, siteId, id), body: { isBlocked } };
  return dataOf(client.PATCH('/api/teams/{teamId}/sites/{siteId}/members/{visitorId}', init));
}

/** Whether a member reads what members read, to see the site as they do. It is written down who looked. */
export async function viewAsMember(teamId: string, siteId: string, id: string): Promise<boolean> {
  const view = await dataOf(
    client.POST(
      '/api/teams/{teamId}/sites/{siteId}/members/{visitorId}/view',
      memberAt(teamId, siteId, id),
    ),
  );
  return view.isMember;
}

/** Imports members. When a line is bad nothing is imported, unless `isPartial`. With the same key it is done once. */
export function importMembers(
  teamId: string,
  siteId: string,
  csv: string,
  isPartial: boolean,
  key: string,
): Promise<ImportReport> {
  const params = { path: { teamId, siteId }, header: { 'Idempotency-Key': key } };
  const init = { params, body: { csv, isPartial } };
  return dataOf(client.POST('/api/teams/{teamId}/sites/{siteId}/members/imports', init));
}

/** The members that are asked for as CSV, which can be imported again. */
export function exportMembers(teamId: string, siteId: string, query: MemberQuery): Promise<Blob> {
  const params = { path: { teamId, siteId }, query };
  return fileOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/members/export', { params, parseAs: 'blob' }),
  );
}
