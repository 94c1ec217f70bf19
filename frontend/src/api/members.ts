import { dataOf, fileOf } from './client';
import { sales as client, siteAt } from './sales-client';
import type {
  ImportReport,
  MemberDetail,
  MemberPage,
  MemberQuery,
  NewGrant,
  SiteMember,
} from './sales-types';

/** Calls on the members of a site. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

const memberAt = (teamId: string, siteId: string, visitorId: string) => ({
  params: { path: { teamId, siteId, visitorId } },
});

export function listMembers(
  teamId: string,
  siteId: string,
  query: MemberQuery & { cursor?: string },
): Promise<MemberPage> {
  const params = { path: { teamId, siteId }, query };
  return dataOf(client.GET(`${siteAt}/members`, { params }));
}

export function getMember(teamId: string, siteId: string, id: string): Promise<MemberDetail> {
  return dataOf(client.GET(`${siteAt}/members/{visitorId}`, memberAt(teamId, siteId, id)));
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
  await dataOf(client.POST(`${siteAt}/members/{visitorId}/grants`, { params, body }));
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
    client.DELETE(`${siteAt}/members/{visitorId}/grants/{grantId}`, { params, body: { reason } }),
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
  return dataOf(client.PATCH(`${siteAt}/members/{visitorId}`, init));
}

/** Imports members. When a line is bad nothing is imported, unless `isPartial`. */
export function importMembers(
  teamId: string,
  siteId: string,
  csv: string,
  isPartial: boolean,
): Promise<ImportReport> {
  const init = { ...at(teamId, siteId), body: { csv, isPartial } };
  return dataOf(client.POST(`${siteAt}/members/imports`, init));
}

/** Every member as CSV. */
export function exportMembers(teamId: string, siteId: string): Promise<Blob> {
  return fileOf(client.GET(`${siteAt}/members/export`, { ...at(teamId, siteId), parseAs: 'blob' }));
}
