import { newId } from '../lib/new-id';
import { postAddress, withPostLinks } from '../lib/posts/post-link';
import type { CategoryRecord, PostFrontMatter, PostSummary } from '../storage/schema';
import type { RemoteCategory, RemoteDocument } from '../storage/sync/merge';
import type { SyncBase } from '../storage/sync/rows';
import type { WireCategory, WireDocument, WirePlace } from './protocol';

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** Fields of a record that follow from its text. */
export type FieldReader = (content: string, title: string) => PostFrontMatter;

/**
 * IDs of a knowledge base here and at the server. They are the same, but for records that are called otherwise than a
 * UUID here, and for those whose ID another knowledge base of this browser has.
 */
export class Ids {
  readonly #toRemote: Record<string, string>;
  readonly #toLocal: Map<string, string>;
  /** The map has grown and must be kept. */
  isChanged = false;

  constructor({ ids }: Pick<SyncBase, 'ids'>) {
    this.#toRemote = { ...ids };
    this.#toLocal = new Map(Object.entries(ids).map(([local, remote]) => [remote, local]));
  }

  get all(): Record<string, string> {
    return { ...this.#toRemote };
  }

  remote(local: string): string {
    const known = this.#toRemote[local];
    if (known !== undefined) return known;
    if (UUID.test(local)) return local;
    const remote = newId();
    this.#add(local, remote);
    return remote;
  }

  local(remote: string): string {
    return this.#toLocal.get(remote) ?? remote;
  }

  /** The text with the server's IDs in its links. `isHere`: a document of the knowledge base, perhaps not sent yet. */
  remoteText(text: string, isHere: (local: string) => boolean): string {
    return withPostLinks(text, (id) =>
      postAddress(isHere(id) ? this.remote(id) : (this.#toRemote[id] ?? id)),
    );
  }

  /** The text with the IDs of this browser in its links. */
  localText(text: string): string {
    return withPostLinks(text, (id) => postAddress(this.local(id)));
  }

  /** The ID belongs to another knowledge base here. */
  rename(remote: string): string {
    const local = newId();
    this.#add(local, remote);
    return local;
  }

  #add(local: string, remote: string): void {
    this.#toRemote[local] = remote;
    this.#toLocal.set(remote, local);
    this.isChanged = true;
  }
}

/** The first characters of a text, without those that no request can carry: NUL and halves of others. */
export function cut(text: string, maxChars: number): string {
  const sound = text.replace(/\0|\p{Surrogate}/gu, '').trim();
  return [...sound].slice(0, maxChars).join('').trim();
}

export function wirePlace(ids: Ids, { categoryId, parentId, order }: PostSummary): WirePlace {
  return {
    categoryId: ids.remote(categoryId),
    parentId: parentId === null ? null : ids.remote(parentId),
    position: order,
  };
}

export function localDocument(
  ids: Ids,
  document: WireDocument,
  fieldsOf: FieldReader,
): RemoteDocument {
  const { title, isNamed, routerPath: router_path, textRevision, parentId } = document;
  const content = ids.localText(document.content);
  return {
    id: ids.local(document.id),
    text: {
      title,
      isNamed,
      router_path,
      content,
      frontMatter: fieldsOf(content, title),
      revision: textRevision,
      author: document.author ?? null,
      datetime: Date.parse(document.updatedAt) || Date.now(),
    },
    categoryId: ids.local(document.categoryId),
    parentId: parentId == null ? null : ids.local(parentId),
    order: document.position,
    placeRevision: document.placeRevision,
    createDatetime: Date.parse(document.createdAt) || Date.now(),
    isDeleted: document.deletedAt != null,
  };
}

export function localCategory(
  ids: Ids,
  knowledgeBaseId: string,
  wire: WireCategory,
): RemoteCategory {
  const now = Date.now();
  const category: CategoryRecord = {
    id: ids.local(wire.id),
    knowledgeBaseId,
    name: wire.name,
    slug: wire.slug,
    type: wire.kind,
    description: wire.description,
    order: wire.position,
    createDatetime: now,
    updateDatetime: now,
  };
  return { category, revision: wire.revision, isDeleted: wire.deletedAt != null };
}
