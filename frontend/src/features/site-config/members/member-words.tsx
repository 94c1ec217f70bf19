import { useTranslation } from 'react-i18next';
import type { Grant, MemberState, SiteMember } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { formatFullDay } from '../../../lib/time/dates';
import { Chip, type ChipTone, TestChip } from '../sales/chip';

const TONES: Record<MemberState, ChipTone> = {
  active: 'good',
  lifetime: 'good',
  grace: 'caution',
  expired: 'faint',
  none: 'plain',
};

/** Whether somebody is a member, in words. */
export function MemberChips({ member }: { member: SiteMember }) {
  const { t } = useTranslation('sales');
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Chip tone={TONES[member.state]}>{t(`members.states.${member.state}`)}</Chip>
      {member.isBlocked && <Chip tone="danger">{t('members.blocked')}</Chip>}
      {member.isTest && <TestChip label={t('test')} />}
    </span>
  );
}

/** How long what was given lasts. */
export function useGrantLength(): (grant: Pick<Grant, 'months' | 'days' | 'isLifetime'>) => string {
  const { t } = useTranslation('sales');
  return ({ months, days, isLifetime }) =>
    isLifetime
      ? t('grant.lifetime')
      : months != null
        ? t('grant.months', { count: months })
        : t('grant.days', { count: days ?? 0 });
}

/** The name that a member goes by. */
export function nameOf({ nickname, identifier }: SiteMember): string {
  return nickname === '' ? shownIdentifier(identifier) : nickname;
}

/** When a membership ends, or nothing. */
export function EndDay({ member }: { member: SiteMember }) {
  const { t, i18n } = useTranslation('sales');
  if (member.state === 'lifetime') return t('members.forEver');
  return member.lastDay == null ? null : formatFullDay(localeOf(i18n), member.lastDay);
}
