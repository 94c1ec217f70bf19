import { BookText, LayoutDashboard, LogOut, ShieldCheck, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { logout } from '../../api/account';
import { PERSONAL_SPACE, paths, teamPath } from '../../config/paths';
import { loadPart } from '../../lib/browser/load-part';
import { closeSession, type UserInfo } from '../../storage/session';
import { Avatar } from '../../ui/avatar';
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/menus/menu';
import { toast } from '../../ui/states/toast';

/** Menu of the authenticated user. */
export function UserMenu({ user }: { user: UserInfo }) {
  const { t } = useTranslation();
  const logOut = useLogout();
  const [asked, setAsked] = useState<Awaited<ReturnType<typeof loadQuestion>> | null>(null);
  const handleLogout = async () => {
    // Where nothing can be asked, or is to be asked, the author leaves at once.
    const question = await loadPart(() => loadQuestion(user.id)).catch(() => null);
    if (question === null || question.ids.length === 0) logOut();
    else setAsked(question);
  };
  return (
    <>
      {asked !== null && (
        <asked.LogoutDialog ids={asked.ids} onClose={() => setAsked(null)} onLogout={logOut} />
      )}
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
        <MenuItem icon={LogOut} onSelect={() => void handleLogout()}>
          {t('user.logout')}
        </MenuItem>
      </Menu>
    </>
  );
}

/** The question about what is synchronized, and what it is about. */
async function loadQuestion(userId: string) {
  const [{ listSynced }, { LogoutDialog }] = await Promise.all([
    import('../remove-synced'),
    import('./logout-dialog'),
  ]);
  return { ids: await listSynced(userId), LogoutDialog };
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
