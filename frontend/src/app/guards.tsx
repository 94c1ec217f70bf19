import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Outlet, redirect, useLocation } from 'react-router';
import { loginPath, paths } from '../config/paths';
import { session } from '../storage/session';
import { useStore } from '../ui/hooks/use-store';
import { toast } from '../ui/states/toast';
import { keepFields } from './kept-fields';

/** Redirects to the login if no user is authenticated, before anything of the screen is fetched. Throws the redirect. */
export function requireLogin({ request }: { request: Request }): null {
  if (session.get().token !== null) return null;
  const { pathname, search } = new URL(request.url);
  // The router leaves out the fragment, which the browser still shows at the first visit.
  const hash = location.pathname === pathname ? location.hash : '';
  throw redirect(loginPath(`${pathname}${search}${hash}`));
}

/** A loader that needs an authenticated user and then redirects. */
export function guardedRedirect(to: (params: Record<string, string | undefined>) => string) {
  return ({
    request,
    params,
  }: {
    request: Request;
    params: Record<string, string | undefined>;
  }) => {
    requireLogin({ request });
    return redirect(to(params));
  };
}

/** Screens for authenticated users. After a logout the home page follows; after a session that ended by itself, the login. */
export function RequireLogin() {
  const { token, loggedOutByUser } = useStore(session);
  const { pathname, search, hash } = useLocation();
  if (token === null && loggedOutByUser) return <Navigate replace to={paths.home} />;
  if (token === null) return <Navigate replace to={loginPath(`${pathname}${search}${hash}`)} />;
  return (
    <>
      <KeptFields />
      <Outlet />
    </>
  );
}

/** Says what was typed before the session ended and is there again. */
function KeptFields() {
  const { t, i18n } = useTranslation();
  useEffect(
    () =>
      keepFields((dialogs, isFilled) => {
        const names = new Intl.ListFormat(i18n.language).format(dialogs);
        const text = isFilled ? t('keptFields.filled') : t('keptFields.waiting', { names });
        toast.note(text, { id: 'keptFields' });
      }),
    [t, i18n],
  );
  return null;
}
