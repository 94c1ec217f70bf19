// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPost, listPosts } from '../../../storage/posts';
import type { PostRecord } from '../../../storage/schema';
import { applyRemote } from '../../../storage/sync/apply';
import { readIncoming } from '../../../storage/sync/incoming';
import type { TheirText } from '../../../storage/sync/rows';
import { startLibrary, stopLibrary } from '../../../testing/editor-library';
import type { Library } from '../posts/library/library';
import type { Workbench } from '../workbench';
import { keepBoth, takeMine, takeTheirs } from './resolve';

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

let library: Library;
let workbench: Workbench;
let stop: () => void;
let post: PostRecord;
let theirs: TheirText;

/** The author has written in the open post, others have too, and the last words of the author are not saved yet. */
beforeEach(async () => {
  ({ library, workbench, stop, post } = await startLibrary());
  await tell(post.content, 1);
  workbench.setText('这里的字');
  await workbench.session.save();
  theirs = await tell('那边的字', 2);
  workbench.setText('这里的字，刚写的');
});
afterEach(() => stopLibrary({ library, workbench, stop }));

/** The server tells of a text of the open post. */
async function tell(content: string, revision: number): Promise<TheirText> {
  const { id, title, router_path, frontMatter, categoryId, parentId, order } = post;
  const named = { title, isNamed: post.isNamed ?? false, router_path, frontMatter };
  const text = { ...named, content, revision, author: null, datetime: 1 };
  const place = { categoryId, parentId, order, placeRevision: revision };
  const document = { id, text, ...place, createDatetime: 1, isDeleted: false };
  await applyRemote(post.knowledgeBaseId, { categories: [], documents: [document] }, () => true);
  return text;
}

async function textsOf(id: string): Promise<string[]> {
  const record = await getPost(id);
  return [record?.content ?? '', ...(record?.history ?? []).map(({ content }) => content)];
}

test('the_own_text_stands_with_its_last_words_and_the_other_is_a_version', async () => {
  await takeMine(workbench, theirs);
  const [content, ...versions] = await textsOf(post.id);
  expect(content).toBe('这里的字，刚写的');
  expect(versions).toContain('那边的字');
  expect(await readIncoming(post.id)).toBeNull();
});

test('the_other_text_stands_and_the_own_with_its_last_words_is_a_version', async () => {
  await takeTheirs(workbench, theirs);
  expect(workbench.text).toBe('那边的字');
  const [content, ...versions] = await textsOf(post.id);
  expect(content).toBe('那边的字');
  expect(versions).toContain('这里的字，刚写的');
  expect(await readIncoming(post.id)).toBeNull();
});

test('the_own_text_becomes_a_post_of_its_own_with_its_last_words', async () => {
  await keepBoth(workbench, library, theirs, (title) => `${title}（这里的）`);
  expect(workbench.text).toBe('那边的字');
  const copy = (await listPosts(post.categoryId)).find(({ title }) => title.endsWith('（这里的）'));
  expect((await getPost(copy?.id ?? ''))?.content).toBe('这里的字，刚写的');
});

test('a_text_that_the_author_has_not_seen_is_not_decided_about', async () => {
  await tell('那边更新的字', 3);
  await expect(takeMine(workbench, theirs)).rejects.toMatchObject({ key: 'sync.newerText' });
  expect((await readIncoming(post.id))?.theirs.content).toBe('那边更新的字');
});
