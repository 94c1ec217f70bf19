import { rowPrefixes } from './keys';
import type { CategoryRecord, KnowledgeBaseRecord, PostRecord } from './schema';

/**
 * What this page has read and written of the database, as it was stored last.
 *
 * A browser may empty a database while a page is open. What the page still holds is written back then.
 */

/** Most text of posts that is held, in UTF-16 units, versions included. The posts that were used last stay. */
const POSTS_MAX_CHARS = 10_000_000;
/** Most text of what is in the bin that is held, in UTF-16 units. */
const BIN_MAX_CHARS = 5_000_000;
/** Most bytes of images that are held. */
const IMAGES_MAX_BYTES = 30_000_000;

/** A row of the store of settings. */
interface Row {
  key: string;
  value: unknown;
}

/** A row of the bin: a post, or a knowledge base with all of its posts. */
export interface BinnedRow extends Row {
  value: { deletedAt: number } & ({ post: PostRecord } | { records: { posts: PostRecord[] } });
}

/** Values by their keys, the one used last at the end. Those used long ago go when all are too large together. */
class Recent<V> {
  readonly #values = new Map<string, V>();
  readonly #sizeOf: (value: V) => number;
  readonly #max: number;
  #size = 0;
  /** What is never driven out. */
  pinned: string | null = null;

  constructor(max: number, sizeOf: (value: V) => number) {
    this.#max = max;
    this.#sizeOf = sizeOf;
  }

  hold(key: string, value: V): void {
    this.drop(key);
    this.#values.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#max) return;
      if (oldest !== key && oldest !== this.pinned) this.drop(oldest);
    }
  }

  /** Takes over what was written of a value that is held; another one is not held for that. */
  refresh(key: string, value: V): void {
    const before = this.#values.get(key);
    if (before === undefined) return;
    this.#size += this.#sizeOf(value) - this.#sizeOf(before);
    this.#values.set(key, value);
  }

  drop(key: string): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#size -= this.#sizeOf(value);
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }

  /** Drops all but these. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of [...this.#values.keys()]) {
      if (!keys.has(key)) this.drop(key);
    }
  }

  get all(): V[] {
    return [...this.#values.values()];
  }
}

export class PageMemory {
  /** Which database it is about; null until one was opened. */
  identity: string | null = null;
  knowledgeBases: readonly KnowledgeBaseRecord[] = [];
  readonly categories = new Map<string, readonly CategoryRecord[]>();
  readonly posts = new Recent<PostRecord>(POSTS_MAX_CHARS, charsOf);
  /** Settings proper, and the rows that say which knowledge bases are synchronized. */
  readonly settings = new Map<string, Row>();
  readonly syncBases = new Map<string, Row>();
  /** Rows of the bin: what this page has deleted, and what it held and another tab has deleted. */
  readonly bin = new Recent<BinnedRow>(BIN_MAX_CHARS, ({ value }) =>
    postsOf(value).reduce((sum, post) => sum + charsOf(post), 0),
  );
  readonly images = new Recent<Row & { value: { bytes: ArrayBuffer } }>(
    IMAGES_MAX_BYTES,
    ({ value }) => value.bytes.byteLength,
  );
}

function postsOf(value: BinnedRow['value']): readonly PostRecord[] {
  return 'post' in value ? [value.post] : value.records.posts;
}

function charsOf({ content, history }: PostRecord): number {
  return history.reduce((sum, version) => sum + version.content.length, content.length);
}

// A page has one storage; a test has one for each of its browsers.
const memories = new WeakMap<IDBFactory, PageMemory>();

/** What this page holds of the browser's database. */
export function pageMemory(): PageMemory {
  const memory = memories.get(indexedDB) ?? new PageMemory();
  memories.set(indexedDB, memory);
  return memory;
}

/** A knowledge base is in no list any more. */
export function dropBase(id: string): void {
  const memory = pageMemory();
  memory.knowledgeBases = memory.knowledgeBases.filter((base) => base.id !== id);
  memory.categories.delete(id);
}

/** A knowledge base was taken out of this browser, its bin with it. */
export function forgetBase(id: string): void {
  dropBase(id);
  const memory = pageMemory();
  for (const row of memory.bin.all) {
    if (row.key === rowPrefixes.bin + id || row.key.startsWith(`${rowPrefixes.postBin}${id}:`)) {
      memory.bin.drop(row.key);
    }
  }
  memory.syncBases.delete(rowPrefixes.syncBase + id);
}

/** The post that is open is held for as long as it is; null when none is. */
export function keepOpen(postId: string | null): void {
  if (typeof indexedDB !== 'undefined') pageMemory().posts.pinned = postId;
}
