import { textHash } from '../../lib/text/text-hash';
import { mergedText, mergeTexts } from '../../lib/text/text-merge';
import { rowKeys, rowPrefixes } from '../keys';
import type { PostRecord } from '../schema';
import { inTransaction } from '../transaction';
import { type SettingWriting, syncItemKey } from './deletions';
import { hashOf, isNamedOf, postHash, type SyncItem, type TheirText } from './rows';

/**
 * Texts of documents as this browser and the server had them both, by their hash: what two texts are merged over.
 *
 * A row is made when a text that the server has is changed here, and when a text is sent. It goes with the next one.
 */

/** What a text of a document is, here and at the server. */
export type DocumentText = Pick<
  TheirText,
  'title' | 'isNamed' | 'router_path' | 'content' | 'frontMatter'
>;

interface Named {
  id: string;
  knowledgeBaseId: string;
}

function keyOf({ id, knowledgeBaseId }: Named, hash = ''): string {
  return `${rowPrefixes.syncText}${knowledgeBaseId}:${id}:${hash}`;
}

export function documentText(post: PostRecord): DocumentText {
  const { title, router_path, content, frontMatter } = post;
  return { title, isNamed: isNamedOf(post), router_path, content, frontMatter };
}

/** In the transaction that changes a post: its text before is kept when it is the one that the server has. */
export async function keepCommonText(
  settings: SettingWriting,
  before: PostRecord,
  after: PostRecord,
): Promise<void> {
  const isSame =
    before.content === after.content &&
    before.title === after.title &&
    before.router_path === after.router_path &&
    isNamedOf(before) === isNamedOf(after);
  if (isSame) return;
  const item = (await settings.get(syncItemKey(before)))?.value as SyncItem | undefined;
  if (item === undefined || item.accepted === '') return;
  if ((await settings.getKey(keyOf(before, item.accepted))) !== undefined) return;
  if (postHash(before) !== item.accepted) return;
  await putCommonText(settings, before, documentText(before));
}

/** The text is the common one from now on; those before are forgotten. */
export async function putCommonText(
  settings: SettingWriting,
  document: Named,
  text: DocumentText,
): Promise<void> {
  await forgetCommonTexts(settings, document);
  const key = keyOf(document, hashOf(text, textHash(text.content)));
  await settings.put({ key, value: text });
}

/** The texts of both sides are the same, or the document is gone. */
export function forgetCommonTexts(settings: SettingWriting, document: Named): Promise<unknown> {
  return settings.delete(rowKeys(keyOf(document)));
}

/** The text of a hash, if it is known. */
export async function readCommonText(
  settings: Pick<SettingWriting, 'get'>,
  document: Named,
  hash: string,
): Promise<DocumentText | undefined> {
  return (await settings.get(keyOf(document, hash)))?.value as DocumentText | undefined;
}

/**
 * Texts are about to be sent: each is the common one when the server accepts it, which may happen unheard.
 *
 * Errors: {@link StorageError}.
 */
export function keepSentTexts(posts: readonly PostRecord[]): Promise<void> {
  return inTransaction(['settings'], async (transaction) => {
    const settings = transaction.objectStore('settings');
    for (const post of posts) {
      const item = (await settings.get(syncItemKey(post)))?.value as SyncItem | undefined;
      const known = [item?.accepted, ...(item?.sent ?? []).map(({ hash }) => hash)];
      for (const key of await settings.getAllKeys(rowKeys(keyOf(post)))) {
        const hash = String(key).slice(keyOf(post).length);
        if (!known.includes(hash)) await settings.delete(key);
      }
      const text = documentText(post);
      await settings.put({ key: keyOf(post, postHash(post)), value: text });
    }
  });
}

/**
 * Merges two texts of a document over the one that they began with. Null when both have changed the same place, the
 * name, the path or a field, each in another way.
 */
export function mergeDocuments(
  base: DocumentText | undefined,
  mine: DocumentText,
  theirs: DocumentText,
): DocumentText | null {
  if (base === undefined) return null;
  const [before, own, other] = [base, mine, theirs].map((text) =>
    text.content.replace(/\r\n?/g, '\n'),
  ) as [string, string, string];
  const content = mergedText(mergeTexts(before, own, other));
  const title = mergedValue(base.title, mine.title, theirs.title);
  const isNamed = mergedValue(base.isNamed, mine.isNamed, theirs.isNamed);
  const router_path = mergedValue(base.router_path, mine.router_path, theirs.router_path);
  const fields = mergedFields(base.frontMatter, mine.frontMatter, theirs.frontMatter);
  if (content === null || title === null || isNamed === null) return null;
  if (router_path === null || fields === null) return null;
  return { content, title, isNamed, router_path, frontMatter: fields };
}

/** Null when both sides have changed it, each in another way. */
function mergedValue<T>(base: T, mine: T, theirs: T): T | null {
  const [before, own, other] = [base, mine, theirs].map((value) => JSON.stringify(value));
  if (own === other || other === before) return mine;
  return own === before ? theirs : null;
}

function mergedFields<T extends object>(base: T, mine: T, theirs: T): T | null {
  const names = new Set([base, mine, theirs].flatMap(Object.keys) as (keyof T)[]);
  const merged: Partial<T> = {};
  for (const name of names) {
    const value = mergedValue(base[name], mine[name], theirs[name]);
    if (value === null) return null;
    if (value !== undefined) merged[name] = value;
  }
  return merged as T;
}
