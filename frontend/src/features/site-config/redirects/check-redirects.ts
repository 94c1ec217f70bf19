import type { Redirects } from '../../../api/types';
import {
  LINK_URL_MAX_CHARS,
  REDIRECT_PATH_MAX_CHARS,
  REDIRECTS_MAX,
} from '../../../config/site-limits';
import { parseUrl } from '../../../lib/addresses/parse-url';
import { FieldChecks } from '../check/field-checks';
import type { Problems } from '../draft/draft';

/** A path of the site: two slashes would begin a host. */
const PATH = /^\/(?![/\\])[^\s\\]*$/;
const ADDRESS = /^https?:\/\/[^/\s]/i;

/** What is wrong with redirects, as the server sees it too. */
export function checkRedirects({ redirects }: Redirects): Problems {
  const found = new FieldChecks();
  const targets = new Map(redirects.map(({ from, to }) => [from.trim(), to.trim()]));
  const seen = new Set<string>();
  found.list('redirects', redirects, REDIRECTS_MAX, (path, redirect) => {
    const [from, to] = [redirect.from.trim(), redirect.to.trim()];
    // One with a slash at its end would never be asked for: that slash is taken off first.
    if (!PATH.test(from) || /[?#]|\/$/.test(from)) found.add(`${path}.from`, 'path.invalid');
    found.text(`${path}.from`, from, { max: REDIRECT_PATH_MAX_CHARS });
    if (seen.has(from)) found.add(`${path}.from`, 'field.duplicate');
    found.text(`${path}.to`, to, { max: LINK_URL_MAX_CHARS });
    const isAddress = ADDRESS.test(to) && parseUrl(to) !== null;
    if (!PATH.test(to) && !isAddress) found.add(`${path}.to`, 'url.invalid');
    if (leadsBack(from, targets)) found.add(`${path}.to`, 'redirect.loop');
    seen.add(from);
  });
  return found.problems;
}

/** Whether following the redirects from a path comes back to it. */
function leadsBack(from: string, targets: ReadonlyMap<string, string>): boolean {
  const visited = new Set([from]);
  for (let at = targets.get(from); at !== undefined; at = targets.get(at)) {
    if (at === from) return true;
    // A loop farther on is named where it begins.
    if (visited.has(at)) return false;
    visited.add(at);
  }
  return false;
}
