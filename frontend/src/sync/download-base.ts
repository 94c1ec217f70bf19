import { localImageNames } from '../lib/images/local-image';
import { KeyedError } from '../lib/keyed-error';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from '../storage/schema';
import type { PulledPage, SyncApi, WireBase } from './protocol';
import { type FieldReader, Ids, localCategory, localDocument } from './wire';

/** A knowledge base as the server has it, in the records of this browser, and the images that its texts name. */
interface DownloadedBase {
  knowledgeBase: KnowledgeBaseRecord;
  categories: CategoryRecord[];
  posts: PostRecord[];
  images: Map<string, Uint8Array>;
}

interface DownloadOptions {
  fieldsOf: FieldReader;
  /** Called with the numbers of documents, then of images. */
  onProgress(done: number, total: number): void;
  /** Ends the download. */
  signal: AbortSignal;
}

/**
 * Reads a knowledge base of the server as a whole. Nothing is kept in this browser.
 *
 * An image that cannot be had is left out. Errors: those of the API; `export.canceled`.
 */
export async function downloadBase(
  api: SyncApi,
  { teamId, serverId, nDocuments }: { teamId: string; serverId: string; nDocuments: number },
  { fieldsOf, onProgress, signal }: DownloadOptions,
): Promise<DownloadedBase> {
  const goOn = () => {
    if (signal.aborted) throw new KeyedError('export.canceled', 'the download was ended');
  };
  const base = await api.read(teamId, serverId);
  const categories = new Map<string, CategoryRecord>();
  const posts = new Map<string, PostRecord>();
  let since = 0;
  let page: PulledPage;
  do {
    goOn();
    page = await api.pull(teamId, serverId, { revision: since, lastChange: null });
    take(page, base, fieldsOf, categories, posts);
    since = page.revision;
    onProgress(posts.size, Math.max(nDocuments, posts.size));
  } while (page.hasMore);
  const names = [
    ...new Set([...posts.values()].flatMap(({ content }) => localImageNames(content))),
  ];
  const images = new Map<string, Uint8Array>();
  for (const [i, name] of names.sort().entries()) {
    goOn();
    onProgress(i, names.length);
    const image = await api.getImage(teamId, serverId, name).catch(() => null);
    if (image !== null) images.set(name, new Uint8Array(await image.arrayBuffer()));
  }
  goOn();
  return {
    knowledgeBase: recordOf(base),
    categories: [...categories.values()].sort((a, b) => a.order - b.order),
    posts: [...posts.values()],
    images,
  };
}

const ids = new Ids({ ids: {} });

/** What a later page says of a record holds. */
function take(
  page: PulledPage,
  base: WireBase,
  fieldsOf: FieldReader,
  categories: Map<string, CategoryRecord>,
  posts: Map<string, PostRecord>,
): void {
  const made = Date.parse(base.createdAt);
  for (const wire of page.categories) {
    const { category, isDeleted } = localCategory(ids, base.id, wire);
    if (isDeleted) categories.delete(category.id);
    // The server keeps no dates of categories; without the time of today the same base gives the same archive.
    else categories.set(category.id, { ...category, createDatetime: made, updateDatetime: made });
  }
  for (const wire of page.documents) {
    const { id, text, isDeleted, ...place } = localDocument(ids, wire, fieldsOf);
    const { categoryId, parentId, order, createDatetime } = place;
    const { title, isNamed, router_path, content, frontMatter, datetime: updateDatetime } = text;
    if (isDeleted) {
      posts.delete(id);
      continue;
    }
    posts.set(id, {
      id,
      title,
      isNamed,
      router_path,
      content,
      frontMatter,
      history: [],
      knowledgeBaseId: base.id,
      categoryId,
      parentId,
      order,
      collapsed: false,
      createDatetime,
      updateDatetime,
    });
  }
}

function recordOf({ id, title, description, createdAt }: WireBase): KnowledgeBaseRecord {
  const made = Date.parse(createdAt);
  return { id, name: title, description, order: 0, createDatetime: made, updateDatetime: made };
}
