import { anySignal } from 'any-signal';
import { createParser } from 'eventsource-parser';
import { fetchExternal, isAbort } from '../../../api/external-fetch';
import { KeyedError } from '../../../lib/keyed-error';
import type { AiServiceSetting } from '../../../storage/private-settings';

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

interface ChatRequest {
  service: AiServiceSetting;
  messages: readonly ChatMessage[];
  signal: AbortSignal;
  /** Told every piece of the answer as it comes. */
  onText: (piece: string) => void;
}

/** How long a service may stay silent, in milliseconds. */
const SILENCE_MS = 60_000;

/**
 * Asks a service that speaks OpenAI's protocol, and streams its answer.
 *
 * Errors: `ai.key` (401, 403), `ai.notFound` (404), `ai.limit` (429), `ai.refused` with the service's words, `ai.cut` when
 * the answer ends in the middle, `ai.silent` after a minute without a word, those of `fetchExternal`. Pieces that came before
 * are the caller's to keep.
 */
export async function streamChat({
  service,
  messages,
  signal,
  onText,
}: ChatRequest): Promise<void> {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const resetTimeout = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), SILENCE_MS);
  };
  resetTimeout();
  const either = anySignal([signal, silence.signal]);
  try {
    const answer = await fetchExternal(`${service.base.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(service.key === '' ? {} : { Authorization: `Bearer ${service.key}` }),
      },
      body: JSON.stringify({ model: service.model, messages, stream: true }),
      signal: either,
    });
    if (!answer.ok) throw await refusal(answer);
    if (answer.body === null) throw new KeyedError('ai.cut', 'no body');
    let isWhole = false;
    for await (const data of events(answer.body, resetTimeout)) {
      if (data.trim() === '[DONE]') {
        isWhole = true;
        break;
      }
      const { text, isLast } = pieceOf(data);
      if (text !== '') onText(text);
      if (isLast) isWhole = true;
    }
    if (!isWhole) throw new KeyedError('ai.cut', 'the stream ended early');
  } catch (error) {
    if (silence.signal.aborted) throw new KeyedError('ai.silent', 'no answer', error);
    if (isAbort(error) || error instanceof KeyedError) throw error;
    throw new KeyedError('ai.cut', String(error), error);
  } finally {
    clearTimeout(timer);
    either.clear();
  }
}

/** The data of server-sent events, one by one. */
async function* events(
  body: ReadableStream<Uint8Array>,
  onChunk: () => void,
): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const ready: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => ready.push(data) });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      onChunk();
      // Some services leave out the empty line after the last event.
      parser.feed(done ? '\n\n' : decoder.decode(value, { stream: true }));
      yield* ready.splice(0);
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

interface Chunk {
  choices?: { delta?: { content?: string | null }; finish_reason?: string | null }[];
  error?: { message?: string };
}

function pieceOf(data: string): { text: string; isLast: boolean } {
  let chunk: Chunk;
  try {
    chunk = JSON.parse(data) as Chunk;
  } catch {
    // A broken event says nothing; what is missing shows at the end.
    return { text: '', isLast: false };
  }
  if (chunk.error !== undefined) throw new KeyedError('ai.refused', chunk.error.message ?? data);
  const choice = chunk.choices?.[0];
  return { text: choice?.delta?.content ?? '', isLast: typeof choice?.finish_reason === 'string' };
}

async function refusal(answer: Response): Promise<KeyedError> {
  const body = await answer.text().catch(() => '');
  let words = body.slice(0, 300);
  try {
    words = (JSON.parse(body) as Chunk).error?.message ?? words;
  } catch {
    // Not JSON: the beginning of the text has to do.
  }
  const detail = words === '' ? String(answer.status) : `${answer.status} ${words}`;
  const { status } = answer;
  if (status === 401 || status === 403) return new KeyedError('ai.key', detail);
  if (status === 404) return new KeyedError('ai.notFound', detail);
  if (status === 429) return new KeyedError('ai.limit', detail);
  return new KeyedError('ai.refused', detail);
}
