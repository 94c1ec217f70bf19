// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AI_TALK_MAX_CHARS, AI_TALK_MAX_TURNS } from '../config/constants';
import { closeBrowser, emptyBrowser } from '../testing/first-post';
import { readAiTalk, writeAiTalk } from './ai-talk';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

const said = (content: string) => ({ role: 'user' as const, content });

test('a_talk_is_there_again_and_an_empty_one_is_forgotten', async () => {
  expect(await readAiTalk()).toBeNull();
  await writeAiTalk({ turns: [said('问')], draft: '写到一半' });
  expect(await readAiTalk()).toEqual({ turns: [said('问')], draft: '写到一半' });
  await writeAiTalk({ turns: [], draft: '' });
  expect(await readAiTalk()).toBeNull();
});

test('of_a_long_talk_the_newest_is_kept', async () => {
  const turns = Array.from({ length: AI_TALK_MAX_TURNS + 5 }, (_, i) => said(`${i}`));
  await writeAiTalk({ turns, draft: '' });
  expect((await readAiTalk())?.turns.map(({ content }) => content)).toEqual(
    turns.slice(5).map(({ content }) => content),
  );
  const long = 'x'.repeat(AI_TALK_MAX_CHARS / 2);
  await writeAiTalk({ turns: [said('old'), said(long), said(long)], draft: '' });
  expect((await readAiTalk())?.turns).toEqual([said(long), said(long)]);
});
