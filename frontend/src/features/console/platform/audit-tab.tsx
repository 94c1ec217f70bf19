import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type AuditFilter, listAllTeams, listAuditEntries, listUsers } from '../../../api/admin';
import type { AuditAction } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { formatMoment } from '../../../lib/time/dates';
import { IconButton } from '../../../ui/buttons/icon-button';
import { Select } from '../../../ui/fields/select';
import { type AddressFilter, paramsOf, useAddressFilter } from '../../../ui/fields/use-address';
import { actionName, EntryAction, EntryActor, entrySubject } from './audit-entry';
import { PagedTable } from './paged-table';

/** All actions of the log in the order of the filter. The compiler reports a missing one. */
const ACTIONS = Object.keys({
  'account.created': 0,
  'account.registered': 0,
  'account.loggedIn': 0,
  'account.passwordChanged': 0,
  'account.passwordReset': 0,
  'account.identifierChanged': 0,
  'account.deletionRequested': 0,
  'account.deletionCanceled': 0,
  'account.purged': 0,
  'account.suspended': 0,
  'account.resumed': 0,
  'admin.roleChanged': 0,
  'team.created': 0,
  'team.renamed': 0,
  'team.invited': 0,
  'team.joined': 0,
  'team.left': 0,
  'team.memberRemoved': 0,
  'team.roleChanged': 0,
  'team.transferred': 0,
  'team.inherited': 0,
  'team.planChanged': 0,
  'team.suspended': 0,
  'team.resumed': 0,
  'team.deleted': 0,
  'team.restored': 0,
  'team.purged': 0,
  'knowledgeBase.created': 0,
  'knowledgeBase.statusChanged': 0,
  'knowledgeBase.moved': 0,
  'knowledgeBase.deleted': 0,
  'knowledgeBase.restored': 0,
  'knowledgeBase.purged': 0,
  'site.created': 0,
  'site.statusChanged': 0,
  'site.slugChanged': 0,
  'site.settingsChanged': 0,
  'site.baseChanged': 0,
  'site.redirectsChanged': 0,
  'site.domainAdded': 0,
  'site.domainVerified': 0,
  'site.domainLost': 0,
  'site.domainPrimary': 0,
  'site.domainRemoved': 0,
  'site.moved': 0,
  'site.deleted': 0,
  'site.restored': 0,
  'site.purged': 0,
  'site.published': 0,
  'site.releaseRestored': 0,
  'site.scheduled': 0,
  'site.scheduleFailed': 0,
  'site.paymentMethodChanged': 0,
  'order.confirmed': 0,
  'order.rejected': 0,
  'order.refunded': 0,
  'order.settled': 0,
  'membership.given': 0,
  'membership.revoked': 0,
  'membership.blocked': 0,
  'membership.viewed': 0,
  'membership.imported': 0,
  'coupon.created': 0,
  'coupon.changed': 0,
  'redeemCodes.created': 0,
  'redeemCodes.revoked': 0,
  'mail.retried': 0,
  'job.retried': 0,
  'job.discarded': 0,
} satisfies Record<AuditAction, 0>) as AuditAction[];

const IN_ADDRESS: AddressFilter<Record<string, string>> = {
  parse: (params) => Object.fromEntries(params),
  write: paramsOf,
};

/** The audit log of the platform. Its filters are in the address. */
export function AuditTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const [filter, narrow] = useAddressFilter(IN_ADDRESS);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="w-60 max-w-full">
          <Select
            label={t('audit.filter')}
            value={filter.action ?? ''}
            options={[
              { value: '', label: t('audit.all') },
              ...ACTIONS.map((value) => ({ value, label: actionName(t, value) })),
            ]}
            onChange={(action) => narrow({ action })}
          />
        </div>
        <Subject filter={filter} onClear={() => narrow({ userId: '', teamId: '' })} />
      </div>
      <PagedTable
        list="audit"
        label={t('platform.audit')}
        filter={IN_ADDRESS.write(filter).toString()}
        fetchPage={(text, cursor) =>
          listAuditEntries(IN_ADDRESS.parse(new URLSearchParams(text)), cursor)
        }
        columns={[
          {
            label: t('audit.what'),
            kind: 'title',
            cell: (entry) => <EntryAction entry={entry} />,
          },
          { label: t('audit.who'), cell: (entry) => <EntryActor entry={entry} /> },
          { label: t('audit.about'), cell: entrySubject },
          { label: t('audit.when'), cell: (entry) => formatMoment(locale, entry.createdAt) },
          { label: t('audit.where'), cell: (entry) => entry.ipAddress },
        ]}
      />
    </>
  );
}

/** The account or space whose entries are shown, with a link back to all. */
function Subject({ filter, onClear }: { filter: AuditFilter; onClear: () => void }) {
  const { t } = useTranslation('console');
  const { userId, teamId } = filter;
  const id = userId ?? teamId;
  const { data: name } = useQuery({
    queryKey: ['admin', 'subject', id],
    queryFn: async () => {
      if (userId) return (await listUsers(userId)).items[0]?.nickname ?? t('audit.userGone');
      return (await listAllTeams(teamId ?? '')).items[0]?.name ?? t('audit.teamGone');
    },
    enabled: id !== undefined,
  });
  if (id === undefined || name === undefined) return null;
  return (
    <p className="flex h-8 items-center gap-1 rounded-md bg-accent-soft pl-3 text-accent-text text-sm">
      <span>{t('audit.only', { name })}</span>
      <IconButton icon={X} size="iconSm" label={t('audit.showAll')} onClick={onClear} />
    </p>
  );
}
