import { client, dataOf } from './client';
import type {
  AdminMail,
  AdminOverview,
  AdminTeam,
  AdminUser,
  AuditEntry,
  MailStatus,
  Page,
  Plan,
} from './types';

/** Calls of the platform's administrators. Every one fails with an {@link import('./api-error').ApiError}. */

function queryOf(entries: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entries).filter((entry): entry is [string, string] => !!entry[1]),
  );
}

export function getAdminOverview(): Promise<AdminOverview> {
  return dataOf(client.GET('/api/admin/overview'));
}

export function listUsers(search: string, cursor?: string): Promise<Page<AdminUser>> {
  return dataOf(client.GET('/api/admin/users', { params: { query: queryOf({ search, cursor }) } }));
}

export function setAdminRole(userId: string, isAdmin: boolean): Promise<AdminUser> {
  return dataOf(
    client.PUT('/api/admin/users/{userId}/admin-role', {
      params: { path: { userId } },
      body: { isAdmin },
    }),
  );
}

/** `reason` is read by whoever is suspended; null ends the suspension. */
export function suspendUser(userId: string, reason: string | null): Promise<AdminUser> {
  const params = { params: { path: { userId } } };
  return reason === null
    ? dataOf(client.DELETE('/api/admin/users/{userId}/suspension', params))
    : dataOf(client.PUT('/api/admin/users/{userId}/suspension', { ...params, body: { reason } }));
}

export function listAllTeams(search: string, cursor?: string): Promise<Page<AdminTeam>> {
  return dataOf(client.GET('/api/admin/teams', { params: { query: queryOf({ search, cursor }) } }));
}

/** `endsAt`: ISO timestamp, or null for a plan without end. */
export function setPlan(teamId: string, plan: Plan, endsAt: string | null): Promise<AdminTeam> {
  return dataOf(
    client.PUT('/api/admin/teams/{teamId}/plan', {
      params: { path: { teamId } },
      body: { plan, endsAt },
    }),
  );
}

export function suspendTeam(teamId: string, reason: string | null): Promise<AdminTeam> {
  const params = { params: { path: { teamId } } };
  return reason === null
    ? dataOf(client.DELETE('/api/admin/teams/{teamId}/suspension', params))
    : dataOf(client.PUT('/api/admin/teams/{teamId}/suspension', { ...params, body: { reason } }));
}

export function listAuditEntries(action: string, cursor?: string): Promise<Page<AuditEntry>> {
  return dataOf(
    client.GET('/api/admin/audit-entries', { params: { query: queryOf({ action, cursor }) } }),
  );
}

export function listMails(status: MailStatus | '', cursor?: string): Promise<Page<AdminMail>> {
  return dataOf(client.GET('/api/admin/mails', { params: { query: queryOf({ status, cursor }) } }));
}

/** Puts a mail that was given up back into the queue. */
export function retryMail(mailId: string): Promise<AdminMail> {
  return dataOf(client.POST('/api/admin/mails/{mailId}/retry', { params: { path: { mailId } } }));
}
