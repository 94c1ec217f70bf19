/**
 * The address as a `URL`, resolved against `base` if there is one; null when it is none.
 *
 * `URL.canParse` and `URL.parse` are newer than the oldest browsers that the editor runs in.
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** Whether a text is the whole address of something on the web. */
export function isWebAddress(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}
