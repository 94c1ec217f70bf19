import { parseUrl } from './parse-url';

const SCHEME = /^(?:https?:\/\/[^/\s]|mailto:.|tel:.)/i;
/** A path of the site; two slashes would begin a host. */
const PATH = /^\/(?![/\\])/;

/** Whether a link of a site may lead there: `http(s)`, `mailto`, `tel`, a path that begins with one slash, or a fragment. */
export function isSiteAddress(url: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them from addresses, so that they hide schemes.
  if (/[\u0000-\u0020\u007f\\]/.test(url)) return false;
  return SCHEME.test(url) || PATH.test(url) || url.startsWith('#');
}

/** Whether an image of a site may lie there: an upload, or an address that begins with `https://`. */
export function isImageAddress(url: string): boolean {
  if (!isSiteAddress(url)) return false;
  return /^\/media\/[\w.-]+$/.test(url) || (/^https:\/\//i.test(url) && parseUrl(url) !== null);
}

/** An alternative text made from the name of a file, for the author to mend; empty when the name says nothing. */
export function altOfFileName(name: string, maxChars: number): string {
  const words = name
    .replace(/\.[^.]*$/, '')
    .replace(/[-_\s]+/g, ' ')
    .trim();
  // What cameras, phones and chats call their pictures tells nothing.
  const isNoise = /^(?:img|dsc|image|picture|photo|screenshot|微信图片|截图|[\d ()（）-]+)/i.test(
    words,
  );
  return isNoise ? '' : [...words].slice(0, maxChars).join('');
}
