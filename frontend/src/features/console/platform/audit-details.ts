import type { TFunction } from 'i18next';
import type { AuditEntry, Plan, Role } from '../../../api/types';
import { formatDay } from '../../../lib/dates';

type Details = AuditEntry['details'];

/**
 * What an entry of the audit log says beside its action, a line each.
 *
 * What this release does not know is shown as it was stored: a log must not hide anything.
 */
export function detailLines(
  t: TFunction<'console'>,
  locale: string,
  { action, details }: AuditEntry,
): string[] {
  const { from, to, ...others } = details;
  const lines: string[] = [];
  if (typeof from === 'string' && typeof to === 'string') {
    const word = (text: string) => (action === 'team.roleChanged' ? roleOf(t, text) : text);
    lines.push(t('audit.change', { from: word(from), to: word(to) }));
  }
  for (const [key, value] of Object.entries(others)) {
    const line = lineOf(t, locale, key, value);
    if (line !== null) lines.push(line);
  }
  return lines;
}

function lineOf(
  t: TFunction<'console'>,
  locale: string,
  key: string,
  value: Details[string],
): string | null {
  switch (key) {
    case 'reason':
      return t('audit.reason', { value: String(value) });
    case 'name':
      return t('audit.name', { value: String(value) });
    case 'role':
      return t('audit.role', { value: roleOf(t, String(value)) });
    case 'plan':
      return t('audit.plan', {
        value: t(`plan.${value as Plan}`, { defaultValue: String(value) }),
      });
    case 'endsAt':
      return typeof value === 'string' ? t('plan.until', { date: formatDay(locale, value) }) : null;
    case 'isAdmin':
      return t(value === true ? 'user.makeAdmin' : 'user.dropAdmin');
    case 'identityType':
      return t(value === 'phone' ? 'audit.phone' : 'audit.email');
    case 'mailId':
      return t('audit.mail', { value: String(value) });
    default:
      return `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
  }
}

function roleOf(t: TFunction<'console'>, role: string): string {
  return t(`role.${role as Role}`, { defaultValue: role });
}
