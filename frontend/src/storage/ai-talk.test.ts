// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AI_TALK_MAX_CHARS, AI_TALK_MAX_TURNS } from '../config/constants';
import { closeBrowser, emptyBrowser } from '../testing/first-post';
import { type AiTalk, forgetAiTalk, readAiTalk, writeAiTalk } from './ai-talk';
import { database } from './db';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

const NONE: AiTalk = { turns: [], draft: '' };
const said = (content: string) => ({ id: content, role: 'user' as const, content });
const answered = (content: string) => ({ id: content, role: 'assistant' as const, content });
const contents = async () => (await readAiTalk())?.turns.map(({ content }) => content);

test('a_talk_is_there_again_and_an_empty_one_is_forgotten', async () => {
  expect(await readAiTalk()).toBeNull();
  const talk = { turns: [said('问')], draft: '写到一半' };
  await writeAiTalk(talk, NONE);
  expect(await readAiTalk()).toEqual(talk);
  await writeAiTalk(NONE, talk);
  expect(await readAiTalk()).toBeNull();
  await writeAiTalk(talk, NONE);
  await forgetAiTalk();
  expect(await readAiTalk()).toBeNull();
});

test('of_a_long_talk_the_newest_is_kept', async () => {
  const turns = Array.from({ length: AI_TALK_MAX_TURNS + 5 }, (_, i) => said(`${i}`));
  const talk = { turns, draft: '' };
  await writeAiTalk(talk, NONE);
  const kept = turns.slice(5).map(({ content }) => content);
  expect(await contents()).toEqual(kept);
  // What was left out does not come back.
  await writeAiTalk({ turns: [...turns, said('next')], draft: '' }, talk);
  expect(await contents()).toEqual([...kept.slice(1), 'next']);
  const long = 'x'.repeat(AI_TALK_MAX_CHARS / 2);
  const parts = [said('old'), { ...said(long), id: 'a' }, { ...said(long), id: 'b' }];
  await writeAiTalk({ turns: parts, draft: '' }, NONE);
  expect((await readAiTalk())?.turns).toEqual(parts.slice(1));
});

test('two_pages_add_to_the_same_talk', async () => {
  const shared: AiTalk = { turns: [said('问')], draft: '' };
  await writeAiTalk(shared, NONE);
  const asked: AiTalk = { turns: [...shared.turns, said('甲问')], draft: '甲写' };
  await writeAiTalk(asked, shared);
  const other: AiTalk = { turns: [...shared.turns, said('乙问'), answered('乙答')], draft: '' };
  await writeAiTalk(other, shared);
  const done: AiTalk = { turns: [...asked.turns, answered('甲答')], draft: '甲写' };
  await writeAiTalk(done, asked);
  expect(await contents()).toEqual(['问', '甲问', '甲答', '乙问', '乙答']);
  expect((await readAiTalk())?.draft).toBe('甲写');
  await writeAiTalk(NONE, done);
  expect(await readAiTalk()).toMatchObject({ turns: [said('乙问'), answered('乙答')], draft: '' });
});

test('a_talk_from_before_turns_had_ids_can_be_cleared', async () => {
  const turns = [{ role: 'user', content: '问' }];
  await (await database()).put('settings', { key: '~ai:talk', value: { turns, draft: '' } });
  const talk = await readAiTalk();
  if (talk === null) throw new Error('no talk');
  await writeAiTalk(NONE, talk);
  expect(await readAiTalk()).toBeNull();
});
