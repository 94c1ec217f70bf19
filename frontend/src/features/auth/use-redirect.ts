import { useSearchParams } from 'react-router';
import { paths } from '../../config/paths';
import { safeRedirect } from '../../lib/safe-redirect';

/** The query parameter that the guard sets. */
const PARAMETER = 'redirect';
const ACCOUNT_SCREENS: string[] = [paths.login, paths.register, paths.resetPassword];

/** Where the login redirects to. The account screens pass it on to each other. */
export function useRedirect(): { target: string | null; carry: (path: string) => string } {
  const [parameters] = useSearchParams();
  const safe = safeRedirect(parameters.get(PARAMETER), location.origin);
  const isLoop = safe !== null && ACCOUNT_SCREENS.some((path) => safe.split(/[?#]/)[0] === path);
  const target = isLoop ? null : safe;
  return {
    target,
    carry: (path) =>
      target === null ? path : `${path}?${new URLSearchParams({ [PARAMETER]: target })}`,
  };
}
