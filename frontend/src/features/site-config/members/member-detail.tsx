import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getMember } from '../../../api/members';
import type { Grant, MemberDetail, SiteMember } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { browserName } from '../../../lib/browser/browser-name';
import { formatFen } from '../../../lib/money';
import { formatDay, formatMoment } from '../../../lib/time/dates';
import { Dialog } from '../../../ui/dialogs/dialog';
import { LoadState } from '../../../ui/states/load-state';
import { DetailSection, Facts } from '../sales/detail-parts';
import { useSales, useSalesPlace } from '../sales/use-sales';
import { GrantTimeline } from './grant-timeline';
import { MemberActions } from './member-actions';
import { MemberOrders } from './member-orders';
import { EndDay, MemberChips, nameOf } from './member-words';

/** A member beside the list: what was given, what was bought, and where they are logged in. */
export function MemberDetailDialog(props: { visitorId: string; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { data, error, refetch } = useSales(['member', props.visitorId], () =>
    getMember(teamId, siteId, props.visitorId),
  );
  return (
    <Dialog
      isOpen
      form="side"
      title={data === undefined ? t('member.title') : nameOf(data.member)}
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
    >
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : (
        <Detail detail={data} />
      )}
    </Dialog>
  );
}

function Detail({ detail }: { detail: MemberDetail }) {
  const { t } = useTranslation('sales');
  const { member, grants, orders } = detail;
  const [revoked, setRevoked] = useState<Grant | null>(null);
  return (
    <>
      <div className="mb-3">
        <MemberChips member={member} />
      </div>
      <MemberFacts member={member} />
      <MemberActions member={member} revoked={revoked} onRevoked={() => setRevoked(null)} />
      <DetailSection title={t('member.grants')}>
        <GrantTimeline grants={grants} onRevoke={setRevoked} />
      </DetailSection>
      <DetailSection title={t('member.orders')}>
        <MemberOrders orders={orders} />
      </DetailSection>
      <DetailSection title={t('member.devices')}>
        <Devices sessions={detail.sessions} />
      </DetailSection>
    </>
  );
}

function MemberFacts({ member }: { member: SiteMember }) {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  return (
    <Facts
      items={[
        [t('member.identifier'), shownIdentifier(member.identifier)],
        [t('members.package'), member.packageName],
        [
          t('members.ends'),
          member.lastDay || member.state === 'lifetime' ? (
            <EndDay key="ends" member={member} />
          ) : null,
        ],
        [t('members.paid'), formatFen(locale, member.paidFen)],
        [t('members.since'), formatDay(locale, member.createdAt)],
        [t('member.seen'), formatMoment(locale, member.lastSeenAt)],
      ]}
    />
  );
}

function Devices({ sessions }: Pick<MemberDetail, 'sessions'>) {
  const { t, i18n } = useTranslation('sales');
  if (sessions.length === 0) {
    return <p className="text-ink-faint text-sm">{t('member.noDevices')}</p>;
  }
  return (
    <ul className="divide-y divide-line rounded-lg border border-line">
      {sessions.map(({ id, userAgent, network, lastSeenAt }) => (
        <li key={id} className="px-3 py-2 text-sm">
          <p className="break-words text-ink" title={userAgent}>
            {browserName(userAgent, t('member.weChat')) ?? t('member.unknownDevice')}
          </p>
          <p className="text-ink-faint text-xs">
            {[network, formatMoment(localeOf(i18n), lastSeenAt)].filter(Boolean).join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}
