import { useQueryClient } from '@tanstack/react-query';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listUsers, setAdminRole, suspendUser } from '../../../api/admin';
import type { AdminUser } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { formatDay } from '../../../lib/dates';
import { Cell } from '../../../ui/data-table';
import { IconButton } from '../../../ui/icon-button';
import { Menu, MenuItem } from '../../../ui/menu';
import { toast } from '../../../ui/toast';
import { FilterField } from './filter-field';
import { PagedTable } from './paged-table';
import { SuspendDialog } from './suspend-dialog';

/** Accounts of the platform. */
export function UsersTab() {
  const { t, i18n } = useTranslation('console');
  const locale = localeOf(i18n);
  const queries = useQueryClient();
  const [search, setSearch] = useState('');
  const [suspended, setSuspended] = useState<AdminUser | null>(null);
  const done = async () => {
    toast.success(t('user.done'));
    await queries.invalidateQueries({ queryKey: ['admin'] });
  };
  const run = (change: Promise<unknown>) => {
    change.then(done, (error: unknown) => toast.failure(errorText(t, error), { id: 'admin' }));
  };
  return (
    <>
      <FilterField label={t('platform.searchUsers')} value={search} onChange={setSearch} />
      <PagedTable
        list="users"
        label={t('platform.users')}
        columns={[
          t('user.name'),
          t('user.contact'),
          t('user.state'),
          t('user.created'),
          t('user.seen'),
          '',
        ]}
        filter={search}
        fetchPage={listUsers}
        row={(user) => (
          <tr key={user.id}>
            <Cell>{user.nickname}</Cell>
            <Cell>{user.email ?? user.phone}</Cell>
            <Cell>
              <UserState user={user} />
            </Cell>
            <Cell>{formatDay(locale, user.createdAt)}</Cell>
            <Cell>{user.lastSeenAt ? formatDay(locale, user.lastSeenAt) : t('user.never')}</Cell>
            <Cell>
              <Menu
                trigger={
                  <IconButton
                    icon={Ellipsis}
                    size="iconSm"
                    label={t('user.actions', { name: user.nickname })}
                  />
                }
              >
                <MenuItem onSelect={() => run(setAdminRole(user.id, !user.isAdmin))}>
                  {t(user.isAdmin ? 'user.dropAdmin' : 'user.makeAdmin')}
                </MenuItem>
                <MenuItem
                  onSelect={() =>
                    user.suspendedAt ? run(suspendUser(user.id, null)) : setSuspended(user)
                  }
                >
                  {t(user.suspendedAt ? 'user.unsuspend' : 'user.suspend')}
                </MenuItem>
              </Menu>
            </Cell>
          </tr>
        )}
      />
      <SuspendDialog
        name={suspended?.nickname ?? null}
        onClose={() => setSuspended(null)}
        onSuspend={async (reason) => {
          if (suspended === null) return;
          await suspendUser(suspended.id, reason);
          await done();
        }}
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
