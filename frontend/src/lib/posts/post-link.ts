/**
 * Addresses of other posts in a text: the post's id with the ending `.md`, and a heading of it perhaps.
 *
 * An id stays when the post is renamed or moved, so the link holds; an archive has paths in its place.
 */

const ID = '[0-9a-f][0-9a-f-]{30,34}[0-9a-f]';
const ADDRESS = new RegExp(`^(${ID})\\.md(?:#(.*))?$`);
/** An address that stands by itself, and is no part of a longer one. */
const ANYWHERE = new RegExp(`(?<![\\w./%-])(${ID})\\.md(?![\\w%/-])`, 'g');

export function postAddress(id: string): string {
  return `${id}.md`;
}

/** The post that an address means, and the anchor in it; null for any other address. */
export function postOfAddress(address: string): { id: string; anchor: string } | null {
  const [, id, anchor = ''] = ADDRESS.exec(address) ?? [];
  return id === undefined ? null : { id, anchor };
}

/** Ids of the posts that a text links to, each once, in their order. */
export function linkedPostIds(text: string): string[] {
  return [...new Set([...text.matchAll(ANYWHERE)].map(([, id = '']) => id))];
}

/** The text with other addresses for its links to posts. `to` gives the new one, or null to leave it. */
export function withPostLinks(text: string, to: (id: string) => string | null): string {
  return text.replace(ANYWHERE, (address: string, id: string) => to(id) ?? address);
}
