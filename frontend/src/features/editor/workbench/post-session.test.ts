// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ArticleEngine, ArticleModule } from '../../../engine/types';
import { closeDatabase, database } from '../../../storage/db';
import { StorageError } from '../../../storage/errors';
import { readFirstData } from '../../../storage/first-data';
import { createPost, getPost, savePost, updatePostFields } from '../../../storage/posts';
import { readUnsaved } from '../../../storage/unsaved';
import { fakeModule } from '../../../testing/fake-engine';
import { Workbench } from '../workbench';

let id: string;
let workbench: Workbench;
/** Calls of any engine. */
let nCalls = 0;

/** The fake module with engines that count their calls, and read `title: 甲` of a first line. */
function countingModule(): ArticleModule {
  const module = fakeModule();
  return {
    ...module,
    createEngine(options) {
      const engine = module.createEngine(options);
      let text = '';
      return {
        update: (next) => {
          nCalls += 1;
          text = next;
          return engine.update(next);
        },
        edit: (start, removed, inserted) => {
          nCalls += 1;
          text = text.slice(0, start) + inserted + text.slice(start + removed);
          return engine.edit(start, removed, inserted);
        },
        setOptions: (next) => {
          nCalls += 1;
          return engine.setOptions(next);
        },
        info: () => {
          nCalls += 1;
          const title = /^title: (.*)/.exec(text)?.[1];
          const heading = /^# (.*)/m.exec(text)?.[1];
          return {
            ...engine.info(),
            headings: heading === undefined ? [] : [{ level: 1, text: heading, id: '', line: 1 }],
            frontMatter: title === undefined ? {} : { title },
          };
        },
        lacksEmojiNames: () => engine.lacksEmojiNames(),
        free: () => engine.free(),
      } satisfies ArticleEngine;
    },
  };
}

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  // No frame and no pause of typing comes while a test waits for the database.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame'],
  });
  localStorage.clear();
  const data = await readFirstData({
    knowledgeBaseName: '库',
    knowledgeBaseDescription: '',
    postTitle: '内容 1',
    content: async () => '甲',
  });
  id = data.post?.id ?? '';
  workbench = new Workbench(data, countingModule(), 'zh-CN');
  nCalls = 0;
});
afterEach(async () => {
  await workbench.session.save();
  vi.useRealTimers();
  await closeDatabase();
  vi.unstubAllGlobals();
});

test('a_save_calls_no_engine', async () => {
  workbench.setText('title: 乙');
  await workbench.session.save();
  expect(nCalls).toBe(0);
  expect((await getPost(id))?.content).toBe('title: 乙');
  expect(workbench.store.get().save.kind).toBe('saved');
});

test('leaving_the_page_keeps_and_writes_the_text_without_the_engine', async () => {
  workbench.setText('title: 乙');
  workbench.session.leave();
  expect(readUnsaved(id)?.content).toBe('title: 乙');
  await workbench.session.save();
  expect(nCalls).toBe(0);
  expect((await getPost(id))?.content).toBe('title: 乙');
});

test('the_fields_of_a_text_that_was_saved_unread_are_written_when_they_are_read', async () => {
  workbench.setText('title: 乙');
  await workbench.session.save();
  expect((await getPost(id))?.title).toBe('内容 1');
  workbench.renderer.readInfoNow();
  expect(workbench.session.isUnsaved).toBe(true);
  await workbench.session.save();
  expect(await getPost(id)).toMatchObject({ title: '乙', frontMatter: { title: '乙' } });
});

test('a_tab_that_only_reads_writes_no_fields', async () => {
  workbench.setText('title: 乙');
  await workbench.session.save();
  workbench.setReadOnly(true);
  workbench.renderer.readInfoNow();
  expect(workbench.session.isUnsaved).toBe(false);
  await workbench.session.save();
  expect((await getPost(id))?.title).toBe('内容 1');
});

test('a_post_is_closed_with_all_its_fields', async () => {
  workbench.setText('title: 乙');
  expect(await workbench.closePost()).toBe(true);
  expect((await getPost(id))?.title).toBe('乙');
});

test('a_text_that_calls_itself_as_before_gives_its_post_that_title_again', async () => {
  workbench.setText('title: 乙');
  await workbench.saveWithFields();
  workbench.openPost((await getPost(id)) ?? null, false);
  workbench.setText('title: 丙');
  await workbench.saveWithFields();
  workbench.setText('title: 乙');
  await workbench.saveWithFields();
  expect((await getPost(id))?.title).toBe('乙');
});

test('a_title_that_was_given_in_the_list_stays_while_the_text_calls_itself_the_same', async () => {
  workbench.setText('title: 乙');
  await workbench.saveWithFields();
  await updatePostFields([{ id, title: '列表里的名字' }]);
  workbench.openPost((await getPost(id)) ?? null, false);
  workbench.setText('title: 乙\n\n丁');
  await workbench.saveWithFields();
  expect((await getPost(id))?.title).toBe('列表里的名字');
});

test('a_title_that_a_dying_page_did_not_write_is_written_with_the_next_edit', async () => {
  workbench.setText('title: 乙');
  await workbench.session.save();
  const post = await getPost(id);
  workbench.openPost(post ?? null, false);
  workbench.setText('title: 乙\n\n丁');
  await workbench.saveWithFields();
  expect((await getPost(id))?.title).toBe('乙');
});

test('after_a_conflict_fields_that_the_text_lacks_are_those_of_the_other_tab', async () => {
  const post = await getPost(id);
  if (post === undefined) throw new Error('no post');
  const frontMatter = { ...post.frontMatter, date: '2020-02-02' };
  await savePost(post, { content: '另一页', frontMatter }, post.updateDatetime);
  workbench.setText('这一页');
  await workbench.session.save();
  await workbench.takeTheirs();
  workbench.setText('另一页，改过');
  await workbench.saveWithFields();
  expect(await getPost(id)).toMatchObject({ content: '另一页，改过', frontMatter });
});

test('a_page_that_was_taken_its_post_keeps_the_text_as_a_version_and_asks_nothing', async () => {
  const post = await getPost(id);
  if (post === undefined) throw new Error('no post');
  workbench.setText('卡住的这一页的字');
  workbench.setReadOnly(true);
  await savePost(post, { content: '另一页的字' }, post.updateDatetime);
  await workbench.session.giveWay();
  vi.advanceTimersByTime(10_000);
  expect(workbench.store.get().save.kind).toBe('saved');
  const stored = await getPost(id);
  expect(stored?.content).toBe('另一页的字');
  expect(stored?.history.map(({ content }) => content)).toContain('卡住的这一页的字');
  expect(readUnsaved(id)).toBeNull();
});

test('a_text_that_was_opened_unwritten_is_written_when_there_is_room', async () => {
  const post = await getPost(id);
  if (post === undefined) throw new Error('no post');
  workbench.openPost({ ...post, content: '上一页没存进去' }, false);
  workbench.session.markFailed(new StorageError('storage.full', 'no room'));
  expect(workbench.store.get().save.kind).toBe('failed');
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.waitFor(async () => expect((await getPost(id))?.content).toBe('上一页没存进去'));
});

test('an_article_is_called_by_its_title_else_by_its_first_heading_else_by_its_name', async () => {
  workbench.setText('# 丙\n\n字');
  await workbench.saveWithFields();
  expect(await getPost(id)).toMatchObject({ title: '丙', frontMatter: { title: '丙' } });
  workbench.setText('title: 乙\n# 丙');
  await workbench.saveWithFields();
  expect(await getPost(id)).toMatchObject({ title: '乙', frontMatter: { title: '乙' } });
  workbench.setText('只有字');
  await workbench.saveWithFields();
  expect(await getPost(id)).toMatchObject({ title: '内容 1', frontMatter: { title: '内容 1' } });
});

test('a_name_that_the_author_gave_stays_whatever_the_text_calls_itself', async () => {
  const post = await getPost(id);
  if (post === undefined) throw new Error('no post');
  const made = await createPost({ ...post, title: '我起的名', content: '', isNamed: true });
  workbench.openPost(made, false);
  workbench.setText('# 丙');
  await workbench.saveWithFields();
  expect((await getPost(made.id))?.title).toBe('我起的名');
});

test('a_name_from_before_names_were_marked_stays_when_it_is_not_the_texts_own', async () => {
  const post = await getPost(id);
  if (post === undefined) throw new Error('no post');
  const { isNamed: _, ...old } = { ...post, title: '从前起的名' };
  await (await database()).put('posts', old);
  workbench.openPost(old, false);
  workbench.setText('# 丙');
  await workbench.saveWithFields();
  expect((await getPost(id))?.title).toBe('从前起的名');
});

/** Takes twenty letters at a time off the end, as a held Backspace does between two writes. */
async function deleteSlowly(text: string, rest: number) {
  for (let end = text.length - 20; end >= rest; end -= 20) {
    workbench.setText(text.slice(0, end));
    await workbench.session.save();
  }
}

test('a_text_that_is_deleted_slowly_within_a_minute_is_kept_once', async () => {
  workbench.setText('第一句');
  await workbench.session.save();
  const written = '半分钟里写下的二十个字，再慢慢地删掉。'.repeat(40);
  for (let end = 0; end <= written.length; end += 100) {
    workbench.setText(written.slice(0, end));
    await workbench.session.save();
  }
  workbench.setText(written);
  await workbench.session.save();
  await deleteSlowly(written, 100);
  const texts = (await getPost(id))?.history.map(({ content }) => content) ?? [];
  expect(texts.filter((text) => text === written)).toHaveLength(1);
  // What is left of it while it goes is in it.
  expect(texts.filter((text) => text !== written && written.startsWith(text))).toEqual([]);
});

test('a_text_that_grows_again_after_a_slow_deletion_is_kept_too', async () => {
  const first = '甲'.repeat(300);
  const second = '乙'.repeat(300);
  for (const text of [first, second]) {
    workbench.setText(text);
    await workbench.session.save();
    await deleteSlowly(text, 20);
  }
  const texts = (await getPost(id))?.history.map(({ content }) => content);
  expect(texts).toEqual(expect.arrayContaining([first, second]));
});
