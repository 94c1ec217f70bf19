/** Paths of files, with slashes. */

export const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
export const lastOf = (path: string) => path.split('/').at(-1) ?? path;
export const withoutEnding = (name: string) => name.replace(/\.[^./]+$/, '');
export const joined = (folder: string, name: string) =>
  folder === '' ? name : `${folder}/${name}`;

/** One spelling of a path for looking it up: macOS takes letters apart, and authors mix cases. */
export const folded = (path: string) => path.normalize('NFC').toLowerCase();

/** Files that systems add to folders and archives. */
export const isSystem = (path: string) => /(^|\/)(__MACOSX|\.DS_Store|Thumbs\.db)(\/|$)/.test(path);

/** Files that systems and programs add to folders. */
export function isHidden(path: string): boolean {
  const added = ['__MACOSX', 'node_modules'];
  return path.split('/').some((part) => part.startsWith('.') || added.includes(part));
}

/** The path that a relative address means from `folder`; null when it leads out. */
export function resolved(folder: string, address: string): string | null {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of address.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return null;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The folder that all paths share at their beginning; an empty text when there is none. */
export function sharedFolder(paths: readonly string[]): string {
  const [first] = paths;
  if (first === undefined) return '';
  let shared = folderOf(first);
  while (shared !== '' && !paths.every((path) => path.startsWith(`${shared}/`))) {
    shared = folderOf(shared);
  }
  return shared;
}

/** Finds paths by their whole spelling or by their last part. */
export class PathIndex {
  readonly #exact: ReadonlySet<string>;
  readonly #folded = new Map<string, string>();
  readonly #byName = new Map<string, string[]>();

  constructor(paths: readonly string[]) {
    this.#exact = new Set(paths);
    for (const path of paths) {
      const key = folded(path);
      if (!this.#folded.has(key)) this.#folded.set(key, path);
      const name = folded(lastOf(path));
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), path]);
    }
  }

  find(path: string): string | null {
    return this.#exact.has(path) ? path : (this.#folded.get(folded(path)) ?? null);
  }

  /** A file by its name anywhere: the one nearest to `folder`, else the one with the shortest path. */
  named(name: string, folder: string): string | null {
    const found = this.#byName.get(folded(name)) ?? [];
    const distance = (path: string) => (folderOf(path) === folder ? -1 : path.length);
    return found.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
  }
}
