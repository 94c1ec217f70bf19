import { afterEach, expect, test, vi } from 'vitest';
import { streamChat } from './chat-stream';

afterEach(() => {
  vi.unstubAllGlobals();
});

const piece = (content: string) => JSON.stringify({ choices: [{ delta: { content } }] });

/** The pieces of an answer that comes in these chunks. */
async function answered(chunks: readonly (string | Uint8Array)[]): Promise<string[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const encoder = new TextEncoder();
      for (const chunk of chunks) {
        controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
      }
      controller.close();
    },
  });
  vi.stubGlobal('fetch', async () => new Response(body));
  const pieces: string[] = [];
  await streamChat({
    service: { base: 'https://ai.test/v1', key: '', model: 'm' },
    messages: [],
    signal: new AbortController().signal,
    onText: (text) => pieces.push(text),
  });
  return pieces;
}

test('comments_other_fields_and_every_kind_of_line_end_are_read', async () => {
  const stream = [
    `: keep-alive\n\nevent: message\nid: 1\ndata: ${piece('甲')}\n\n`,
    `: keep-alive\r\n\r\ndata:${piece('乙')}\r\n\r\n`,
    `data: ${piece('丙')}\r\rdata: [DONE]\n\n`,
  ];
  expect(await answered(stream)).toEqual(['甲', '乙', '丙']);
});

test('the_lines_of_an_event_are_one_text', async () => {
  const lines = JSON.stringify({ choices: [{ delta: { content: '甲' } }] }, null, 2).split('\n');
  const event = lines.map((line) => `data: ${line}\n`).join('');
  expect(await answered([`${event}\ndata: [DONE]\n\n`])).toEqual(['甲']);
});

test('an_event_may_be_cut_anywhere_into_chunks', async () => {
  const bytes = new TextEncoder().encode(`data: ${piece('甲乙')}\r\n\r\ndata: [DONE]\r\n\r\n`);
  for (let at = 1; at < bytes.length; at += 1) {
    expect(await answered([bytes.slice(0, at), bytes.slice(at)])).toEqual(['甲乙']);
  }
});

test('the_last_event_needs_no_empty_line_and_an_answer_without_an_end_is_cut', async () => {
  expect(await answered([`data: ${piece('甲')}\n\ndata: [DONE]`])).toEqual(['甲']);
  await expect(answered([`data: ${piece('甲')}\n\n`])).rejects.toMatchObject({ key: 'ai.cut' });
});
