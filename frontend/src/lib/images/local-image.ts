/**
 * Addresses of images that this browser keeps: `images/` and a name of sixteen hexadecimal digits.
 *
 * They are plain relative paths, so that a zip or a backup can carry the files where other programs look for them.
 */

const NAME = '[0-9a-f]{16}\\.(?:jpg|png|gif)';
const ADDRESS = new RegExp(`^images/(${NAME})$`);
/** An address that stands by itself, and is no part of a longer one. */
const ANYWHERE = new RegExp(`(?<![\\w./\\-])images/(${NAME})(?![\\w\\-])`, 'g');

export function localAddress(name: string): string {
  return `images/${name}`;
}

/** The name in such an address, or null for any other address. */
export function localImageName(address: string): string | null {
  return ADDRESS.exec(address)?.[1] ?? null;
}

export function isLocalImageName(name: string): boolean {
  return localImageName(localAddress(name)) !== null;
}

/** Names of the images that a text shows, each once, in their order. */
export function localImageNames(text: string): string[] {
  return [...new Set([...text.matchAll(ANYWHERE)].map(([, name = '']) => name))];
}

/** The text with other addresses for its local images. `to` gives the new one, or null to leave it. */
export function withLocalImages(text: string, to: (name: string) => string | null): string {
  return text.replace(ANYWHERE, (address: string, name: string) => to(name) ?? address);
}
