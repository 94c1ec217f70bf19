import type { FrontMatter } from '../../../../engine/types';
import { decodeText } from '../../../../lib/decode-text';
import { encoded } from './pictures';

/** A file that was chosen or dropped; `path` has the folders above it. */
export interface ImportFile {
  path: string;
  bytes: Uint8Array;
}

/** A post to be created. `parent` is the index of its parent in the list; null at the top level. */
export interface PlannedPost {
  title: string;
  content: string;
  parent: number | null;
}

export interface ImportPlan {
  posts: PlannedPost[];
  /** Files that are neither a text nor a picture of a text, and pictures that are too large for their text. */
  skipped: string[];
  /** Texts with bytes that could not be read. */
  damaged: string[];
}

const TEXT = /\.(md|markdown|mdx|txt)$/i;
const PICTURE = /\.(png|jpe?g|gif|webp)$/i;
/** Names of files that represent their folder: the text becomes the folder's post. */
const FOLDER_TEXT = /^(index|readme|_index)\.(md|markdown)$/i;
/** Editor image limit. Source: specification §9. */
const PICTURE_MAX_BYTES = 10_000_000;
/** Most characters of picture data in one text; a longer text could not be edited. */
const DATA_MAX_CHARS = 50_000_000;
const ADDRESS = /(!\[[^[\]\n]*\]\()\s*<?([^)\s>]+)>?/g;

/**
 * What an import makes of files: a post for each text and each folder of texts, in natural order of their names.
 *
 * Pictures with relative paths become data in the text, if they are among the files.
 */
export function planImport(
  files: readonly ImportFile[],
  frontMatterOf: (text: string) => FrontMatter,
): ImportPlan {
  const collator = new Intl.Collator('zh-CN', { numeric: true });
  const sorted = files.toSorted((a, b) => collator.compare(a.path, b.path));
  const pictures = new Pictures(sorted.filter(({ path }) => PICTURE.test(path)));
  const used = new Set<string>();
  const folders = new Map<string, number>();
  const posts: PlannedPost[] = [];
  const damaged: string[] = [];

  const folderPost = (folder: string): number | null => {
    if (folder === '') return null;
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const parent = folderPost(folderOf(folder));
    folders.set(folder, posts.length);
    posts.push({ title: lastOf(folder), content: '', parent });
    return posts.length - 1;
  };
  for (const { path, bytes } of sorted) {
    if (!TEXT.test(path) || isHidden(path)) continue;
    used.add(path);
    const { text, isDamaged } = decodeText(bytes);
    if (isDamaged) damaged.push(path);
    const content = pictures.put(text.replace(/\r\n?/g, '\n'), path);
    const parent = folderPost(folderOf(path));
    const front = frontMatterOf(content);
    const named = front.sidebarLabel || front.title;
    const name = lastOf(path);
    const own = parent === null ? undefined : posts[parent];
    if (own !== undefined && own.content === '' && FOLDER_TEXT.test(name)) {
      own.content = content;
      own.title = named || own.title;
    } else posts.push({ title: named || name.replace(TEXT, ''), content, parent });
  }
  const skipped = sorted
    .map(({ path }) => path)
    .filter((path) => !used.has(path) && !pictures.isComplete(path) && !isHidden(path));
  return { posts, skipped, damaged };
}

/** Pictures among the files. */
class Pictures {
  readonly #files: ReadonlyMap<string, Uint8Array>;
  readonly #data = new Map<string, string>();
  readonly #leftOut = new Set<string>();

  constructor(files: readonly ImportFile[]) {
    this.#files = new Map(files.map(({ path, bytes }) => [path, bytes]));
  }

  /** The text of the file at `path` with its pictures as data. A picture beyond the limit keeps its path. */
  put(text: string, path: string): string {
    if (this.#files.size === 0) return text;
    let room = DATA_MAX_CHARS;
    return text.replace(ADDRESS, (whole: string, start: string, address: string) => {
      const target = resolved(folderOf(path), address);
      const data = target === null ? null : this.#dataOf(target);
      if (target === null || data === null) return whole;
      if (data.length > room) {
        this.#leftOut.add(target);
        return whole;
      }
      room -= data.length;
      return start + data;
    });
  }

  /** Whether at least one text uses the picture, and all that use it have it as data. */
  isComplete(path: string): boolean {
    return this.#data.has(path) && !this.#leftOut.has(path);
  }

  /** A picture as data, encoded once; null when it is missing or too large. */
  #dataOf(path: string): string | null {
    const known = this.#data.get(path);
    if (known !== undefined) return known;
    const bytes = this.#files.get(path);
    if (bytes === undefined || bytes.length > PICTURE_MAX_BYTES) return null;
    const extension = lastOf(path).split('.').at(-1)?.toLowerCase() ?? '';
    const kind = extension === 'jpg' ? 'jpeg' : extension;
    const data = `data:image/${kind};base64,${encoded(bytes)}`;
    this.#data.set(path, data);
    return data;
  }
}

/** The file that a relative address means; null for any other address. */
function resolved(folder: string, address: string): string | null {
  if (/^([a-z][a-z0-9+.-]*:|\/|#)/i.test(address)) return null;
  const parts = folder === '' ? [] : folder.split('/');
  let plain = address;
  try {
    plain = decodeURIComponent(address);
  } catch {
    // A stray percent sign is part of the name.
  }
  for (const part of plain.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
const lastOf = (path: string) => path.split('/').at(-1) ?? path;
/** Files that operating systems add to folders. */
const isHidden = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
