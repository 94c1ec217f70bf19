// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeBrowser, emptyBrowser, readFirstPost } from '../../testing/first-post';
import { savePost } from '../posts';
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
