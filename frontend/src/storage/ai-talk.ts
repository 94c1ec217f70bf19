import { AI_TALK_MAX_CHARS, AI_TALK_MAX_TURNS } from '../config/constants';
import { withDatabase } from './db';
import { rowPrefixes } from './keys';

/** What was said with the assistant, and what is typed and not sent. */
export interface AiTalk {
  turns: readonly { role: 'user' | 'assistant'; content: string }[];
  draft: string;
}

const KEY = rowPrefixes.aiTalk;

/** The talk of this browser; null when there is none. No backup holds it. Errors: {@link StorageError}. */
export function readAiTalk(): Promise<AiTalk | null> {
  return withDatabase(async (db) => ((await db.get('settings', KEY))?.value as AiTalk) ?? null);
}

/** Keeps the newest of the talk; an empty one is forgotten. Errors: {@link StorageError}. */
export function writeAiTalk({ turns, draft }: AiTalk): Promise<void> {
  return withDatabase(async (db) => {
    const value = { turns: newest(turns), draft: draft.slice(0, AI_TALK_MAX_CHARS) };
    if (value.turns.length === 0 && draft === '') await db.delete('settings', KEY);
    else await db.put('settings', { key: KEY, value });
  });
}

function newest(turns: AiTalk['turns']): AiTalk['turns'] {
  let nChars = 0;
  const kept: AiTalk['turns'][number][] = [];
  for (const { role, content } of turns.slice(-AI_TALK_MAX_TURNS).reverse()) {
    nChars += content.length;
    if (nChars > AI_TALK_MAX_CHARS && kept.length > 0) break;
    kept.unshift({ role, content: content.slice(0, AI_TALK_MAX_CHARS) });
  }
  return kept;
}
