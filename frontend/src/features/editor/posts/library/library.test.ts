// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database } from '../../../../storage/db';
import { readFirstData } from '../../../../storage/first-data';
import { restoreRecords } from '../../../../storage/knowledge-bases';
import { readLibrarySnapshot } from '../../../../storage/library-snapshot';
import { deletePosts, getPost, updatePostFields } from '../../../../storage/posts';
import type { PostRecord } from '../../../../storage/schema';
import { readSettings } from '../../../../storage/settings';
import { TabChannel } from '../../../../storage/tabs';
import {
  libraryWords,
  newWorkbench,
  runLibrary,
  startLibrary,
  stopLibrary,
} from '../../../../testing/editor-library';
import type { Workbench } from '../../workbench';
import type { Library } from './library';

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

let library: Library;
let workbench: Workbench;
let stop: () => void;

beforeEach(async () => {
  ({ library, workbench, stop } = await startLibrary());
});
afterEach(() => stopLibrary({ library, workbench, stop }));

const titles = () =>
  library.store
    .get()
    .posts.toSorted((a, b) => a.order - b.order || a.createDatetime - b.createDatetime)
    .map(({ title }) => title);
const openTitle = () => workbench.post?.title ?? null;
const idOf = (title: string) =>
  library.store.get().posts.find((post) => post.title === title)?.id ?? '';

test('a_new_post_is_last_and_open_and_selected', async () => {
  const id = await library.posts.create(null, '乙');
  expect(titles()).toEqual(['内容 1', '乙']);
  expect(workbench.post?.id).toBe(id);
  await vi.waitFor(async () => expect((await readSettings()).current_post_id).toBe(id));
});

test('it_is_known_that_a_post_is_being_created_until_it_is_there_or_failed', async () => {
  expect(library.posts.isCreating).toBe(false);
  const creating = library.posts.create(null, '乙');
  expect(library.posts.isCreating).toBe(true);
  await creating;
  expect(library.posts.isCreating).toBe(false);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(library.posts.create(null, '丙')).rejects.toMatchObject({ key: 'storage.full' });
  expect(library.posts.isCreating).toBe(false);
});

test('what_was_typed_is_written_before_another_post_opens', async () => {
  const first = idOf('内容 1');
  workbench.setText('改过');
  await library.posts.create(null, '乙');
  expect((await getPost(first))?.content).toBe('改过');
  await library.openPost(first);
  expect(workbench.text).toBe('改过');
});

test('switching_the_category_selects_its_first_post_or_none', async () => {
  const home = library.store.get().categoryId;
  await library.posts.create(null, '乙');
  await library.knowledgeBases.createCategory('空', '');
  expect(openTitle()).toBeNull();
  expect(workbench.text).toBe('');
  await library.selectCategory(home);
  expect(openTitle()).toBe('内容 1');
});

test('switching_the_knowledge_base_selects_its_first_category_and_post', async () => {
  const home = library.store.get().knowledgeBaseId;
  await library.knowledgeBases.createCategory('空', '');
  await library.knowledgeBases.createKnowledgeBase('二', '');
  expect(library.store.get().categories).toHaveLength(1);
  expect(openTitle()).toBeNull();
  await library.selectKnowledgeBase(home);
  expect(library.store.get().categories).toHaveLength(2);
  expect(openTitle()).toBe('内容 1');
});

test('the_last_ones_are_refused_and_typing_is_still_saved', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const { knowledgeBaseId, categoryId } = library.store.get();
  expect(await library.knowledgeBases.deleteKnowledgeBase(knowledgeBaseId)).toBeNull();
  expect(await library.knowledgeBases.deleteCategory(categoryId)).toBeNull();
  workbench.setText('之后');
  await workbench.session.save();
  expect((await getPost(idOf('内容 1')))?.content).toBe('之后');
});

test('deleting_a_category_selects_another_and_can_be_undone', async () => {
  await library.knowledgeBases.createCategory('二', '');
  await library.posts.create(null, '二的文章');
  const undo = await library.knowledgeBases.deleteCategory(library.store.get().categoryId);
  expect(openTitle()).toBe('内容 1');
  expect(await (await database()).count('posts')).toBe(1);
  await undo?.undo();
  expect(titles()).toEqual(['二的文章']);
});

test('deleting_selects_the_neighbor_and_undo_opens_the_post_again', async () => {
  await library.posts.create(null, '乙');
  workbench.setText('乙的字');
  const { undo } = await library.posts.delete(idOf('乙'));
  expect(titles()).toEqual(['内容 1']);
  expect(openTitle()).toBe('内容 1');
  await undo.undo();
  expect(openTitle()).toBe('乙');
  expect(workbench.text).toBe('乙的字');
});

test('a_deleted_post_is_not_written_back_by_the_editor', async () => {
  const id = await library.posts.create(null, '乙');
  workbench.setText('写到一半');
  await library.posts.delete(id);
  await workbench.session.save();
  expect(await getPost(id)).toBeUndefined();
});

test('a_move_is_kept_and_undone_once', async () => {
  await library.posts.create(null, '乙');
  const undo = await library.posts.move(idOf('乙'), { kind: 'child', of: idOf('内容 1') });
  expect((await getPost(idOf('乙')))?.parentId).toBe(idOf('内容 1'));
  await undo?.undo();
  await undo?.undo();
  expect((await getPost(idOf('乙')))?.parentId).toBeNull();
  expect(await library.undoLast()).toBe(false);
});

test('an_undo_step_is_over_when_it_is_undone_or_thirty_came_after_it', async () => {
  await library.posts.create(null, '乙');
  const over: string[] = [];
  const move = async (name: string, kind: 'before' | 'after') => {
    const step = await library.posts.move(idOf('乙'), { kind, of: idOf('内容 1') });
    void step?.over.then(() => over.push(name));
  };
  await move('undone', 'before');
  expect(over).toEqual([]);
  await library.undoLast();
  expect(over).toEqual(['undone']);
  await move('old', 'before');
  for (let i = 1; i < 30; i += 1) await move('later', i % 2 === 0 ? 'before' : 'after');
  expect(over).toEqual(['undone']);
  await move('later', 'before');
  expect(over).toEqual(['undone', 'old']);
});

test('renaming_sets_title_and_label_of_open_and_closed_posts', async () => {
  const first = idOf('内容 1');
  await library.posts.rename(first, '新名');
  expect(workbench.text).toBe('label 新名\n甲');
  expect((await getPost(first))?.title).toBe('新名');
  await library.posts.create(null, '乙');
  await library.posts.rename(first, '再改');
  expect(await getPost(first)).toMatchObject({
    title: '再改',
    content: 'label 再改\nlabel 新名\n甲',
    frontMatter: { sidebar_label: '再改' },
  });
  expect(titles()).toEqual(['再改', '乙']);
});

test('naming_a_new_post_names_it_for_good_and_its_front_matter_says_so', async () => {
  const id = await library.posts.create(null, '未命名文章');
  await library.posts.name(id, '未命名文章');
  expect(await getPost(id)).toMatchObject({ title: '未命名文章', isNamed: false });
  await library.posts.name(id, '游记');
  expect(await getPost(id)).toMatchObject({
    title: '游记',
    isNamed: true,
    frontMatter: { title: '游记' },
  });
  expect(workbench.title).toBe('游记');
  workbench.setText('字');
  await workbench.saveWithFields();
  expect(await getPost(id)).toMatchObject({ title: '游记', frontMatter: { title: '游记' } });
});

test('a_name_that_comes_after_the_first_words_is_taken_all_the_same', async () => {
  const id = await library.posts.create(null, '未命名文章');
  workbench.setText('# 已经写下的标题');
  await workbench.saveWithFields();
  await library.posts.name(id, '游记');
  expect(await getPost(id)).toMatchObject({ title: '游记', isNamed: true });
  expect(titles()).toContain('游记');
});

test('a_copy_comes_right_after_its_original', async () => {
  await library.posts.create(null, '乙');
  await library.posts.duplicate(idOf('内容 1'), (title) => `${title} 副本`);
  expect(titles()).toEqual(['内容 1', '内容 1 副本', '乙']);
  expect(workbench.text).toBe('甲');
});

test('a_copy_is_called_in_its_text_as_in_the_list', async () => {
  const id = idOf('内容 1');
  await library.posts.rename(id, '甲章');
  await library.posts.duplicate(id, (title) => `${title} 副本`);
  expect(titles()).toEqual(['甲章', '甲章 副本']);
  expect(workbench.text).toMatch(/^label 甲章 副本\n/);
  expect(await getPost(idOf('甲章 副本'))).toMatchObject({
    frontMatter: { sidebar_label: '甲章 副本' },
  });
});

test('collapse_all_reaches_posts_of_other_categories', async () => {
  await library.knowledgeBases.createCategory('二', '');
  await library.posts.create(null, '乙');
  await library.posts.setAllCollapsed(true);
  const posts = (await readLibrarySnapshot()).posts;
  expect(posts.map(({ collapsed }) => collapsed)).toEqual([true, true]);
});

test('a_post_moves_to_another_category_with_what_is_below', async () => {
  const home = library.store.get().categoryId;
  await library.posts.create(idOf('内容 1'), '子');
  await library.knowledgeBases.createCategory('二', '');
  const category = library.store.get().categories.find(({ name }) => name === '二');
  if (category === undefined) throw new Error('no category');
  await library.selectCategory(home);
  const undo = await library.posts.moveTo(idOf('内容 1'), category);
  expect(titles()).toEqual([]);
  expect(openTitle()).toBeNull();
  await library.selectCategory(category.id);
  // A post and one below it have no order between them.
  expect(new Set(titles())).toEqual(new Set(['内容 1', '子']));
  await undo.undo();
  await library.selectCategory(home);
  expect(new Set(titles())).toEqual(new Set(['内容 1', '子']));
});

test('siblings_are_numbered_by_ten', async () => {
  await library.posts.create(null, '乙');
  await updatePostFields([{ id: idOf('乙'), order: 1.5 }]);
  await library.posts.renumber(idOf('乙'));
  expect((await readLibrarySnapshot()).posts.map(({ order }) => order).sort()).toEqual([10, 20]);
  expect(await library.posts.renumber(idOf('乙'))).toBeNull();
});

test('a_failure_is_told_and_the_next_change_works', async () => {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await expect(library.posts.create(null, '乙')).rejects.toMatchObject({ key: 'storage.full' });
  expect(library.store.get().problem?.error).toMatchObject({ key: 'storage.full' });
  expect(titles()).toEqual(['内容 1']);
  await library.posts.create(null, '丙');
  expect(titles()).toEqual(['内容 1', '丙']);
});

test('a_replacement_skips_what_changed_meanwhile_and_can_be_undone', async () => {
  const first = idOf('内容 1');
  const seen = (await getPost(first))?.updateDatetime ?? 0;
  await library.posts.create(null, '乙');
  const texts = [
    { id: first, seen, content: '换' },
    { id: idOf('乙'), seen: 1, content: '别换' },
  ];
  const { undo, count, skipped } = await library.bulk.replaceTexts(texts);
  expect([count, skipped]).toEqual([1, 1]);
  expect((await getPost(first))?.content).toBe('换');
  await undo.undo();
  expect((await getPost(first))?.content).toBe('甲');
  expect(library.store.get().notice).toBeNull();
});

test('a_replacement_leaves_an_open_article_alone_that_another_tab_writes', async () => {
  const first = idOf('内容 1');
  const seen = (await getPost(first))?.updateDatetime ?? 0;
  workbench.setReadOnly(true);
  const { count, skipped } = await library.bulk.replaceTexts([{ id: first, seen, content: '换' }]);
  expect([count, skipped]).toEqual([0, 1]);
  expect(workbench.text).toBe('甲');
  expect((await getPost(first))?.content).toBe('甲');
});

test('a_backup_takes_the_place_of_everything_and_gives_it_back', async () => {
  const before = await library.bulk.readAll();
  await library.posts.create(null, '后来');
  const undo = await library.bulk.restoreBackup(before);
  expect(titles()).toEqual(['内容 1']);
  workbench.setText('还能写');
  await workbench.session.save();
  expect((await getPost(idOf('内容 1')))?.content).toBe('还能写');
  await undo.undo();
  expect(titles()).toEqual(['内容 1', '后来']);
});

test('a_merge_adds_copies_of_what_differs', async () => {
  const before = await library.bulk.readAll();
  workbench.setText('后来写的');
  const { undo, count } = await library.bulk.mergeBackup(before, (title) => `${title}（备份）`);
  expect(count).toBe(1);
  expect(titles()).toEqual(['内容 1', '内容 1（备份）']);
  expect(workbench.text).toBe('甲');
  await undo.undo();
  expect(titles()).toEqual(['内容 1']);
  expect((await library.bulk.mergeBackup(await library.bulk.readAll(), String)).count).toBe(0);
});

test('a_start_that_another_tab_has_overtaken_opens_the_post_of_that_tab', async () => {
  const theirs = await getPost(idOf('内容 1'));
  const { settings } = await readFirstData(libraryWords);
  const ours = { ...(theirs as PostRecord), id: 'ours' };
  for (const [typed, opened] of [
    [null, '内容 1'],
    ['我先写的', '找回的文章'],
  ] as const) {
    stop();
    workbench = newWorkbench({ settings, post: ours });
    if (typed !== null) workbench.setText(typed);
    ({ library, stop } = await runLibrary(workbench, readFirstData(libraryWords)));
    expect(openTitle()).toBe(opened);
    expect(workbench.text).toBe(typed ?? '甲');
  }
});

/** Another tab deletes a post, and says so. */
async function deleteBeside(id: string): Promise<void> {
  await deletePosts([id]);
  tellOfTab();
}

function tellOfTab(): void {
  const channel = new TabChannel();
  channel.publish({ kind: 'library' });
  channel.close();
}

test('an_open_article_that_another_tab_deletes_stays_on_screen_and_takes_no_letter', async () => {
  const id = await library.posts.create(null, '乙');
  workbench.setText('乙的字');
  await workbench.session.save();
  await deleteBeside(id);
  await vi.waitFor(() => expect(workbench.store.get().deleted?.by).toBe('tab'));
  workbench.setText('删除之后敲的字');
  expect(workbench.post?.id).toBe(id);
  expect(workbench.text).toBe('乙的字');
  expect(workbench.store.get()).toMatchObject({
    isReadOnly: true,
    deleted: { post: { title: '乙' } },
  });
  await expect(workbench.changeTextOf(id, () => '改')).rejects.toMatchObject({
    key: 'library.postGone',
  });
  await library.leaveDeleted();
  expect(openTitle()).toBe('内容 1');
  expect(workbench.text).toBe('甲');
  expect(workbench.store.get()).toMatchObject({ isReadOnly: false, deleted: null });
});

test('a_deleted_article_on_screen_is_written_again_when_it_is_put_back', async () => {
  for (const putBack of [
    () => library.restoreDeleted(),
    async (record: PostRecord) => {
      await restoreRecords({ knowledgeBases: [], categories: [], posts: [record] });
      tellOfTab();
    },
  ]) {
    const id = await library.posts.create(null, '乙');
    workbench.setText('乙的字');
    await workbench.session.save();
    const record = (await getPost(id)) as PostRecord;
    await deleteBeside(id);
    await vi.waitFor(() => expect(workbench.store.get().deleted).not.toBeNull());
    await putBack(record);
    await vi.waitFor(() =>
      expect(workbench.store.get()).toMatchObject({ isReadOnly: false, deleted: null }),
    );
    workbench.setText('乙的字，接着写');
    await workbench.session.save();
    expect((await getPost(id))?.content).toBe('乙的字，接着写');
  }
});

test('an_article_that_is_deleted_beside_an_author_who_types_comes_back', async () => {
  const id = await library.posts.create(null, '乙');
  workbench.setText('正在写');
  await deleteBeside(id);
  await vi.waitFor(async () => expect((await getPost(id))?.content).toBe('正在写'));
  await library.whenIdle();
  expect(workbench.store.get()).toMatchObject({ isReadOnly: false, deleted: null });
});

test('an_article_whose_category_is_gone_too_comes_back_into_the_selected_one', async () => {
  const category = await library.bulk.readAll().then(({ categories }) => categories[0]);
  const id = await library.posts.create(null, '乙');
  await deleteBeside(id);
  await vi.waitFor(() => expect(workbench.store.get().deleted).not.toBeNull());
  workbench.store.set({
    deleted: { by: 'tab', post: { ...(workbench.post as PostRecord), categoryId: 'gone' } },
  });
  await library.restoreDeleted();
  expect((await getPost(id))?.categoryId).toBe(category?.id);
});
