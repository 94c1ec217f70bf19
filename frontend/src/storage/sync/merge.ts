import { textHash } from '../../lib/text/text-hash';
import type { CategoryRecord, PostRecord } from '../schema';
import { type DocumentText, documentText, mergeDocuments } from './common-text';
import {
  hashOf,
  newSyncItem,
  placeOf,
  postHash,
  type SyncItem,
  type TheirText,
  theirHash,
} from './rows';

/** A document as the server has it, with the IDs of this browser. */
export interface RemoteDocument {
  id: string;
  text: TheirText;
  categoryId: string;
  parentId: string | null;
  order: number;
  placeRevision: number;
  createDatetime: number;
  isDeleted: boolean;
}

export interface RemoteCategory {
  category: CategoryRecord;
  revision: number;
  isDeleted: boolean;
}

/** What to do with a document of this browser when the server tells of it. */
export interface Merge {
  /** What is known of the server from now on; null when it has the document no more. */
  item: SyncItem | null;
  text: 'keep' | 'take' | 'create' | 'drop' | 'merge';
  /** What both texts make together, with `merge`. */
  merged?: DocumentText;
  takesPlace: boolean;
  /** The deletion that was waiting is none any more. */
  isDeletionOver: boolean;
}

/**
 * Decides about one document.
 *
 * - A text that nobody has changed here is replaced. One that was changed is merged with the server's over `common`, the
 *   text that both began with; where both have changed the same, it waits beside the server's, for the author.
 * - A text that was changed here wins over a deletion there; one that was deleted here comes back when it was changed there.
 * - A place that was changed here stays, and is sent; else the server's holds.
 * - `isOpen`: a tab is writing the document. It takes the text itself, between two keys.
 */
export function mergeDocument(
  knowledgeBaseId: string,
  local: PostRecord | undefined,
  item: SyncItem | undefined,
  isDeletedHere: boolean,
  remote: RemoteDocument,
  isOpen: boolean,
  common?: DocumentText,
): Merge {
  const known = item ?? newSyncItem(knowledgeBaseId, remote.id, 'document');
  const { text, placeRevision } = remote;
  const theirs = theirHash(text);
  const place = placeOf(remote);
  const base = { text: 'keep', takesPlace: false, isDeletionOver: false } as const;
  if (local === undefined) {
    if (remote.isDeleted) return { ...base, item: null, isDeletionOver: true };
    const isKnown = theirs === known.accepted || known.sent.some(({ hash }) => hash === theirs);
    if (isDeletedHere && (isKnown || text.revision <= known.revision)) {
      const revision = Math.max(known.revision, text.revision);
      return { ...base, item: { ...known, accepted: theirs, revision, place, placeRevision } };
    }
    const next = { ...accepted(known, theirs, text.revision), place, placeRevision };
    return { ...base, item: next, text: 'create', isDeletionOver: true };
  }
  const mine = postHash(local);
  if (remote.isDeleted) {
    if (item !== undefined && mine === item.accepted) return { ...base, item: null, text: 'drop' };
    const back = { ...known, accepted: '', revision: text.revision, place: null, theirs: null };
    return { ...base, item: { ...back, placeRevision } };
  }
  const takesPlace = known.place === null || known.place === placeOf(local);
  const placed = { ...known, place, placeRevision };
  if (mine === theirs) {
    return { ...base, item: accepted(placed, theirs, text.revision), takesPlace };
  }
  const sentAt = known.sent.findIndex(({ hash }) => hash === theirs);
  if (sentAt >= 0) {
    const sent = known.sent.slice(sentAt + 1);
    const { revision } = text;
    return {
      ...base,
      item: { ...placed, accepted: theirs, revision, sent, theirs: null },
      takesPlace,
    };
  }
  if (theirs === known.accepted) {
    return { ...base, item: { ...placed, revision: text.revision, theirs: null }, takesPlace };
  }
  if (mine === known.accepted && !isOpen) {
    return { ...base, item: accepted(placed, theirs, text.revision), text: 'take', takesPlace };
  }
  const merged = isOpen ? null : mergeDocuments(common, documentText(local), text);
  if (merged !== null) {
    const isMerge = hashOf(merged, textHash(merged.content)) !== theirs;
    const next = { ...accepted(placed, theirs, text.revision), isMerge };
    return { ...base, item: next, text: 'merge', merged, takesPlace };
  }
  return { ...base, item: { ...placed, theirs: text }, takesPlace };
}

/** The row of a document whose text the server has as it is here. */
export function accepted(item: SyncItem, hash: string, revision: number): SyncItem {
  return {
    ...item,
    accepted: hash,
    revision,
    sent: [],
    theirs: null,
    draft: null,
    isMerge: false,
    restored: null,
    refused: null,
  };
}

/** The record with the server's text, or a merged one, in place of its own. */
export function withTheirText(post: PostRecord, theirs: DocumentText): PostRecord {
  const { title, isNamed, router_path, content, frontMatter } = theirs;
  return { ...post, title, isNamed, router_path, content, frontMatter };
}
