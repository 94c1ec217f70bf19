// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeBrowser, emptyBrowser, readFirstPost } from '../testing/first-post';
import { readLibrarySnapshot, replaceLibrary } from './library-snapshot';
import { keepOpen, pageMemory } from './page-memory';
import { createPost, setAllCollapsed } from './posts';
import type { PostRecord } from './schema';

let post: PostRecord;
let other: PostRecord;

beforeEach(async () => {
  emptyBrowser();
  ({ post } = await readFirstPost());
  const { knowledgeBaseId, categoryId } = post;
  const place = { knowledgeBaseId, categoryId, parentId: null, order: 2 };
  other = await createPost({ title: '乙', content: '乙', ...place });
});
afterEach(closeBrowser);

const heldIds = () => pageMemory().posts.all.map(({ id }) => id);

test('a_change_of_many_posts_makes_the_page_hold_no_more_of_them', async () => {
  expect(heldIds()).toEqual([post.id, other.id]);
  pageMemory().posts.drop(post.id);
  await setAllCollapsed(true);
  expect(heldIds()).toEqual([other.id]);
  expect(pageMemory().posts.all[0]?.collapsed).toBe(true);
});

test('what_is_held_of_a_library_that_is_replaced_is_held_as_it_is_then', async () => {
  const before = await readLibrarySnapshot();
  const posts = [{ ...other, content: '换' }];
  await replaceLibrary({ ...before, posts }, before);
  expect(pageMemory().posts.all).toEqual(posts);
});

test('the_open_post_is_held_however_much_is_read_after_it', () => {
  keepOpen(post.id);
  for (const id of ['a', 'b', 'c']) {
    pageMemory().posts.hold(id, { ...other, id, content: '字'.repeat(6_000_000) });
  }
  expect(heldIds()).toEqual([post.id, 'c']);
});
