import { linkedPostIds, postAddress, withPostLinks } from '../../lib/posts/post-link';

/** Links to posts are paths in an archive, so that other programs follow them. */

/** The post's id by the address that stands in the file. */
export type FileLinks = Record<string, string>;

/** The text of the file at `path` with relative paths as links. `pathOf` has the posts of the archive. */
export function withRelativeLinks(
  text: string,
  path: string,
  pathOf: ReadonlyMap<string, string>,
): { text: string; links: FileLinks } {
  const links: FileLinks = {};
  for (const id of linkedPostIds(text)) {
    const target = pathOf.get(id);
    if (target === undefined) continue;
    const address = relativeAddress(path, target);
    // A path that the author wrote must not become a link by id when the archive is read.
    if (!text.includes(address)) links[address] = id;
  }
  const addressOf = new Map(Object.entries(links).map(([address, id]) => [id, address]));
  return { text: withPostLinks(text, (id) => addressOf.get(id) ?? null), links };
}

/** The text as it was before {@link withRelativeLinks}. */
export function withPostAddresses(text: string, links: FileLinks): string {
  const addresses = Object.keys(links).sort((a, b) => b.length - a.length);
  if (addresses.length === 0) return text;
  const any = addresses.map((address) => address.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const whole = new RegExp(`(?<![\\p{L}\\p{N}_./%-])(?:${any})(?![\\p{L}\\p{N}_%/-])`, 'gu');
  return text.replace(whole, (address) => postAddress(links[address] ?? ''));
}

/** The address of a file from another one, as Markdown takes it without angle brackets. */
function relativeAddress(from: string, to: string): string {
  const start = from.split('/').slice(0, -1);
  const parts = to.split('/');
  let n = 0;
  while (n < start.length && n < parts.length - 1 && start[n] === parts[n]) n += 1;
  const up = start.slice(n).map(() => '..');
  return [...up, ...parts.slice(n)].map(encoded).join('/');
}

/** Letters of every script stay, so that the link can be read; what ends an address does not. */
function encoded(part: string): string {
  return part.replace(/[\s%#?()<>[\]"'`\\*]/g, (sign) =>
    encodeURIComponent(sign).replace(
      /['()*]/g,
      (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  );
}
