import { ArchiveError } from '../../lib/files/archive-error';
import { localImageName } from '../../lib/images/local-image';
import { withoutCycles } from '../../lib/posts/post-order';
import type { LibraryRecords } from '../../storage/knowledge-bases';
import { toCategory, toKnowledgeBase } from '../../storage/repair';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from '../../storage/schema';
import {
  BASE_FORMAT,
  BASE_LIST,
  DATA_MAX_CHARS,
  isRecords,
  type ListedPost,
  type LocalImageFiles,
  packedZip,
  packPosts,
  readPost,
} from './archive';
import { Folders, placed } from './layout';

/**
 * One knowledge base as a zip: a folder for each category, a Markdown file for each post, images beside them, and an
 * index of what Markdown cannot express. Past versions and settings are no part of it. The same base gives the same bytes.
 */

interface BaseList {
  format: typeof BASE_FORMAT;
  version: 1;
  /** Without its order: that is a matter of the library it stands in. */
  knowledgeBase: Omit<KnowledgeBaseRecord, 'order'>;
  categories: CategoryRecord[];
  documents: ListedPost[];
}

/** A knowledge base with all that belongs to it. */
export interface WholeBase {
  knowledgeBase: KnowledgeBaseRecord;
  categories: readonly CategoryRecord[];
  posts: readonly PostRecord[];
}

/** Writes the zip. `images` are those that the texts name. */
export function packKnowledgeBase(base: WholeBase, images: LocalImageFiles): Uint8Array {
  const { order: _order, ...knowledgeBase } = toKnowledgeBase(base.knowledgeBase);
  const posts = base.posts.map((post) => ({ ...post, history: [] }));
  const inTree = placed('', base.categories, posts, new Folders([BASE_LIST]));
  const { files, listed } = packPosts(inTree, images);
  const list: BaseList = {
    format: BASE_FORMAT,
    version: 1,
    knowledgeBase,
    categories: base.categories.map(toCategory),
    documents: listed,
  };
  return packedZip(BASE_LIST, list, files, posts);
}

/** What the files of such an archive hold. */
export interface ReadBase {
  records: LibraryRecords;
  images: LocalImageFiles;
  /** Files that the index names and that are not there. */
  missing: string[];
  /** Files that the index does not name. */
  others: string[];
}

/**
 * Reads the files of such an archive, by their path below the folder of the index. Files may have been edited since.
 *
 * Errors: {@link ArchiveError} `archive.notBackup` when the index is none; `archive.duplicate` when it has an id twice.
 */
export function readKnowledgeBase(byPath: ReadonlyMap<string, Uint8Array>): ReadBase {
  const list = parsedList(byPath.get(BASE_LIST));
  const knowledgeBase = toKnowledgeBase({ ...list.knowledgeBase, order: 0 });
  const budget = { chars: DATA_MAX_CHARS };
  const known = list.documents.filter(({ file }) => byPath.has(file));
  const read = known.map((listed) => ({
    ...readPost({ ...listed, historyFile: null }, byPath, budget),
    knowledgeBaseId: knowledgeBase.id,
  }));
  const posts = withoutCycles(read);
  const categories = list.categories.map((category) => ({
    ...toCategory(category),
    knowledgeBaseId: knowledgeBase.id,
  }));
  const ids = [knowledgeBase, ...categories, ...posts].map(({ id }) => id);
  if (ids.includes('') || new Set(ids).size !== ids.length) {
    throw new ArchiveError('archive.duplicate', BASE_LIST);
  }
  const used = new Set([BASE_LIST, ...known.map(({ file }) => file)]);
  const pictures = new Set(known.flatMap((listed) => Object.values(listed.pictures ?? {})));
  const images = new Map<string, Uint8Array>();
  for (const [path, bytes] of byPath) {
    const name = localImageName(path);
    if (name !== null) images.set(name, bytes);
  }
  return {
    records: { knowledgeBases: [knowledgeBase], categories, posts },
    images,
    missing: list.documents.map(({ file }) => String(file)).filter((file) => !byPath.has(file)),
    others: [...byPath.keys()].filter(
      (path) => !used.has(path) && !pictures.has(path) && localImageName(path) === null,
    ),
  };
}

function parsedList(bytes: Uint8Array | undefined): BaseList {
  let list: Partial<BaseList> | null = null;
  try {
    list = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ArchiveError('archive.corrupt', BASE_LIST);
  }
  const isList =
    list?.format === BASE_FORMAT &&
    list.version === 1 &&
    list.knowledgeBase !== undefined &&
    [list.categories, list.documents].every(isRecords);
  if (!isList) throw new ArchiveError('archive.notBackup', BASE_LIST);
  return list as BaseList;
}
