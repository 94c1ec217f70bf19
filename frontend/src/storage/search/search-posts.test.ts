// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeBrowser, emptyBrowser, readFirstPost } from '../../testing/first-post';
import { createCategory } from '../categories';
import { createPost, savePost } from '../posts';
import { PostTexts, searchPosts } from './search-posts';

beforeEach(emptyBrowser);
afterEach(closeBrowser);

test.each([
  ['---\ntitle: 砚\ntags: [墨]\n---\n\n墨', 5],
  ['墨', 1],
  ['---\n\n墨\n\n---\n', 1],
])('of %j the article begins in line %i', async (content, bodyLine) => {
  const { post } = await readFirstPost();
  await savePost(post, { content }, post.updateDatetime);
  const search = { query: '墨', isRegex: false, isCaseSensitive: false, replacement: '' };
  const found = await searchPosts(new PostTexts(), search);
  expect(found?.posts[0]?.bodyLine).toBe(bodyLine);
});

test('posts_are_found_in_the_order_of_the_lists', async () => {
  const { post: first } = await readFirstPost();
  const { knowledgeBaseId } = first;
  const tools = await createCategory(knowledgeBaseId, { name: '器物', slug: 'tools' });
  const write = (
    title: string,
    categoryId: string,
    order: number,
    parentId: string | null = null,
  ) => createPost({ title, content: '炭火', knowledgeBaseId, categoryId, parentId, order });
  await write('盖碗', tools.id, 2);
  await write('跋', first.categoryId, 30);
  await write('紫砂', tools.id, 1);
  const fire = await write('焙火', first.categoryId, 20);
  await write('足火', first.categoryId, 1, fire.id);
  const found = await searchPosts(new PostTexts(), {
    query: '炭火',
    replacement: '',
    isRegex: false,
    isCaseSensitive: false,
  });
  expect(found?.posts.map(({ title }) => title)).toEqual(['焙火', '足火', '跋', '紫砂', '盖碗']);
});
