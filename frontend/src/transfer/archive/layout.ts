import { fileName } from '../../lib/files/file-name';
import { inTreeOrder, type OrderedPost } from '../../lib/posts/post-order';

/** Where the documents of an archive lie: folders named after categories and posts, as the tree has them. */

/** Longest path in an archive, in UTF-16 units: with the folder that it is unpacked in, Windows takes 260. */
const PATH_MAX_CHARS = 200;
/** Files whose path would be longer stand in this folder. */
const DEEP = 'deep';
/** Names that Windows keeps for devices, with any ending. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Names of files and folders, from their titles; equal names get a number. */
export class Folders {
  /** In lower case, each with the last number that was given for it: no lower one is free. */
  readonly #taken: Map<string, number>;
  readonly #paths = new Map<string, string>();

  /** `taken`: names at the top that are no document's. */
  constructor(taken: readonly string[]) {
    this.#taken = new Map([...taken, 'images', 'history', DEEP].map((name) => [name, 1]));
  }

  name(folder: string, title: string, id: string): string {
    // A folder name of dots would point outside of the archive.
    const clean = fileName(wellFormed(title, '_'))
      .replace(/^\.+|\.+$/g, '_')
      .replace(RESERVED, '_$&');
    const isTooLong = folder.length + clean.length > PATH_MAX_CHARS;
    const start = isTooLong ? `${DEEP}/` : folder === '' ? '' : `${folder}/`;
    const path = this.#free(`${start}${clean}`);
    this.#paths.set(id, path);
    return path;
  }

  #free(wanted: string): string {
    let path = wanted;
    let number = this.#taken.get(wanted.toLowerCase());
    if (number !== undefined) {
      do {
        number += 1;
        path = `${wanted} (${number})`;
      } while (this.#taken.has(path.toLowerCase()));
      this.#taken.set(wanted.toLowerCase(), number);
    }
    this.#taken.set(path.toLowerCase(), 1);
    return path;
  }

  of(id: string): string | undefined {
    return this.#paths.get(id);
  }
}

interface PlacedPost extends OrderedPost {
  title: string;
  categoryId: string;
}

interface PlacedCategory {
  id: string;
  name: string;
}

/** The posts in their order, each with the path of its file; below `folder`, an empty text for the top. */
export function placed<P extends PlacedPost>(
  folder: string,
  categories: readonly PlacedCategory[],
  posts: readonly P[],
  folders: Folders,
): { post: P; path: string }[] {
  return categories.flatMap((category) => {
    const own = folders.name(folder, category.name, category.id);
    const inCategory = posts.filter(({ categoryId }) => categoryId === category.id);
    return inTreeOrder(inCategory).map((post) => {
      const above = post.parentId === null ? undefined : folders.of(post.parentId);
      return { post, path: `${folders.name(above ?? own, post.title, post.id)}.md` };
    });
  });
}

/** The text with `sign` for every half of a character. */
export function wellFormed(text: string, sign: string): string {
  return text.replace(/\p{Surrogate}/gu, sign);
}
