import { Download, SearchX, Upload, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportMembers, listMembers } from '../../../api/members';
import { download } from '../../../lib/browser/download';
import { currentTime } from '../../../lib/time/server-clock';
import { Button } from '../../../ui/buttons/button';
import { useAddressFilter, useOpen } from '../../../ui/fields/use-address';
import { EmptyState } from '../../../ui/states/empty-state';
import { PagedList } from '../sales/paged-list';
import { SalesTab } from '../sales/sales-tab';
import { TodoStrip } from '../sales/todo-strip';
import { useSalesChange, useSalesPages, useSalesPlace } from '../sales/use-sales';
import { useSite } from '../site/site-context';
import { ImportDialog } from './import-dialog';
import { MemberDetailDialog } from './member-detail';
import { EVERY_MEMBER, type MemberFilter, memberFilter, memberQuery } from './member-filter';
import { MemberFilters } from './member-filters';
import { useMemberColumns } from './use-member-columns';

/** Whether a filter leaves anybody out. */
function isNarrowed(filter: MemberFilter): boolean {
  return memberFilter.write({ ...filter, sort: 'createdAt' }).size > 0;
}

/** Who has an account on the site, and until when they are members. */
export function MembersTab() {
  const { t } = useTranslation('sales');
  const { team, site } = useSite();
  const { teamId, siteId } = useSalesPlace();
  const [isImporting, setIsImporting] = useState(false);
  const { run, isBusy } = useSalesChange();
  const [filter] = useAddressFilter(memberFilter, 'member');
  const isFiltered = isNarrowed(filter);
  const save = () =>
    run(async () => {
      const file = await exportMembers(teamId, siteId, memberQuery(filter, currentTime()));
      download(`${site.name}-members.csv`, 'text/csv', file);
    });
  return (
    <SalesTab
      tab="members"
      action={
        <div className="flex flex-wrap gap-2">
          {team.features.includes('membershipPayments') && (
            <Button variant="secondary" onClick={() => setIsImporting(true)}>
              <Upload size={16} strokeWidth={1.75} aria-hidden />
              <span>{t('members.import')}</span>
            </Button>
          )}
          <Button variant="secondary" disabled={isBusy} onClick={() => void save()}>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            <span>{isFiltered ? t('exportListed') : t('export')}</span>
          </Button>
        </div>
      }
    >
      <TodoStrip />
      <MemberList />
      {isImporting && <ImportDialog onClose={() => setIsImporting(false)} />}
    </SalesTab>
  );
}

function MemberList() {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const [filter, change] = useAddressFilter(memberFilter, 'member');
  const [open, setOpen] = useOpen('member');
  const query = memberQuery(filter, currentTime());
  const pages = useSalesPages('members', query, (cursor) =>
    listMembers(teamId, siteId, { ...query, ...cursor }),
  );
  const columns = useMemberColumns(setOpen);
  const counts = pages.data?.pages[0]?.counts;
  const isFiltered = isNarrowed(filter);
  return (
    <>
      <MemberFilters filter={filter} counts={counts} onChange={change} />
      <PagedList
        label={t('members.title')}
        columns={columns}
        items={pages.data?.pages.flatMap(({ members }) => members)}
        pages={pages}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={t('noMatch.title')}
              text={t('noMatch.text')}
              action={
                <Button variant="secondary" onClick={() => change(EVERY_MEMBER)}>
                  {t('noMatch.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={UsersRound}
              title={t('members.emptyTitle')}
              text={t('members.emptyText')}
            />
          )
        }
      />
      {open !== null && (
        <MemberDetailDialog key={open} visitorId={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
