import { mergedHistory, withVersion } from '../lib/posts/post-history';
import { rowKeys, rowPrefixes } from './keys';
import { pageMemory } from './page-memory';
import { toPost } from './repair';
import type { PostRecord, SettingRecord } from './schema';

/**
 * A post that is in the bin may come back by other ways than out of it: a save, an undo, the server.
 * Whichever it is, the words that the bin has of it become versions before the row goes.
 */

interface BinReading {
  get(key: string): Promise<SettingRecord | undefined>;
  getAllKeys(keys: IDBKeyRange): Promise<string[]>;
  delete(key: string): Promise<unknown>;
}

/** Keys of the rows of the bin, by the post's ID, whoever deleted it and in whichever knowledge base it was. */
export async function readBinKeys(
  settings: Pick<BinReading, 'getAllKeys'>,
): Promise<Map<string, string[]>> {
  const keys = await Promise.all(
    [rowPrefixes.postBin, rowPrefixes.syncBin].map((prefix) =>
      settings.getAllKeys(rowKeys(prefix)),
    ),
  );
  const byId = new Map<string, string[]>();
  for (const key of keys.flat()) {
    const id = key.slice(key.lastIndexOf(':') + 1);
    byId.set(id, [...(byId.get(id) ?? []), key]);
  }
  return byId;
}

/**
 * The post with the texts and the versions that rows of the bin have of it; the rows are deleted.
 *
 * Whoever calls it writes the post in the same transaction.
 */
export async function comeBack(
  settings: Omit<BinReading, 'getAllKeys'>,
  post: PostRecord,
  keys: readonly string[] = [],
): Promise<PostRecord> {
  let { history } = post;
  for (const key of keys) {
    const row = (await settings.get(key))?.value as { post: unknown } | undefined;
    if (row === undefined) continue;
    history = withStored(toPost(row.post), { ...post, history }).history;
    await settings.delete(key);
    pageMemory().bin.drop(key);
  }
  return { ...post, history };
}

/** Whether a stored post has all texts of one in the bin. */
export function hasTextsOf(stored: unknown, binned: unknown): boolean {
  const texts = new Set(textsOf(toPost(stored)));
  return textsOf(toPost(binned)).every((text) => text === '' || texts.has(text));
}

function textsOf({ content, history }: PostRecord): string[] {
  return [content, ...history.map((version) => version.content)];
}

/** A post that comes back. One that is there meanwhile keeps its text; the other becomes a version of it. */
export function withStored(record: PostRecord, stored: unknown): PostRecord {
  if (stored === undefined) return record;
  const { content, updateDatetime, history } = toPost(stored);
  const deleted = { datetime: record.updateDatetime, content: record.content };
  const past =
    content === record.content
      ? record.history
      : withVersion(record.history, deleted, Date.now(), true);
  return { ...record, content, updateDatetime, history: mergedHistory(past, history) };
}

/** Two states of a post as one: that written last, with the text and the versions of the other. */
export function withOlder(one: PostRecord, other: PostRecord): PostRecord {
  const [newer, older] = one.updateDatetime >= other.updateDatetime ? [one, other] : [other, one];
  if (hasTextsOf(newer, older)) return newer;
  return { ...newer, history: withStored(older, newer).history };
}
