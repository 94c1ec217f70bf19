import { BookText, LayoutDashboard, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { logout } from '../../api/account';
import { PERSONAL_SPACE, paths, teamPath } from '../../config/paths';
import { closeSession, type UserInfo } from '../../storage/session';
import { Avatar } from '../../ui/avatar';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menu';
import { toast } from '../../ui/toast';

/** Menu of the authenticated user. */
export function UserMenu({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const handleLogout = useLogout();
  return (
    <Menu
      trigger={
        <button type="button" className="ml-1 rounded-full">
          <span className="sr-only">{`${t('user.menu')} ${user.nickname}`}</span>
          <Avatar name={user.nickname} url={user.avatarUrl} />
        </button>
      }
    >
      <div className="max-w-60 truncate px-2.5 pt-2 pb-1">
        <span className="block truncate font-medium text-ink text-sm">{user.nickname}</span>
        <span className="block truncate text-ink-faint text-xs">{user.email ?? user.phone}</span>
      </div>
      <MenuSeparator />
      <MenuLink icon={LayoutDashboard} to={paths.console}>
        {t('nav.console')}
      </MenuLink>
      <MenuLink icon={BookText} to={teamPath(PERSONAL_SPACE, 'knowledge')}>
        {t('user.myKnowledge')}
      </MenuLink>
      <MenuLink icon={UserRound} to={paths.account}>
        {t('user.account')}
      </MenuLink>
      {user.roles.includes('admin') && (
        <MenuLink icon={ShieldCheck} to={paths.platform}>
          {t('user.platform')}
        </MenuLink>
      )}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={handleLogout}>
        {t('user.logout')}
      </MenuItem>
    </Menu>
  );
}

/** Logs out: the local state is always cleared, whatever the server answers. Source: specification §4. */
function useLogout(): () => void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return () => {
    logout()
      .catch(() => undefined)
      .finally(() => {
        closeSession({ loggedOutByUser: true });
        toast.success(t('user.loggedOut'));
        void navigate(paths.home);
      });
  };
}
