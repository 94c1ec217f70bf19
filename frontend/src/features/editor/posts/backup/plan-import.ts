import type { FrontMatter } from '../../../../engine/types';
import { decodeText } from '../../../../lib/decode-text';
import { encoded } from './pictures';

/** A file that was chosen or dropped; `path` has the folders above it. */
export interface ImportFile {
  path: string;
  bytes: Uint8Array;
}

/** A post to be made. `parent` is the place of its parent in the list; null at the top. */
export interface PlannedPost {
  title: string;
  content: string;
  parent: number | null;
}

export interface ImportPlan {
  posts: PlannedPost[];
  /** Files that are neither text nor a picture that a text uses. */
  skipped: string[];
}

const TEXT = /\.(md|markdown|mdx|txt)$/i;
const PICTURE = /\.(png|jpe?g|gif|webp)$/i;
/** A text that holds its folder: it becomes the folder's own post. */
const FOLDER_TEXT = /^(index|readme|_index)\.(md|markdown)$/i;
/** Editor image limit. Source: specification §9. */
const PICTURE_MAX_BYTES = 10_000_000;
const ADDRESS = /(!\[[^\]\n]*\]\()\s*<?([^)\s>]+)>?/g;

/**
 * What an import makes of files: a post for each text and each folder of texts, in natural order of their names.
 *
 * Relative pictures that came along are put into the text as data.
 */
export function planImport(
  files: readonly ImportFile[],
  frontMatterOf: (text: string) => FrontMatter,
): ImportPlan {
  const collator = new Intl.Collator('zh-CN', { numeric: true });
  const sorted = files.toSorted((a, b) => collator.compare(a.path, b.path));
  const pictures = new Map(
    sorted.filter(({ path }) => PICTURE.test(path)).map((file) => [file.path, file.bytes]),
  );
  const used = new Set<string>();
  const folders = new Map<string, number>();
  const posts: PlannedPost[] = [];

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
    const text = decodeText(bytes).replace(/\r\n?/g, '\n');
    const content = withPictures(text, path, pictures, used);
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
    .filter((path) => !used.has(path) && !isHidden(path));
  return { posts, skipped };
}

function withPictures(
  text: string,
  path: string,
  pictures: ReadonlyMap<string, Uint8Array>,
  used: Set<string>,
): string {
  if (pictures.size === 0) return text;
  return text.replace(ADDRESS, (whole: string, start: string, address: string) => {
    const target = resolved(folderOf(path), address);
    const bytes = target === null ? undefined : pictures.get(target);
    if (target === null || bytes === undefined || bytes.length > PICTURE_MAX_BYTES) return whole;
    used.add(target);
    const extension = lastOf(target).split('.').at(-1)?.toLowerCase() ?? '';
    const kind = extension === 'jpg' ? 'jpeg' : extension;
    return `${start}data:image/${kind};base64,${encoded(bytes)}`;
  });
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
/** What systems leave beside an author's files. */
const isHidden = (path: string) =>
  path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
