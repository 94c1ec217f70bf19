import { parseUrl } from './parse-url';

/**
 * Where to go after the login: `target` when it is a path of this origin, otherwise null.
 *
 * - Another origin, another scheme and `//host` are refused, also behind tabs, backslashes and the like, because the
 *   browser's own parser decides.
 */
export function safeRedirect(target: string | null, origin: string): string | null {
  if (target === null || !target.startsWith('/')) return null;
  const url = parseUrl(target, origin);
  if (url?.origin !== origin) return null;
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//host` is of this origin, yet its path would name another one.
  return path.startsWith('//') ? null : path;
}
