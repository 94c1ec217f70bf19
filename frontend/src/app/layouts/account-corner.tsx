import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { loginPath } from '../../config/paths';
import { session } from '../../storage/session';
import { buttonStyle } from '../../ui/buttons/button';
import { useStore } from '../../ui/hooks/use-store';
import { UserMenu } from './user-menu';

/** The account in the editor's header: its menu, or a link to the login. */
export function AccountCorner() {
  const { t } = useTranslation();
  const { user } = useStore(session);
  const { pathname } = useLocation();
  if (user !== null) return <UserMenu user={user} />;
  return (
    <Link to={loginPath(pathname)} className={buttonStyle({ variant: 'ghost' })}>
      {t('nav.login')}
    </Link>
  );
}
