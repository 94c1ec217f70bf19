import { useSearchParams } from 'react-router';
import { paths, REDIRECT_PARAMETER } from '../../config/paths';
import { safeRedirect } from '../../lib/addresses/safe-redirect';

const ACCOUNT_SCREENS: string[] = [paths.login, paths.register, paths.resetPassword];

/** Where the login redirects to. The account screens pass it on to each other. */
export function useRedirect(): { target: string | null; carry: (path: string) => string } {
  const [parameters] = useSearchParams();
  const safe = safeRedirect(parameters.get(REDIRECT_PARAMETER), location.origin);
  const isLoop = safe !== null && ACCOUNT_SCREENS.some((path) => safe.split(/[?#]/)[0] === path);
  const target = isLoop ? null : safe;
  return {
    target,
    carry: (path) =>
      target === null ? path : `${path}?${new URLSearchParams({ [REDIRECT_PARAMETER]: target })}`,
  };
}
