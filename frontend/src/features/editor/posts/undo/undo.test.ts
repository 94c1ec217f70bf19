// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { database } from '../../../../storage/db';
import { restoreRecords } from '../../../../storage/knowledge-bases';
import { readLibrarySnapshot } from '../../../../storage/library-snapshot';
import { newPost } from '../../../../storage/new-records';
import { listBinnedPosts } from '../../../../storage/post-bin';
import {
  createPost,
  getPost,
  nameVersion,
  savePost,
  updatePostFields,
} from '../../../../storage/posts';
import { startLibrary, stopLibrary } from '../../../../testing/editor-library';
import type { Workbench } from '../../workbench';
import type { Library } from '../library/library';

vi.mock('../../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

let library: Library;
let workbench: Workbench;
let stop: () => void;
let first: string;

beforeEach(async () => {
  const started = await startLibrary();
  ({ library, workbench, stop } = started);
  first = started.post.id;
});
afterEach(() => stopLibrary({ library, workbench, stop }));

const titles = () => library.store.get().posts.map(({ title }) => title);
const versions = async (id: string) => (await getPost(id))?.history.map(({ content }) => content);

/** The next write to a store of the database fails, as on a full disk. */
function failNextWrite() {
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
}

test('after_a_restore_that_failed_the_open_post_is_saved_as_before', async () => {
  const backup = await library.bulk.readAll();
  failNextWrite();
  await expect(library.bulk.restoreBackup(backup)).rejects.toMatchObject({
    key: 'storage.notRestored',
  });
  workbench.setText('接着写');
  await workbench.session.save();
  expect((await getPost(first))?.content).toBe('接着写');
});

test('what_is_typed_while_a_backup_is_restored_becomes_a_version', async () => {
  const backup = await library.bulk.readAll();
  const clear = IDBObjectStore.prototype.clear;
  vi.spyOn(IDBObjectStore.prototype, 'clear').mockImplementationOnce(function (
    this: IDBObjectStore,
  ) {
    workbench.setText('恢复时写的');
    return clear.call(this);
  });
  await library.bulk.restoreBackup(backup);
  expect(workbench.text).toBe('甲');
  expect(await versions(first)).toContain('恢复时写的');
});

test('a_restore_keeps_the_texts_that_it_replaces_as_versions', async () => {
  const backup = await library.bulk.readAll();
  workbench.setText('备份之后写的');
  await library.bulk.restoreBackup(backup);
  expect(await versions(first)).toContain('备份之后写的');
});

test('undoing_a_restore_late_keeps_what_was_written_since', async () => {
  const backup = await library.bulk.readAll();
  const undo = await library.bulk.restoreBackup(backup);
  workbench.setText('恢复之后写的');
  const added = await library.posts.create(null, '新文章');
  workbench.setText('新文章的字');
  await library.posts.create(null, '空的');
  await undo.undo();
  expect((await getPost(first))?.content).toBe('甲');
  expect(await versions(first)).toContain('恢复之后写的');
  expect((await getPost(added))?.content).toBe('新文章的字');
  expect(titles()).toContain('新文章');
});

test('undoing_a_restore_keeps_the_words_that_were_not_saved_yet', async () => {
  const undo = await library.bulk.restoreBackup(await library.bulk.readAll());
  workbench.setText('还没有保存的字');
  await undo.undo();
  expect((await getPost(first))?.content).toBe('甲');
  expect(await versions(first)).toContain('还没有保存的字');
});

test('undoing_an_import_late_keeps_the_posts_that_were_edited', async () => {
  const { knowledgeBaseId, categoryId } = library.store.get();
  const made = (title: string, content: string, order: number) =>
    newPost({ title, content, knowledgeBaseId, categoryId, parentId: null, order });
  const posts = [made('没动过', '一', 8), made('改过', '二', 9)];
  const records = { knowledgeBases: [], categories: [], posts };
  await restoreRecords(records);
  const undo = await library.bulk.takeIn(records);
  const edited = library.store.get().posts.find(({ title }) => title === '改过')?.id ?? '';
  await library.openPost(edited);
  workbench.setText('二，接着写');
  await undo.undo();
  expect(new Set(titles())).toEqual(new Set(['内容 1', '改过']));
  workbench.setText('二，还能写');
  await workbench.session.save();
  expect((await getPost(edited))?.content).toBe('二，还能写');
});

test('undoing_a_merge_late_keeps_the_knowledge_base_of_a_post_that_was_added_since', async () => {
  await library.knowledgeBases.createKnowledgeBase('二', '');
  await library.posts.create(null, '二的文章');
  const backup = await library.bulk.readAll();
  const [home, second] = backup.knowledgeBases.map(({ id }) => id);
  await library.knowledgeBases.deleteKnowledgeBase(second ?? '');
  const { undo } = await library.bulk.mergeBackup(backup, String);
  await library.selectKnowledgeBase(second ?? '');
  const added = await library.posts.create(null, '后来的');
  workbench.setText('后来的字');
  await undo.undo();
  expect((await getPost(added))?.content).toBe('后来的字');
  const left = await readLibrarySnapshot();
  expect(left.knowledgeBases.map(({ id }) => id)).toEqual([home, second]);
  expect(left.posts.map(({ id }) => id).sort()).toEqual([first, added].sort());
});

test('undoing_a_deletion_keeps_what_another_tab_has_written_since', async () => {
  const id = await library.posts.create(null, '乙');
  workbench.setText('乙的字');
  await workbench.session.save();
  const other = await getPost(id);
  if (other === undefined) throw new Error('no post');
  const { undo } = await library.posts.delete(id);
  await savePost(other, { content: '另一页接着写' }, other.updateDatetime);
  await undo.undo();
  expect((await getPost(id))?.content).toBe('另一页接着写');
  expect(await versions(id)).toContain('乙的字');
});

test('the_undo_of_a_rewrite_acts_on_its_own_post', async () => {
  const undo = await workbench.rewrite('');
  const id = await library.posts.create(null, '乙');
  workbench.setText('乙的字');
  await undo();
  expect(workbench.post?.id).toBe(id);
  expect(workbench.text).toBe('乙的字');
  expect((await getPost(first))?.content).toBe('甲');
  await library.openPost(first);
  expect(workbench.text).toBe('甲');
});

test('the_undo_of_a_rewrite_keeps_what_was_typed_since_as_a_version', async () => {
  const undo = await workbench.rewrite('');
  workbench.setText('清空之后写的');
  await undo();
  expect(workbench.text).toBe('甲');
  expect(await versions(first)).toContain('清空之后写的');
  expect((await getPost(first))?.content).toBe('甲');
});

test('clearing_a_text_keeps_it_as_a_version_whatever_its_age', async () => {
  workbench.setText('刚写的一句');
  await workbench.session.save();
  await workbench.rewrite('');
  expect(await versions(first)).toContain('刚写的一句');
});

test('the_undo_of_a_rewrite_says_when_its_post_is_gone', async () => {
  const id = await library.posts.create(null, '乙');
  workbench.setText('乙的字');
  const undo = await workbench.rewrite('');
  await library.posts.delete(id);
  await expect(undo()).rejects.toMatchObject({ key: 'library.postGone' });
  expect(await getPost(id)).toBeUndefined();
  expect(workbench.text).toBe('甲');
});

test('the_undo_of_a_rewrite_gives_the_name_back', async () => {
  const undo = await workbench.rewrite('title: 教程');
  // What the text calls itself reached the record and the list meanwhile.
  const post = await getPost(first);
  if (post === undefined) throw new Error('no post');
  const frontMatter = { ...post.frontMatter, title: '教程' };
  const changes = { content: post.content, title: '教程', frontMatter };
  await library.posts.create(null, '乙');
  await savePost(post, changes, (await getPost(first))?.updateDatetime ?? 0);
  await undo();
  expect(await getPost(first)).toMatchObject({ title: '内容 1', frontMatter: post.frontMatter });
  expect(titles()).toContain('内容 1');
});

test('a_replacement_leaves_alone_on_undo_what_was_written_since', async () => {
  const post = await getPost(first);
  const { undo } = await library.bulk.replaceTexts([
    { id: first, seen: post?.updateDatetime ?? 0, content: '换' },
  ]);
  workbench.setText('换了再写');
  await undo.undo();
  expect(workbench.text).toBe('换了再写');
  expect(library.store.get().notice).toEqual({ kind: 'keptOnUndo', count: 1 });
});

test('a_post_whose_place_is_gone_after_an_undo_stands_in_the_first_category', async () => {
  const backup = await library.bulk.readAll();
  const undo = await library.bulk.restoreBackup(backup);
  await library.knowledgeBases.createCategory('后来的分类', '');
  const { knowledgeBaseId, categoryId } = library.store.get();
  const place = { knowledgeBaseId, categoryId, parentId: null, order: 1 };
  const made = await createPost({ title: '丙', content: '丙的字', ...place });
  await undo.undo();
  const post = await getPost(made.id);
  expect(await (await database()).get('categories', post?.categoryId ?? '')).toBeDefined();
});

const css = (plans: Record<string, string>) => ({
  active: Object.keys(plans)[0] ?? '',
  tabs: Object.entries(plans).map(([name, content]) => ({ title: name, name, content })),
});

test('a_merge_brings_the_settings_when_asked_and_its_undo_keeps_plans_that_were_edited_since', async () => {
  workbench.changeSettings({ size: 18, css_content_config: css({ 甲: 'h1{}' }) });
  await workbench.css.follow();
  const backup = await library.bulk.readAll();
  workbench.changeSettings({ size: 15, css_content_config: css({ 乙: 'h2{}' }) });
  await workbench.css.follow();
  await library.bulk.mergeBackup(backup, String);
  expect(workbench.settings.size).toBe(15);
  const { undo } = await library.bulk.mergeBackup(backup, String, true);
  expect(workbench.settings.size).toBe(18);
  const names = () => workbench.settings.css_content_config.tabs.map(({ name }) => name);
  expect(new Set(names())).toEqual(new Set(['甲', '乙']));
  workbench.changeSettings({ css_content_config: css({ 甲: 'h1{color:red}', 乙: 'h2{}' }) });
  await undo.undo();
  expect(workbench.settings.size).toBe(15);
  expect(new Set(names())).toEqual(new Set(['甲', '乙']));
});

test('a_restore_takes_the_settings_along_unless_they_are_left_out', async () => {
  workbench.changeSettings({ size: 18 });
  const backup = await library.bulk.readAll();
  workbench.changeSettings({ size: 15 });
  await library.bulk.restoreBackup(backup, false);
  expect(workbench.settings).toMatchObject({ size: 15, current_post_id: first });
  const undo = await library.bulk.restoreBackup(backup);
  expect(workbench.settings.size).toBe(18);
  await undo.undo();
  expect(workbench.settings.size).toBe(15);
});

test('what_was_undone_can_be_done_again_and_undone_again', async () => {
  await library.posts.create(null, '乙');
  const { undo } = await library.posts.delete(library.store.get().posts[1]?.id ?? '');
  expect(titles()).toEqual(['内容 1']);
  await undo.undo();
  expect(titles()).toContain('乙');
  await library.steps.redoLast();
  expect(titles()).toEqual(['内容 1']);
  expect(await library.undoLast()).toBe(true);
  expect(titles()).toContain('乙');
});

test('an_import_that_was_undone_can_be_taken_in_again', async () => {
  const { knowledgeBaseId, categoryId } = library.store.get();
  const posts = ['一', '二', '三', '四', '五', '六'].map((title, order) =>
    newPost({ title, content: title, knowledgeBaseId, categoryId, parentId: null, order }),
  );
  const records = { knowledgeBases: [], categories: [], posts };
  await restoreRecords(records);
  const step = await library.bulk.takeIn(records);
  expect(step.facts.nTaken).toBe(6);
  await step.undo();
  expect(titles()).toEqual(['内容 1']);
  expect(await library.steps.redoLast()).toMatchObject({ facts: { nTaken: 6 } });
  expect(titles()).toHaveLength(7);
});

test('a_restore_of_everything_can_be_undone_and_done_again', async () => {
  const backup = await library.bulk.readAll();
  await library.posts.create(null, '备份之后的');
  const step = await library.bulk.restoreBackup(backup);
  expect(step.facts.isWhole).toBe(true);
  expect(titles()).toEqual(['内容 1']);
  await step.undo();
  expect(titles()).toContain('备份之后的');
  await library.steps.redoLast();
  expect(titles()).toEqual(['内容 1']);
  await library.undoLast();
  expect(titles()).toContain('备份之后的');
});

test('a_new_change_leaves_nothing_to_do_again', async () => {
  await library.posts.create(null, '乙');
  await library.posts.rename(first, '别名');
  await library.undoLast();
  expect(library.steps.lastUndone).not.toBeNull();
  await library.posts.move(first, { kind: 'after', of: library.store.get().posts[1]?.id ?? '' });
  expect(library.steps.lastUndone).toBeNull();
  expect(await library.steps.redoLast()).toBeNull();
});

test('a_name_and_a_place_that_were_undone_come_back', async () => {
  const second = await library.posts.create(null, '乙');
  await library.posts.move(second, { kind: 'child', of: first });
  await library.undoLast();
  await library.steps.redoLast();
  expect((await getPost(second))?.parentId).toBe(first);
  await library.posts.rename(first, '别名');
  await library.undoLast();
  expect(titles()).not.toContain('别名');
  await library.steps.redoLast();
  expect(titles()).toContain('别名');
});

test('an_undo_or_redo_that_fails_can_be_tried_again', async () => {
  const id = await library.posts.create(null, '乙');
  const { undo } = await library.posts.delete(id);
  let isOver = false;
  void undo.over.then(() => {
    isOver = true;
  });
  failNextWrite();
  await expect(undo.undo()).rejects.toMatchObject({ key: 'storage.full' });
  expect([isOver, library.steps.last]).toEqual([false, undo]);
  await undo.undo();
  expect([isOver, titles().includes('乙')]).toEqual([true, true]);
  failNextWrite();
  await expect(library.steps.redoLast()).rejects.toMatchObject({ key: 'storage.full' });
  await library.steps.redoLast();
  expect(titles()).toEqual(['内容 1']);
});

test('an_import_that_is_taken_in_again_has_the_versions_and_the_name_it_had', async () => {
  const { knowledgeBaseId, categoryId } = library.store.get();
  const place = { knowledgeBaseId, categoryId, parentId: null, order: 8 };
  const post = newPost({ title: '乙', content: '乙的字', ...place });
  const records = { knowledgeBases: [], categories: [], posts: [post] };
  await restoreRecords(records);
  const step = await library.bulk.takeIn(records);
  await library.openPost(first);
  await nameVersion(post.id, '乙的字', '初稿');
  await updatePostFields([{ id: post.id, title: '别名' }]);
  await step.undo();
  expect(await listBinnedPosts()).toMatchObject([{ title: '别名' }]);
  await library.steps.redoLast();
  expect(await getPost(post.id)).toMatchObject({ title: '别名', history: [{ name: '初稿' }] });
});
