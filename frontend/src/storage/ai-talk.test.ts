// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AI_TALK_MAX_CHARS, AI_TALK_MAX_TURNS, AI_TALKS_MAX } from '../config/constants';
import { closeBrowser, emptyBrowser, readFirstPost } from '../testing/first-post';
import { type AiTalk, forgetAiTalks, readAiTalk, writeAiTalk } from './ai-talk';
import { binBase, deleteBinned, restoreBinned } from './base-bin';
import { withDatabase } from './db';
import { createKnowledgeBase } from './knowledge-bases';
import { deleteBinnedPosts } from './post-bin';
import { createPost, deletePosts } from './posts';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

const NONE: AiTalk = { turns: [], draft: '' };
const said = (content: string) => ({ id: content, role: 'user' as const, content });
const answered = (content: string) => ({ id: content, role: 'assistant' as const, content });
const contents = async () => (await readAiTalk('a'))?.turns.map(({ content }) => content);

test('a_talk_is_there_again_and_an_empty_one_is_forgotten', async () => {
  expect(await readAiTalk('a')).toBeNull();
  const talk = { turns: [said('问')], draft: '写到一半' };
  await writeAiTalk('a', talk, NONE);
  expect(await readAiTalk('a')).toMatchObject(talk);
  await writeAiTalk('a', NONE, talk);
  expect(await readAiTalk('a')).toBeNull();
  await writeAiTalk('a', talk, NONE);
  await withDatabase((db) => forgetAiTalks(db.transaction('settings', 'readwrite').store, ['a']));
  expect(await readAiTalk('a')).toBeNull();
});

test('of_a_long_talk_the_newest_is_kept', async () => {
  const turns = Array.from({ length: AI_TALK_MAX_TURNS + 5 }, (_, i) => said(`${i}`));
  const talk = { turns, draft: '' };
  await writeAiTalk('a', talk, NONE);
  const kept = turns.slice(5).map(({ content }) => content);
  expect(await contents()).toEqual(kept);
  // What was left out does not come back.
  await writeAiTalk('a', { turns: [...turns, said('next')], draft: '' }, talk);
  expect(await contents()).toEqual([...kept.slice(1), 'next']);
  const long = 'x'.repeat(AI_TALK_MAX_CHARS / 2);
  const parts = [said('old'), { ...said(long), id: 'a' }, { ...said(long), id: 'b' }];
  await writeAiTalk('a', { turns: parts, draft: '' }, NONE);
  expect((await readAiTalk('a'))?.turns).toEqual(parts.slice(1));
});

test('two_pages_add_to_the_same_talk', async () => {
  const shared: AiTalk = { turns: [said('问')], draft: '' };
  await writeAiTalk('a', shared, NONE);
  const asked: AiTalk = { turns: [...shared.turns, said('甲问')], draft: '甲写' };
  await writeAiTalk('a', asked, shared);
  const other: AiTalk = { turns: [...shared.turns, said('乙问'), answered('乙答')], draft: '' };
  await writeAiTalk('a', other, shared);
  const done: AiTalk = { turns: [...asked.turns, answered('甲答')], draft: '甲写' };
  await writeAiTalk('a', done, asked);
  expect(await contents()).toEqual(['问', '甲问', '甲答', '乙问', '乙答']);
  expect((await readAiTalk('a'))?.draft).toBe('甲写');
  await writeAiTalk('a', NONE, done);
  expect(await readAiTalk('a')).toMatchObject({
    turns: [said('乙问'), answered('乙答')],
    draft: '',
  });
});

test('each_article_has_a_talk_of_its_own_and_those_of_long_ago_are_forgotten', async () => {
  const talk: AiTalk = { turns: [said('问')], draft: '' };
  const now = vi.spyOn(Date, 'now');
  const isKept = async (id: string) => (await readAiTalk(id)) !== null;
  for (let i = 0; i < AI_TALKS_MAX; i += 1) {
    now.mockReturnValue(i);
    await writeAiTalk(`${i}`, { turns: [], draft: `${i}` }, NONE);
  }
  expect(await readAiTalk('1')).toMatchObject({ turns: [], draft: '1' });
  now.mockReturnValue(AI_TALKS_MAX);
  await writeAiTalk('0', talk, NONE);
  expect(await isKept('1')).toBe(true);
  await writeAiTalk('next', talk, NONE);
  expect([await isKept('0'), await isKept('1'), await isKept('2')]).toEqual([true, false, true]);
});

test('a_talk_goes_when_its_article_is_deleted_for_good', async () => {
  const { post } = await readFirstPost();
  const { knowledgeBase, category } = await createKnowledgeBase('二', '');
  const place = { knowledgeBaseId: knowledgeBase.id, categoryId: category.id, parentId: null };
  const other = await createPost({ title: '', content: '', ...place, order: 1 });
  const ids = [post.id, other.id];
  for (const id of ids) await writeAiTalk(id, { turns: [said('问')], draft: '' }, NONE);
  const talks = async () => Promise.all(ids.map(async (id) => (await readAiTalk(id)) !== null));
  await deletePosts([post.id]);
  await binBase(knowledgeBase.id);
  await restoreBinned(knowledgeBase.id);
  expect(await talks()).toEqual([true, true]);
  await binBase(knowledgeBase.id);
  await deleteBinnedPosts([post]);
  await deleteBinned(knowledgeBase.id);
  expect(await talks()).toEqual([false, false]);
});
