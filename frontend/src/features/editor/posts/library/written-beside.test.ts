// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { updateKnowledgeBase } from '../../../../storage/knowledge-bases';
import { createPost, getPost } from '../../../../storage/posts';
import { applyRemote } from '../../../../storage/sync/apply';
import type { RemoteDocument } from '../../../../storage/sync/merge';
import { TabChannel } from '../../../../storage/tabs';
import { runLibrary, startLibrary, stopLibrary } from '../../../../testing/editor-library';
import { getSyncItem } from '../../../../testing/sync-item';
import type { Workbench } from '../../workbench';
import type { Library } from './library';

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

let library: Library;
let workbench: Workbench;
let stop: () => void;
let home: { knowledgeBaseId: string; categoryId: string };
let other: string;

beforeEach(async () => {
  const started = await startLibrary(async (post) => {
    home = post;
    other = (await newPost('旧的字')).id;
  });
  ({ library, workbench, stop } = started);
  // Sync has seen the text once: it is the one that the server accepted.
  await tell('旧的字', 1, false);
});
afterEach(() => stopLibrary({ library, workbench, stop }));

function newPost(content: string) {
  const { knowledgeBaseId, categoryId } = home;
  return createPost({
    title: '乙',
    content,
    knowledgeBaseId,
    categoryId,
    parentId: null,
    order: 2,
  });
}

/** The server tells of a text of the other post. */
async function tell(content: string, revision: number, isOpen: boolean): Promise<void> {
  const post = await getPost(other);
  if (post === undefined) throw new Error('no post');
  const { title, isNamed, router_path, frontMatter } = post;
  const remote: RemoteDocument = {
    id: other,
    text: {
      title,
      isNamed: isNamed ?? false,
      router_path,
      frontMatter,
      content,
      revision,
      author: null,
      datetime: 1,
    },
    categoryId: post.categoryId,
    parentId: null,
    order: post.order,
    placeRevision: revision,
    createDatetime: 1,
    isDeleted: false,
  };
  await applyRemote(
    post.knowledgeBaseId,
    { categories: [], documents: [remote] },
    (id) => isOpen && id === other,
  );
}

/** Something happens after the record was read and before the post is open. */
function meanwhile(run: () => Promise<void>): void {
  const close = workbench.closePost.bind(workbench);
  vi.spyOn(workbench, 'closePost').mockImplementationOnce(async () => {
    await run();
    return close();
  });
}

test('a_text_that_came_while_its_post_was_being_opened_is_shown', async () => {
  meanwhile(() => tell('新的字', 2, false));
  await library.openPost(other);
  expect((await getPost(other))?.content).toBe('新的字');
  expect(workbench.text).toBe('新的字');
  workbench.setText('新的字，接着写');
  await workbench.session.save();
  expect(workbench.store.get().save.kind).toBe('saved');
  expect((await getPost(other))?.content).toBe('新的字，接着写');
});

test('a_text_that_was_offered_while_its_post_was_being_opened_is_taken', async () => {
  meanwhile(() => tell('新的字', 2, true));
  await library.openPost(other);
  expect(workbench.text).toBe('新的字');
  expect((await getPost(other))?.content).toBe('新的字');
  // Nothing of the author's was in it.
  expect(library.store.get().notice).toBeNull();
});

test('the_post_of_the_start_catches_up_as_well', async () => {
  await library.openPost(other);
  await tell('新的字', 2, true);
  stop();
  await library.whenIdle();
  ({ library, stop } = await runLibrary(workbench));
  expect(workbench.text).toBe('新的字');
});

test('a_text_written_beside_the_open_post_is_shown_unless_something_was_typed', async () => {
  await library.openPost(other);
  const channel = new TabChannel();
  await tell('新的字', 2, false);
  channel.publish({ kind: 'written', postId: other });
  await vi.waitFor(() => expect(workbench.text).toBe('新的字'));
  await tell('更新的字', 3, false);
  workbench.setText('自己的字');
  channel.publish({ kind: 'written', postId: other });
  await vi.waitFor(() => expect(workbench.store.get().save.kind).toBe('conflict'));
  expect(workbench.text).toBe('自己的字');
  expect((await getPost(other))?.content).toBe('更新的字');
  channel.close();
});

test('a_text_that_changed_another_paragraph_is_merged_into_the_open_one_as_one_step', async () => {
  await library.openPost(other);
  await tell('一\n\n二\n\n三', 2, false);
  const channel = new TabChannel();
  channel.publish({ kind: 'written', postId: other });
  await vi.waitFor(() => expect(workbench.text).toBe('一\n\n二\n\n三'));
  workbench.setText('一\n\n二\n\n三，这里写的');
  await workbench.session.save();
  await tell('一，那边写的\n\n二\n\n三', 3, true);
  channel.publish({ kind: 'incoming', postId: other });
  const merged = '一，那边写的\n\n二\n\n三，这里写的';
  await vi.waitFor(() => expect(workbench.text).toBe(merged));
  await library.whenIdle();
  const post = await getPost(other);
  expect(post?.content).toBe(merged);
  expect(post?.history.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['一\n\n二\n\n三，这里写的', '一，那边写的\n\n二\n\n三']),
  );
  const item = await getSyncItem(home.knowledgeBaseId, other);
  expect(item).toMatchObject({ theirs: null, isMerge: true, revision: 3 });
  expect(library.store.get().notice).toEqual({ kind: 'merged' });
  channel.close();
});

test('the_open_post_of_an_archived_base_shows_what_others_wrote_before_the_archive', async () => {
  await library.openPost(other);
  await updateKnowledgeBase(home.knowledgeBaseId, { status: 'archived' });
  await library.refresh();
  expect(workbench.store.get()).toMatchObject({ isReadOnly: true, isArchived: true });
  await tell('归档前的字', 2, false);
  const channel = new TabChannel();
  channel.publish({ kind: 'written', postId: other });
  await vi.waitFor(() => expect(workbench.text).toBe('归档前的字'));
  expect(workbench.store.get().isReadOnly).toBe(true);
  channel.close();
});

test('a_tab_that_gives_way_has_stored_its_text_when_it_lets_go', async () => {
  await library.openPost(other);
  workbench.setText('旧的字，最后的字');
  const channel = new TabChannel();
  channel.publish({ kind: 'yield', postId: other });
  await vi.waitFor(() => expect(workbench.store.get().isReadOnly).toBe(true));
  // The other tab reads it now.
  expect((await getPost(other))?.content).toBe('旧的字，最后的字');
  channel.close();
});
