import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listUsers, setAdminRole, suspendUser } from '../../../api/admin';
import type { AdminUser } from '../../../api/types';
import { auditPath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { formatDay } from '../../../lib/time/dates';
import { SearchBox } from '../../../ui/fields/search-box';
import { MenuItem } from '../../../ui/menus/menu';
import { PagedTable } from './paged-table';
import { RowMenu } from './row-menu';
import { SuspendDialog } from './suspend-dialog';
import { useAdministration } from './use-administration';
import { useSearch } from './use-search';

/** Accounts of the platform. */
export function UsersTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const { done, run } = useAdministration();
  const [search, setSearch] = useSearch();
  const [suspended, setSuspended] = useState<AdminUser | null>(null);
  return (
    <>
      <SearchBox
        size="md"
        className="mb-4 max-w-[360px]"
        label={t('platform.searchUsers')}
        value={search}
        onChange={setSearch}
      />
      <PagedTable
        list="users"
        label={t('platform.users')}
        filter={search}
        fetchPage={listUsers}
        columns={[
          { label: t('user.name'), kind: 'title', cell: (user) => user.nickname },
          { label: t('user.contact'), cell: (user) => user.email ?? user.phone },
          { label: t('user.state'), cell: (user) => <UserState user={user} /> },
          { label: t('user.created'), cell: (user) => formatDay(locale, user.createdAt) },
          {
            label: t('user.seen'),
            cell: (user) =>
              user.lastSeenAt ? formatDay(locale, user.lastSeenAt) : t('user.never'),
          },
          {
            label: t('platform.actions'),
            kind: 'actions',
            cell: (user) => (
              <RowMenu
                name={user.nickname}
                isSuspended={Boolean(user.suspendedAt)}
                auditPath={auditPath({ userId: user.id })}
                onSuspend={() => setSuspended(user)}
                onResume={() => run(suspendUser(user.id, null))}
              >
                <MenuItem onSelect={() => run(setAdminRole(user.id, !user.isAdmin))}>
                  {t(user.isAdmin ? 'user.dropAdmin' : 'user.makeAdmin')}
                </MenuItem>
              </RowMenu>
            ),
          },
        ]}
      />
      <SuspendDialog
        suspended={suspended && { id: suspended.id, name: suspended.nickname }}
        onClose={() => setSuspended(null)}
        suspend={suspendUser}
        onDone={done}
      />
    </>
  );
}

function UserState({ user }: { user: AdminUser }) {
  const { t } = useTranslation('console');
  if (user.suspendedAt) {
    return (
      <span className="text-danger" title={user.suspendedReason ?? undefined}>
        {t('user.suspended')}
      </span>
    );
  }
  if (user.deletesAt) return <span className="text-caution">{t('user.deleting')}</span>;
  return <>{t(user.isAdmin ? 'user.admin' : 'user.normal')}</>;
}
