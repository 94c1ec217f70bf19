import { postReparenter, reparentCategories } from '../../lib/collections/reparent';
import { ArchiveError } from '../../lib/files/archive-error';
import {
  type ReadEntry,
  readZip,
  writeZip,
  type ZipFile,
  type ZipLimits,
} from '../../lib/files/zip';
import { localAddress, localImageName } from '../../lib/images/local-image';
import { isRecord } from '../../lib/is-record';
import { withoutCycles } from '../../lib/posts/post-order';
import type { LibrarySnapshot } from '../../storage/library-snapshot';
import { toCategory, toKnowledgeBase, toPost } from '../../storage/repair';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from '../../storage/schema';
import { settingsOf } from '../../storage/settings';
import { IMPORT_MAX_BYTES, IMPORT_MAX_FILES } from '../import/limits';
import { Folders, placed, wellFormed } from './layout';
import { withLocalAddresses, withLocalPaths } from './local-paths';
import { type DataBudget, pictureFiles, withData, withPictures } from './pictures';
import { type FileLinks, withPostAddresses, withRelativeLinks } from './relative-links';

/**
 * A backup: one zip of Markdown files in folders like the documents' tree, pictures beside them, and one list that
 * holds what Markdown cannot express. The same documents give the same bytes.
 */

/** Name of the index file in the archive. */
const LIST = 'library.json';
const FORMAT = 'moyan-library';
/** Name of the index in the archive of one knowledge base. */
export const BASE_LIST = 'knowledge-base.json';
export const BASE_FORMAT = 'moyan-knowledge-base';

const MAX_RATIO = 200;
/** What an archive of ours may hold. The texts that its index lists may pack as well as they like. */
export const BACKUP_LIMITS: ZipLimits = {
  maxEntries: 60_000,
  maxBytes: 1_000_000_000,
  maxRatio: MAX_RATIO,
};
/** What any other archive may hold. */
export const IMPORT_LIMITS: ZipLimits = {
  maxEntries: IMPORT_MAX_FILES,
  maxBytes: IMPORT_MAX_BYTES,
  maxRatio: MAX_RATIO,
};
/** Largest index: that of {@link BACKUP_LIMITS} files is half of it. */
const INDEX_MAX_BYTES = 100_000_000;

/** Most characters of picture data in the texts of a backup: many texts may contain the same picture. */
export const DATA_MAX_CHARS = 400_000_000;

/** A post in the index: its record without texts, and the paths of its texts. */
export interface ListedPost extends Omit<PostRecord, 'content' | 'history'> {
  file: string;
  historyFile: string | null;
  /** The file begins with front matter that is not part of the text. */
  hasAddedHead: boolean;
  /** Pictures that are data in the text, by their path in the file. */
  pictures: Record<string, string>;
  /** The text of the file, when it holds halves of characters: UTF-8 has none. */
  exact?: string;
  /** Images of the browser that the file names by their path in the archive. */
  localImages?: string[];
  /** Posts that the file names by their path in the archive. */
  links?: FileLinks;
}

interface List {
  format: typeof FORMAT;
  version: 1;
  knowledgeBases: LibrarySnapshot['knowledgeBases'];
  categories: LibrarySnapshot['categories'];
  posts: ListedPost[];
  settings: LibrarySnapshot['settings'];
}

const encoder = new TextEncoder();
// A byte order mark is part of the text and must come back.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Images that the browser keeps, by their name. */
export type LocalImageFiles = ReadonlyMap<string, Uint8Array>;

/** Writes a backup. `images` are those that its texts name. */
export function packBackup(all: LibrarySnapshot, images: LocalImageFiles = new Map()): Uint8Array {
  const folders = new Folders([LIST]);
  const posts = all.knowledgeBases.flatMap(({ id, name }) =>
    placed(
      folders.name('', name, id),
      all.categories.filter(({ knowledgeBaseId }) => knowledgeBaseId === id),
      all.posts,
      folders,
    ),
  );
  const { files, listed } = packPosts(posts, images);
  const list: List = {
    format: FORMAT,
    version: 1,
    knowledgeBases: all.knowledgeBases.map(toKnowledgeBase),
    categories: all.categories.map(toCategory),
    posts: listed,
    settings: all.settings,
  };
  return packedZip(LIST, list, files, all.posts);
}

/** The archive of an index and the files that it lists. */
export function packedZip(
  name: string,
  index: unknown,
  files: readonly ZipFile[],
  posts: readonly PostRecord[],
): Uint8Array {
  const time = Math.max(0, ...posts.map((post) => post.updateDatetime));
  const bytes = encoder.encode(`${JSON.stringify(index, null, 1)}\n`);
  return writeZip([{ path: name, bytes, time }, ...files]);
}

/** The files of posts with their pictures, and what the index says of them. */
export function packPosts(
  posts: readonly { post: PostRecord; path: string }[],
  images: LocalImageFiles,
): { files: ZipFile[]; listed: ListedPost[] } {
  const pathOf = new Map(posts.map(({ post, path }) => [post.id, path]));
  const pictures = new Map([...images].map(([name, bytes]) => [localAddress(name), bytes]));
  const files: ZipFile[] = [];
  const listed: ListedPost[] = [];
  for (const { post, path } of posts) {
    const packed = packPost(post, path, listed.length, pathOf);
    for (const [name, bytes] of packed.pictures) pictures.set(name, bytes);
    files.push(...packed.files);
    listed.push(packed.listed);
  }
  return { files: [...files, ...pictureFiles(pictures)], listed };
}

function packPost(
  post: PostRecord,
  path: string,
  index: number,
  pathOf: ReadonlyMap<string, string>,
) {
  // The fields have a fixed order, so equal documents give equal bytes.
  const { content, history, ...head } = toPost(post);
  const linked = withRelativeLinks(content, path, pathOf);
  const local = withLocalPaths(linked.text, path);
  const { text, addresses, pictures } = withPictures(local.text, path);
  const addedHead = text.startsWith('---') ? '' : headOf(post);
  const historyFile = history.length === 0 ? null : `history/${index + 1}.json`;
  const time = post.updateDatetime;
  const files: ZipFile[] = [{ path, bytes: encoder.encode(addedHead + text), time }];
  if (historyFile !== null) {
    const bytes = encoder.encode(`${JSON.stringify(history, null, 1)}\n`);
    files.push({ path: historyFile, bytes, time });
  }
  const listed: ListedPost = {
    ...head,
    file: path,
    historyFile,
    hasAddedHead: addedHead !== '',
    pictures: addresses,
    ...(wellFormed(text, '\ufffd') === text ? {} : { exact: text }),
    localImages: local.names,
    ...(Object.keys(linked.links).length === 0 ? {} : { links: linked.links }),
  };
  return { files, listed, pictures };
}

/** Front matter for other programs, above a text that has none of its own. */
function headOf({ title, frontMatter, order }: PostRecord): string {
  const lines = [
    `title: ${JSON.stringify(frontMatter.title || title)}`,
    `date: ${JSON.stringify(frontMatter.date)}`,
    `tags: ${JSON.stringify(frontMatter.tags)}`,
    `order: ${order}`,
  ];
  return `---\n${lines.join('\n')}\n---\n\n`;
}

/** What an archive holds: a backup of Moyan, or other files. */
type Unpacked =
  | { kind: 'backup'; all: LibrarySnapshot; images: LocalImageFiles }
  | { kind: 'files'; files: ZipFile[] };

/**
 * Reads an archive. A backup may stand in a folder of its own: some programs pack one around it.
 *
 * `limits`: those of an archive that is none of ours; `ours`: of one that is. Errors: {@link ArchiveError}; nothing is
 * imported then.
 */
export function unpack(
  bytes: Uint8Array,
  limits: ZipLimits = IMPORT_LIMITS,
  ours: ZipLimits = BACKUP_LIMITS,
): Unpacked {
  const files = readZip(bytes, (paths, read) => {
    const exemptFromRatio = listedTexts(paths, read);
    return exemptFromRatio === null ? limits : { ...ours, exemptFromRatio };
  });
  const folder = folderOf(
    LIST,
    files.map(({ path }) => path),
  );
  if (folder === null) return { kind: 'files', files };
  const byPath = new Map(
    files
      .filter(({ path }) => path.startsWith(folder))
      .map((file) => [file.path.slice(folder.length), file.bytes]),
  );
  const images = [...byPath].flatMap(([path, bytes]): [string, Uint8Array][] => {
    const name = localImageName(path);
    return name === null ? [] : [[name, bytes]];
  });
  const all = readBackup(parsedList(part(LIST, byPath)), byPath);
  return { kind: 'backup', all, images: new Map(images) };
}

/** Whether an archive is a backup of ours. Its names are read, and nothing is unpacked. */
export function holdsBackup(bytes: Uint8Array): boolean {
  let isBackup = false;
  try {
    readZip(bytes, (paths) => {
      isBackup = folderOf(LIST, paths) !== null;
      throw new ArchiveError('archive.unsupported', LIST);
    });
  } catch {
    return isBackup;
  }
  return isBackup;
}

/** The files of an archive that cannot be a backup. Errors: {@link ArchiveError}, also for a backup. */
export function unpackFiles(bytes: Uint8Array, limits: ZipLimits): ZipFile[] {
  return readZip(bytes, (paths) => {
    if (folderOf(LIST, paths) !== null) throw new ArchiveError('archive.unsupported', LIST);
    return limits;
  });
}

/**
 * The indexes of an archive and the texts that they list; null when it is none of ours. Pictures are not among them:
 * they hardly pack.
 */
function listedTexts(paths: readonly string[], read: ReadEntry): ReadonlySet<string> | null {
  const texts = new Set<string>();
  for (const [name, format, key] of [
    [LIST, FORMAT, 'posts'],
    [BASE_LIST, BASE_FORMAT, 'documents'],
  ] as const) {
    const folder = folderOf(name, paths);
    const bytes = folder === null ? null : read(folder + name, INDEX_MAX_BYTES);
    const list = bytes === null ? null : readIndex(bytes);
    if (list?.format !== format || !isRecords(list[key])) continue;
    texts.add(folder + name);
    for (const { file, historyFile } of list[key] as Partial<ListedPost>[]) {
      if (typeof file === 'string' && file.endsWith('.md')) texts.add(folder + file);
      const isHistory = typeof historyFile === 'string' && /^history\/\d+\.json$/.test(historyFile);
      if (isHistory) texts.add(folder + historyFile);
    }
  }
  return texts.size === 0 ? null : texts;
}

function readIndex(bytes: Uint8Array): { [key: string]: unknown } | null {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return null;
  }
}

/** The folder that holds an index, with its slash, or an empty text; null when there is none, or more than one. */
export function folderOf(name: string, paths: readonly string[]): string | null {
  if (paths.includes(name)) return '';
  const lists = paths.filter((path) => path.endsWith(`/${name}`));
  return lists.length === 1 ? (lists[0] ?? '').slice(0, -name.length) : null;
}

function parsedList(bytes: Uint8Array): List {
  const list = parsed(bytes, LIST) as Partial<List> | null;
  const isList =
    list?.format === FORMAT &&
    list.version === 1 &&
    [list.knowledgeBases, list.categories, list.posts].every(isRecords);
  if (!isList) throw new ArchiveError('archive.notBackup', LIST);
  return list as List;
}

/** Whether what an index lists are records. */
export function isRecords(list: unknown): boolean {
  return Array.isArray(list) && list.every(isRecord);
}

/**
 * Records whose parents are in the backup too: one that names a knowledge base or a category of the reader would put its
 * text there.
 */
function reparented(
  knowledgeBases: readonly KnowledgeBaseRecord[],
  stored: readonly CategoryRecord[],
  posts: readonly PostRecord[],
): { categories: CategoryRecord[]; posts: PostRecord[] } {
  const baseIds = knowledgeBases.map(({ id }) => id);
  const categories = reparentCategories(baseIds, stored);
  const reparent = postReparenter(categories);
  const inCategory = posts.map((post) => {
    const next = reparent(post);
    if (next === null) throw new ArchiveError('archive.corrupt', LIST);
    return next;
  });
  return { categories, posts: inCategory };
}

function readBackup(list: List, byPath: ReadonlyMap<string, Uint8Array>): LibrarySnapshot {
  const knowledgeBases = list.knowledgeBases.map(toKnowledgeBase);
  const categories = list.categories.map(toCategory);
  const budget: DataBudget = { chars: DATA_MAX_CHARS };
  const posts = withoutCycles(list.posts.map((post) => readPost(post, byPath, budget)));
  if (knowledgeBases.length === 0) throw new ArchiveError('archive.notBackup', LIST);
  const ids = [...knowledgeBases, ...categories, ...posts].map(({ id }) => id);
  if (ids.includes('') || new Set(ids).size !== ids.length) {
    throw new ArchiveError('archive.duplicate', LIST);
  }
  const settings = Object.entries(list.settings ?? {}).map(([key, value]) => ({ key, value }));
  return {
    knowledgeBases,
    ...reparented(knowledgeBases, categories, posts),
    settings: settingsOf(settings),
  };
}

export function readPost(
  listed: ListedPost,
  byPath: ReadonlyMap<string, Uint8Array>,
  budget: DataBudget,
): PostRecord {
  const history =
    listed.historyFile === null ? [] : parsed(part(listed.historyFile, byPath), listed.historyFile);
  const post = toPost({ ...listed, content: '', history });
  const file = decoded(part(listed.file, byPath), listed.file);
  const addedHead = listed.hasAddedHead ? headOf(post) : '';
  const stored = file.startsWith(addedHead) ? file.slice(addedHead.length) : file;
  const { exact } = listed;
  // A file that was edited since counts more than the list.
  const isExact = typeof exact === 'string' && wellFormed(exact, '\ufffd') === stored;
  const text = isExact ? exact : stored;
  const read = (path: string) => part(path, byPath);
  const content = withData(text, listed.pictures ?? {}, read, budget);
  const local = withLocalAddresses(content, listed.file, listed.localImages ?? []);
  return { ...post, content: withPostAddresses(local, listed.links ?? {}) };
}

function part(path: unknown, byPath: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const bytes = typeof path === 'string' ? byPath.get(path) : undefined;
  if (bytes === undefined) throw new ArchiveError('archive.missing', String(path));
  return bytes;
}

function parsed(bytes: Uint8Array, path: string): unknown {
  try {
    return JSON.parse(decoded(bytes, path));
  } catch {
    throw new ArchiveError('archive.corrupt', path);
  }
}

function decoded(bytes: Uint8Array, path: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new ArchiveError('archive.corrupt', path);
  }
}
