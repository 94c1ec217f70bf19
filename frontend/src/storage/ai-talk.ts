import { AI_TALK_MAX_CHARS, AI_TALK_MAX_TURNS, AI_TALKS_MAX } from '../config/constants';
import { withDatabase } from './db';
import { rowKeys, rowPrefixes } from './keys';

/** One message of the talk. */
export interface AiTurn {
  /** Unique everywhere: every page adds to the same talks. */
  id: string;
  role: 'user' | 'assistant';
  content: string;
}

/** What was said with the assistant about an article, and what is typed and not sent. */
export interface AiTalk {
  turns: readonly AiTurn[];
  draft: string;
}

const PREFIX = rowPrefixes.aiTalk;
const NO_TALK: AiTalk = { turns: [], draft: '' };

/** The talk about a post; null when there is none. No backup holds it. Errors: {@link StorageError}. */
export function readAiTalk(postId: string): Promise<AiTalk | null> {
  return withDatabase(async (db) => toTalk((await db.get('settings', PREFIX + postId))?.value));
}

/**
 * Brings a page's changes into the talk about a post, of which the newest is kept; an empty one is forgotten.
 * What other pages have said stays.
 *
 * - `before`: the talk as the page has read or written it last.
 * - Errors: {@link StorageError}.
 */
export function writeAiTalk(postId: string, next: AiTalk, before: AiTalk): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const { store } = transaction;
    const key = PREFIX + postId;
    const row = toTalk((await store.get(key))?.value);
    const stored = row ?? NO_TALK;
    const draft = next.draft === before.draft ? stored.draft : next.draft;
    const value: TalkRow = {
      writtenAt: Date.now(),
      turns: newest(merged(stored.turns, next.turns, before.turns)),
      draft: draft.slice(0, AI_TALK_MAX_CHARS),
    };
    const isEmpty = value.turns.length === 0 && draft === '';
    if (isEmpty) await store.delete(key);
    else await store.put({ key, value });
    if (row === null && !isEmpty) await forgetOldest(store);
    await transaction.done;
  });
}

/** Forgets the talks about posts, in a transaction that writes the settings. */
export async function forgetAiTalks(
  settings: { delete(key: string): Promise<unknown> },
  postIds: Iterable<string>,
): Promise<void> {
  for (const id of postIds) await settings.delete(PREFIX + id);
}

interface TalkRow extends AiTalk {
  /** Milliseconds. */
  writtenAt: number;
}

/** There is no end of articles. */
async function forgetOldest(store: {
  getAllKeys(keys: IDBKeyRange): Promise<string[]>;
  getAll(keys: IDBKeyRange): Promise<{ key: string; value: unknown }[]>;
  delete(key: string): Promise<unknown>;
}): Promise<void> {
  const keys = rowKeys(PREFIX);
  if ((await store.getAllKeys(keys)).length <= AI_TALKS_MAX) return;
  const momentOf = ({ value }: { value: unknown }) => (value as TalkRow).writtenAt;
  const rows = (await store.getAll(keys)).sort((a, b) => momentOf(b) - momentOf(a));
  for (const { key } of rows.slice(AI_TALKS_MAX)) await store.delete(key);
}

function toTalk(value: unknown): TalkRow | null {
  return value === undefined ? null : (value as TalkRow);
}

/** The stored turns, changed as the page has changed those that it knew. */
function merged(
  stored: AiTalk['turns'],
  next: AiTalk['turns'],
  before: AiTalk['turns'],
): AiTalk['turns'] {
  const known = new Set(before.map(({ id }) => id));
  const own = new Map(next.map((turn) => [turn.id, turn]));
  const turns = stored
    .filter(({ id }) => own.has(id) || !known.has(id))
    .map((turn) => own.get(turn.id) ?? turn);
  for (const [i, turn] of next.entries()) {
    if (known.has(turn.id) || turns.some(({ id }) => id === turn.id)) continue;
    // An answer stands below its question.
    const asked = turns.findIndex(({ id }) => id === next[i - 1]?.id);
    turns.splice(turn.role === 'assistant' && asked >= 0 ? asked + 1 : turns.length, 0, turn);
  }
  return turns;
}

function newest(turns: AiTalk['turns']): AiTalk['turns'] {
  let nChars = 0;
  const kept: AiTurn[] = [];
  for (const { id, role, content } of turns.slice(-AI_TALK_MAX_TURNS).reverse()) {
    nChars += content.length;
    if (nChars > AI_TALK_MAX_CHARS && kept.length > 0) break;
    kept.unshift({ id, role, content: content.slice(0, AI_TALK_MAX_CHARS) });
  }
  return kept;
}
