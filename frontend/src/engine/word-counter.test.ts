// @vitest-environment node
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { withWordCounter } from './word-counter';

test('what_is_no_word_of_the_text_does_not_count', async () => {
  const files = path.join(import.meta.dirname, 'pkg/article');
  vi.stubGlobal('fetch', async (address: string) => {
    const name = path.basename(new URL(address, 'http://localhost').pathname);
    const type = name.endsWith('.wasm') ? 'application/wasm' : 'text/plain';
    return new Response(readFileSync(path.join(files, name)), {
      headers: { 'content-type': type },
    });
  });
  const texts = [
    '---\ntitle: 一二三\n---\n\n# 你好 **world**\n',
    '[链接](https://example.com/a/long/address)',
    '',
  ];
  const counted = await withWordCounter(async (count) => texts.map(count));
  expect(counted).toEqual([3, 2, 0]);
});
