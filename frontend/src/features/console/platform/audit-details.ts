import type { TFunction } from 'i18next';
import type { AccessLevel } from '../../../api/site-settings';
import type {
  AuditEntry,
  JobKind,
  KnowledgeBaseStatus,
  Plan,
  Role,
  SiteStatus,
} from '../../../api/types';
import { ruleText } from '../../../i18n/error-text';
import { formatDay, formatMoment } from '../../../lib/time/dates';

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
  if (action === 'site.settingsChanged' && typeof to === 'object' && to !== null) {
    lines.push(...settingsLines(t, to as Record<string, unknown>));
  } else if (from !== undefined || to !== undefined) {
    const word = (value: unknown) => changedWord(t, action, value);
    lines.push(t('audit.change', { from: word(from), to: word(to) }));
  }
  if (plan !== undefined) {
    const name = t(`plan.${plan as Plan}`, { defaultValue: textOf(plan) });
    const date = typeof endsAt === 'string' ? formatDay(locale, endsAt) : null;
    lines.push(date ? t('audit.planUntil', { name, date }) : t('audit.plan', { name }));
  }
  const shown = Object.entries(others).filter(([, value]) => value !== '');
  return [...lines, ...shown.map(([key, value]) => lineOf(t, locale, action, key, value))];
}

/** What something was, or became. */
function changedWord(t: TFunction<'console'>, action: AuditEntry['action'], value: unknown) {
  if (value === null || value === undefined) return t('audit.nothing');
  if (action === 'team.roleChanged') return roleOf(t, value);
  if (action === 'knowledgeBase.statusChanged') return statusOf(t, value);
  if (action === 'site.statusChanged') {
    return t(`audit.siteStatus.${value as SiteStatus}`, { defaultValue: textOf(value) });
  }
  if (action === 'site.redirectsChanged') return t('audit.nRedirects', { count: Number(value) });
  return textOf(value);
}

/** What was saved of access and of packages, in short. */
function settingsLines(t: TFunction<'console'>, saved: Record<string, unknown>): string[] {
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0);
  const level = (value: unknown) =>
    t(`audit.level.${value as AccessLevel}`, { defaultValue: textOf(value) });
  if ('guest' in saved) {
    const { guest, nonMember, categories, documents } = saved;
    return [
      t('audit.access', { guest: level(guest), nonMember: level(nonMember) }),
      t('audit.ownRules', { categories: count(categories), documents: count(documents) }),
    ];
  }
  if ('packages' in saved) return [t('audit.packages', { count: count(saved.packages) })];
  return [textOf(saved)];
}

/** Details whose words are those of the value itself. */
const PLAIN = {
  reason: 'reason',
  name: 'name',
  mailId: 'mail',
  jobId: 'job',
  note: 'note',
  slug: 'slug',
  siteId: 'site',
  host: 'host',
  visitor: 'visitor',
  document: 'document',
  code: 'code',
} as const;

function lineOf(
  t: TFunction<'console'>,
  locale: string,
  action: AuditEntry['action'],
  key: string,
  value: unknown,
): string {
  if (key in PLAIN) {
    return t(`audit.${PLAIN[key as keyof typeof PLAIN]}`, { value: textOf(value) });
  }
  const named = (prefix: 'tab' | 'method') =>
    t(`audit.${prefix}s.${value as 'access' & 'manual'}`, { defaultValue: textOf(value) });
  switch (key) {
    case 'role':
      return t('audit.role', { value: roleOf(t, value) });
    case 'isAdmin':
      return t(value === true ? 'audit.isAdmin' : 'audit.isNoAdmin');
    case 'isEnabled':
      return t(value === true ? 'audit.isEnabled' : 'audit.isDisabled');
    case 'isBlocked':
      return t(value === true ? 'audit.isBlocked' : 'audit.isNotBlocked');
    case 'identityType':
      return t(value === 'phone' ? 'audit.phone' : 'audit.email');
    case 'number':
      return numberLine(t, action, value);
    case 'amountFen':
      return typeof value === 'number'
        ? t('audit.amount', { value: `¥${(value / 100).toFixed(2)}` })
        : t('audit.amountWhole');
    case 'publishesAt':
      return typeof value === 'string'
        ? t('audit.publishesAt', { value: formatMoment(locale, value) })
        : t('audit.unscheduled');
    case 'error':
      return t('audit.reason', { value: ruleText(t, `errors:${textOf(value)}`) });
    case 'tab':
      return t('audit.tab', { value: named('tab') });
    case 'method':
      return t('audit.method', { value: named('method') });
    case 'jobKind':
      return t('audit.jobKind', {
        value: t(`job.kinds.${value as JobKind}`, { defaultValue: textOf(value) }),
      });
    default:
      return `${key}: ${textOf(value)}`;
  }
}

/** Releases, orders and what is counted have numbers. */
function numberLine(t: TFunction<'console'>, action: AuditEntry['action'], value: unknown) {
  const text = { value: textOf(value) };
  if (action === 'site.published' || action === 'site.releaseRestored') {
    return t('audit.release', text);
  }
  return action?.startsWith('order.') ? t('audit.order', text) : t('audit.count', text);
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
