import {
  isLocalImageName,
  localAddress,
  localImageNames,
  withLocalImages,
} from '../../lib/images/local-image';

/** Images of the browser lie in one folder of an archive; a text names them from where its own file lies. */

/** The text of the file at `path` with paths in the archive, and the names that were changed. */
export function withLocalPaths(text: string, path: string): { text: string; names: string[] } {
  const up = upFrom(path);
  // A path that the author wrote must not become another one when the archive is read.
  const names = localImageNames(text).filter((name) => !text.includes(up + localAddress(name)));
  const changed = new Set(names);
  const to = (name: string) => (changed.has(name) ? up + localAddress(name) : null);
  return { text: withLocalImages(text, to), names };
}

/** The text as it was before `withLocalPaths`. */
export function withLocalAddresses(text: string, path: string, names: readonly string[]): string {
  const up = upFrom(path);
  return names
    .filter(isLocalImageName)
    .reduce((next, name) => next.replaceAll(up + localAddress(name), localAddress(name)), text);
}

const upFrom = (path: string) => '../'.repeat(path.split('/').length - 1);
