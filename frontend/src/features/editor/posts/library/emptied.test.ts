// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database } from '../../../../storage/db';
import { forgetLoss, libraryLoss } from '../../../../storage/library-loss';
import { pageMemory } from '../../../../storage/page-memory';
import { deletePosts, getPost } from '../../../../storage/posts';
import { TabChannel } from '../../../../storage/tabs';
import { startLibrary, stopLibrary } from '../../../../testing/editor-library';
import { emptyDatabase, otherTab } from '../../../../testing/first-post';
import { saveStateOf } from '../../store';
import type { Workbench } from '../../workbench';
import type { Library } from './library';

let library: Library;
let workbench: Workbench;
let stop: () => void;
let open: string;

beforeEach(async () => {
  ({ library, workbench, stop } = await startLibrary());
  await library.posts.create(null, '没有打开的');
  open = await library.posts.create(null, '打开着的');
  workbench.setText('写过的字');
  await workbench.session.save();
  const held = await getPost(open);
  pageMemory().posts.clear();
  if (held !== undefined) pageMemory().posts.hold(open, held);
});
afterEach(async () => {
  await stopLibrary({ library, workbench, stop });
  forgetLoss();
  libraryLoss.set({ trouble: null });
});

test('the_list_shows_what_there_is_and_the_open_article_goes_on', async () => {
  await emptyDatabase();
  await database();
  await library.whenIdle();
  expect(library.store.get().posts.map(({ title }) => title)).toEqual(['打开着的']);
  expect(workbench.post?.id).toBe(open);
  expect(workbench.text).toBe('写过的字');
  workbench.setText('写过的字，接着写');
  await workbench.session.save();
  expect(workbench.store.get().save.kind).toBe('saved');
  expect((await getPost(open))?.content).toBe('写过的字，接着写');
});

test('nothing_is_called_saved_while_nothing_can_be_written_back', async () => {
  await emptyDatabase();
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(database()).rejects.toThrow();
  expect(saveStateOf(workbench.store.get()).kind).toBe('failed');
  put.mockRestore();
  await database();
  await library.whenIdle();
  expect(saveStateOf(workbench.store.get()).kind).toBe('saved');
  expect((await getPost(open))?.content).toBe('写过的字');
});

test('what_another_tab_has_deleted_is_held_no_more', async () => {
  const [first] = library.store.get().posts.filter(({ id }) => id !== open);
  if (first === undefined) throw new Error('no post');
  await getPost(first.id);
  await otherTab(() => deletePosts([first.id]));
  const channel = new TabChannel();
  channel.publish({ kind: 'library' });
  await vi.waitFor(() => expect(library.store.get().posts).toHaveLength(2));
  channel.close();
  await emptyDatabase();
  expect(await getPost(first.id)).toBeUndefined();
});
