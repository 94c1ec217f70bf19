import { client, dataOf } from './client';
import type {
  AdminJob,
  AdminMail,
  AdminOverview,
  AdminTeam,
  AdminUser,
  AuditAction,
  AuditEntry,
  JobStatus,
  MailStatus,
  Page,
  Plan,
} from './types';

/** Calls of the platform's administrators. Every one fails with an {@link import('./api-error').ApiError}. */

/** Leaves out what is empty: it would be sent as an empty parameter. */
function queryOf<T extends Record<string, string | undefined>>(
  entries: T,
): { [K in keyof T]?: Exclude<T[K], '' | undefined> } {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value)) as never;
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

/** `reason` is shown to the suspended user; null ends the suspension. */
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

/** Filters of the audit log. */
export interface AuditFilter {
  action?: AuditAction;
  /** Only what this account did or what was done to it. */
  userId?: string;
  /** Only what was done in this space. */
  teamId?: string;
}

export function listAuditEntries(filter: AuditFilter, cursor?: string): Promise<Page<AuditEntry>> {
  return dataOf(
    client.GET('/api/admin/audit-entries', { params: { query: queryOf({ ...filter, cursor }) } }),
  );
}

export function listMails(status: MailStatus | '', cursor?: string): Promise<Page<AdminMail>> {
  return dataOf(client.GET('/api/admin/mails', { params: { query: queryOf({ status, cursor }) } }));
}

/** Puts a failed mail back into the queue. */
export function retryMail(mailId: string): Promise<AdminMail> {
  return dataOf(client.POST('/api/admin/mails/{mailId}/retry', { params: { path: { mailId } } }));
}

export function listJobs(status: JobStatus | '', cursor?: string): Promise<Page<AdminJob>> {
  return dataOf(client.GET('/api/admin/jobs', { params: { query: queryOf({ status, cursor }) } }));
}

/** Starts a failed job again. */
export function retryJob(jobId: string): Promise<AdminJob> {
  return dataOf(client.POST('/api/admin/jobs/{jobId}/retry', { params: { path: { jobId } } }));
}

/** Removes a failed job: its work is not done. */
export async function discardJob(jobId: string): Promise<void> {
  await dataOf(client.DELETE('/api/admin/jobs/{jobId}', { params: { path: { jobId } } }));
}
