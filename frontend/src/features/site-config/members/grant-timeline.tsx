import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { Chip, TestChip } from '../sales/chip';
import { Timeline, TimelineItem } from '../sales/detail-parts';
import { useGrantLength } from './member-words';

interface GrantTimelineProps {
  grants: readonly Grant[];
  onRevoke: (grant: Grant) => void;
}

/** The memberships that somebody was given, the latest first. */
export function GrantTimeline({ grants, onRevoke }: GrantTimelineProps) {
  const { t, i18n } = useTranslation('sales');
  const lengthOf = useGrantLength();
  const locale = localeOf(i18n);
  if (grants.length === 0) return <p className="text-ink-faint text-sm">{t('member.noGrants')}</p>;
  const sorted = grants.toSorted((a, b) => b.grantedAt.localeCompare(a.grantedAt));
  return (
    <Timeline label={t('member.grants')}>
      {sorted.map((grant) => (
        <TimelineItem
          key={grant.id}
          isFaded={grant.revokedAt != null}
          title={
            <>
              <span className={grant.revokedAt == null ? undefined : 'text-ink-faint line-through'}>
                {[grant.packageName, lengthOf(grant)].filter(Boolean).join(' · ')}
              </span>
              <Chip>{t(`grant.sources.${grant.source}`)}</Chip>
              {grant.isTest && <TestChip label={t('test')} />}
            </>
          }
          meta={[formatMoment(locale, grant.grantedAt), grant.actorNickname]
            .filter(Boolean)
            .join(' · ')}
        >
          {grant.note !== '' && (
            <p className="mt-0.5 whitespace-pre-line break-words text-ink-soft text-sm">
              {grant.note}
            </p>
          )}
          {grant.revokedAt == null ? (
            <Button
              size="sm"
              variant="secondary"
              className="mt-1.5"
              onClick={() => onRevoke(grant)}
            >
              {t('grant.revoke')}
            </Button>
          ) : (
            <p className="text-danger text-xs">
              <span>{t('grant.revoked', { time: formatMoment(locale, grant.revokedAt) })}</span>
              {grant.revokeReason !== '' && <span>{` · ${grant.revokeReason}`}</span>}
            </p>
          )}
        </TimelineItem>
      ))}
    </Timeline>
  );
}
