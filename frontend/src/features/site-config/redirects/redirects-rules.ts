import type { Redirects } from '../../../api/types';
import { parseUrl } from '../../../lib/addresses/parse-url';
import type { FoundProblems } from '../check/found-problems';

/** A path of the site: two slashes would begin a host. */
const PATH = /^\/(?![/\\])[^\s\\]*$/;
const ADDRESS = /^https?:\/\/[^/\s]/i;

/** Redirects lead from paths of the site, each of them once, and never back. */
export function redirectsRules(found: FoundProblems, { redirects }: Redirects): void {
  const targets = new Map(redirects.map(({ from, to }) => [from.trim(), to.trim()]));
  const seen = new Set<string>();
  for (const [index, redirect] of redirects.entries()) {
    const path = `redirects[${index}]`;
    const [from, to] = [redirect.from.trim(), redirect.to.trim()];
    // One with a slash at its end would never be asked for: that slash is taken off first.
    if (!PATH.test(from) || /[?#]|\/$/.test(from)) found.add(`${path}.from`, 'path.invalid');
    if (seen.has(from)) found.add(`${path}.from`, 'field.duplicate');
    const isAddress = ADDRESS.test(to) && parseUrl(to) !== null;
    if (!PATH.test(to) && !isAddress) found.add(`${path}.to`, 'url.invalid');
    if (leadsBack(from, targets)) found.add(`${path}.to`, 'redirect.loop');
    seen.add(from);
  }
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
