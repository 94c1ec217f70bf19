import { AI_TALK_MAX_CHARS, AI_TALK_MAX_TURNS } from '../config/constants';
import { withDatabase } from './db';
import { rowPrefixes } from './keys';

/** One message of the talk. */
export interface AiTurn {
  /** Unique everywhere: every page adds to the same talk. */
  id: string;
  role: 'user' | 'assistant';
  content: string;
}

/** What was said with the assistant, and what is typed and not sent. */
export interface AiTalk {
  turns: readonly AiTurn[];
  draft: string;
}

const KEY = rowPrefixes.aiTalk;
const NO_TALK: AiTalk = { turns: [], draft: '' };

/** The talk of this browser; null when there is none. No backup holds it. Errors: {@link StorageError}. */
export function readAiTalk(): Promise<AiTalk | null> {
  return withDatabase(async (db) => toTalk((await db.get('settings', KEY))?.value));
}

/**
 * Brings a page's changes into the talk, of which the newest is kept; an empty one is forgotten.
 * What other pages have said stays.
 *
 * - `before`: the talk as the page has read or written it last.
 * - Errors: {@link StorageError}.
 */
export function writeAiTalk(next: AiTalk, before: AiTalk): Promise<void> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const stored = toTalk((await transaction.store.get(KEY))?.value) ?? NO_TALK;
    const draft = next.draft === before.draft ? stored.draft : next.draft;
    const value = {
      turns: newest(merged(stored.turns, next.turns, before.turns)),
      draft: draft.slice(0, AI_TALK_MAX_CHARS),
    };
    if (value.turns.length === 0 && draft === '') await transaction.store.delete(KEY);
    else await transaction.store.put({ key: KEY, value });
    await transaction.done;
  });
}

/** Forgets the talk. Errors: {@link StorageError}. */
export function forgetAiTalk(): Promise<void> {
  return withDatabase((db) => db.delete('settings', KEY));
}

function toTalk(value: unknown): AiTalk | null {
  if (value === undefined) return null;
  const { turns, draft } = value as AiTalk;
  // Older talks have turns without ids.
  return { turns: turns.map((turn, i) => ({ ...turn, id: turn.id ?? `${i}` })), draft };
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
