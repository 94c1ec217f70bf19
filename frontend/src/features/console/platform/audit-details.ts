import type { TFunction } from 'i18next';
import type { AuditEntry, JobKind, KnowledgeBaseStatus, Plan, Role } from '../../../api/types';
import { formatDay } from '../../../lib/dates';

/**
 * Details of an entry of the audit log, one per line.
 *
 * Unknown details are shown as stored: a log must not hide anything.
 */
export function detailLines(
  t: TFunction<'console'>,
  locale: string,
  { action, details }: AuditEntry,
): string[] {
  const { from, to, plan, endsAt, ...others } = details;
  const lines: string[] = [];
  if (from !== undefined || to !== undefined) {
    const word = (value: unknown) => {
      if (action === 'team.roleChanged') return roleOf(t, value);
      if (action === 'knowledgeBase.statusChanged') return statusOf(t, value);
      return textOf(value);
    };
    lines.push(t('audit.change', { from: word(from), to: word(to) }));
  }
  if (plan !== undefined) {
    const name = t(`plan.${plan as Plan}`, { defaultValue: textOf(plan) });
    const date = typeof endsAt === 'string' ? formatDay(locale, endsAt) : null;
    lines.push(date ? t('audit.planUntil', { name, date }) : t('audit.plan', { name }));
  }
  return [...lines, ...Object.entries(others).map(([key, value]) => lineOf(t, key, value))];
}

function lineOf(t: TFunction<'console'>, key: string, value: unknown): string {
  switch (key) {
    case 'reason':
      return t('audit.reason', { value: textOf(value) });
    case 'name':
      return t('audit.name', { value: textOf(value) });
    case 'role':
      return t('audit.role', { value: roleOf(t, value) });
    case 'isAdmin':
      return t(value === true ? 'audit.isAdmin' : 'audit.isNoAdmin');
    case 'identityType':
      return t(value === 'phone' ? 'audit.phone' : 'audit.email');
    case 'mailId':
      return t('audit.mail', { value: textOf(value) });
    case 'jobId':
      return t('audit.job', { value: textOf(value) });
    case 'jobKind':
      return t('audit.jobKind', {
        value: t(`job.kinds.${value as JobKind}`, { defaultValue: textOf(value) }),
      });
    default:
      return `${key}: ${textOf(value)}`;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function statusOf(t: TFunction<'console'>, status: unknown): string {
  return t(`audit.knowledgeBaseStatus.${status as KnowledgeBaseStatus}`, {
    defaultValue: textOf(status),
  });
}

function roleOf(t: TFunction<'console'>, role: unknown): string {
  return t(`role.${role as Role}`, { defaultValue: textOf(role) });
}
