// @vitest-environment happy-dom
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EngineError } from '../../engine/errors';
import type { ArticleModule } from '../../engine/types';
import { closeDatabase } from '../../storage/db';
import { type FirstData, readFirstData } from '../../storage/first-data';
import { getPost, savePost } from '../../storage/posts';
import type { PostRecord } from '../../storage/schema';
import { readSettings } from '../../storage/settings';
import { fakeModule } from '../../testing/fake-engine';
import { PlainSource } from './plain/plain-source';
import { PreviewFrame } from './preview/preview-frame';
import type { Slots } from './preview/slots';
import { Workbench } from './workbench';
import { type FirstPreview, renderKeyOf } from './workbench/first-preview';

// The export module is one of the parts that come later; here it never does.
const loadExport = vi.hoisted(() => vi.fn(() => Promise.reject(new Error('offline'))));
vi.mock('../../engine/export', () => ({ loadExport }));

let data: FirstData & { post: PostRecord };

beforeEach(async () => {
  loadExport.mockClear();
  vi.stubGlobal('indexedDB', new IDBFactory());
  document.body.innerHTML =
    '<style id="theme"></style><style id="code-theme"></style><section class="article"></section>';
  localStorage.clear();
  const { settings, post } = await readFirstData({
    knowledgeBaseName: '库',
    knowledgeBaseDescription: '',
    postTitle: '内容 1',
    content: async () => '甲\n\n乙',
  });
  if (post === null) throw new Error('no post');
  data = { settings, post };
});
afterEach(async () => {
  // A write that came later, as of fields that are read after the text, would be in the database of the next test.
  await Promise.all(opened.splice(0).map(({ session }) => session.close().catch(() => false)));
  await closeDatabase();
  vi.unstubAllGlobals();
});

const noSlots = { prepare: () => undefined, fill: () => undefined } as unknown as Slots;

const opened: Workbench[] = [];

function open(start: ArticleModule | FirstPreview = fakeModule()) {
  const workbench = new Workbench(data, start, 'zh-CN');
  opened.push(workbench);
  const preview = new PreviewFrame(document, noSlots, {
    sanitize: (html) => workbench.renderer.sanitize(html),
    showImages: () => undefined,
    source: () => workbench.renderer.renderedText,
    onPick: (line) => workbench.view.pickLine(line),
    onLink: () => undefined,
    onCopy: () => undefined,
  });
  workbench.view.attachPreview(preview);
  return workbench;
}

const shown = () => document.querySelector('.article')?.innerHTML;

test('the_stored_text_is_shown_at_once', () => {
  open();
  expect(shown()).toBe('<p>甲</p><p>乙</p>');
});

test('edits_of_one_frame_are_rendered_together_with_what_both_leave_alone', () => {
  const workbench = open();
  workbench.setText('甲乙\n\n乙', { before: '甲\n\n乙', start: 1, end: 3 });
  workbench.setText('甲乙\n\n丙乙', { before: '甲乙\n\n乙', start: 4, end: 1 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>甲乙</p><p>丙乙</p>');
  workbench.setText('甲\n\n丙乙', { before: '甲乙\n\n丙乙', start: 1, end: 4 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>甲</p><p>丙乙</p>');
  workbench.setText('甲\n\n丁丙乙', { before: '甲\n\n丙乙', start: 3, end: 2 });
  workbench.setText('戊\n\n丁丙乙', { before: '甲\n\n丁丙乙', start: 0, end: 5 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>戊</p><p>丁丙乙</p>');
  // Not true, so that a comparison would show.
  workbench.setText('己\n\n庚', { before: '戊\n\n丁丙乙', start: 0, end: 5 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>己</p><p>丁丙乙</p>');
});

test('what_is_known_of_another_text_than_the_rendered_one_is_worth_nothing', () => {
  const workbench = open();
  // Of a text that was never handed on.
  workbench.setText('丁\n\n乙戊', { before: '丁\n\n乙', start: 4, end: 0 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>丁</p><p>乙戊</p>');
  // Of the first of two edits nothing is known.
  workbench.setText('甲\n\n乙戊');
  workbench.setText('甲\n\n乙戊己', { before: '甲\n\n乙戊', start: 5, end: 0 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>甲</p><p>乙戊己</p>');
  // Of the second of two edits nothing is known.
  workbench.setText('甲\n\n乙戊', { before: '甲\n\n乙戊己', start: 5, end: 0 });
  workbench.setText('庚\n\n乙戊');
  workbench.setText('庚\n\n乙', { before: '庚\n\n乙戊', start: 4, end: 0 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>庚</p><p>乙</p>');
  // What comes from elsewhere takes the place of an edit that is not rendered yet.
  workbench.setText('庚\n\n乙己', { before: '庚\n\n乙', start: 4, end: 0 });
  workbench.renderer.show('子\n\n乙');
  expect(shown()).toBe('<p>子</p><p>乙</p>');
  // Another article was opened.
  workbench.openPost({ ...data.post, id: 'other', content: '子\n\n丑' }, false);
  workbench.setText('子\n\n丑寅', { before: '甲\n\n丑', start: 4, end: 0 });
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>子</p><p>丑寅</p>');
});

test('raw_html_in_the_first_view_asks_for_the_sanitizer_and_raw_html_below_waits', () => {
  data.post.content = `${'甲\n\n'.repeat(40)}<b>乙</b>`;
  const workbench = open();
  expect(loadExport).not.toHaveBeenCalled();
  data.post.content = '甲\n\n<b>乙</b>';
  open();
  expect(loadExport).toHaveBeenCalledTimes(1);
  workbench.setText('甲\n\n<b>丙</b>');
  workbench.renderer.renderNow();
  expect(loadExport).toHaveBeenCalledTimes(2);
});

test('an_edit_reaches_the_preview_and_the_store', async () => {
  const workbench = open();
  workbench.setText('甲\n\n丙');
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>甲</p><p>丙</p>');
  expect(workbench.store.get().save.kind).toBe('saving');
  await workbench.session.save();
  expect(workbench.store.get().save.kind).toBe('saved');
  expect((await getPost(data.post.id))?.content).toBe('甲\n\n丙');
});

test('an_emoji_takes_the_place_of_its_name_when_the_names_are_there', async () => {
  const module = fakeModule();
  const workbench = open(module);
  workbench.setText('好:smile:');
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>好:smile:</p>');
  await vi.waitFor(() => expect(shown()).toBe('<p>好😄</p>'));
  workbench.setText('好:smile::smile:');
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>好😄😄</p>');
  expect(module.nEmojiLoads).toBe(1);
});

test('names_of_emoji_that_do_not_arrive_are_asked_for_by_a_copy_and_not_by_every_letter', async () => {
  const module = fakeModule();
  module.isOffline = true;
  const workbench = open(module);
  workbench.setText('好:smile:');
  workbench.renderer.renderNow();
  await workbench.renderer.prepareEmoji();
  const { nEmojiLoads } = module;
  workbench.setText('好:smile:的');
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>好:smile:的</p>');
  expect(module.nEmojiLoads).toBe(nEmojiLoads);
  module.isOffline = false;
  await workbench.renderer.prepareEmoji();
  expect(shown()).toBe('<p>好😄的</p>');
});

test('a_trap_in_the_engine_goes_unseen', () => {
  const module = fakeModule();
  const workbench = open(module);
  module.trapNext(1);
  workbench.setText('丁');
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>丁</p>');
  expect(workbench.store.get().engineError).toBeNull();
});

test('an_engine_that_stays_down_is_said_and_the_text_is_still_saved', async () => {
  const module = fakeModule();
  const workbench = open(module);
  module.trapNext(99);
  workbench.setText('戊');
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>甲</p><p>乙</p>');
  expect(workbench.store.get().engineError?.key).toBe('engine.failed');
  await workbench.session.save();
  expect((await getPost(data.post.id))?.content).toBe('戊');
  module.trapNext(0);
  workbench.setText('己');
  workbench.renderer.renderNow();
  expect(shown()).toBe('<p>己</p>');
  expect(workbench.store.get().engineError).toBeNull();
});

test('raw_html_is_escaped_while_there_is_no_sanitizer', () => {
  const workbench = open();
  workbench.setText('<img src=x onerror=alert(1)>');
  workbench.renderer.renderNow();
  expect(document.querySelector('.article img')).toBeNull();
  expect(document.querySelector('.raw-pending')?.textContent).toBe('<img src=x onerror=alert(1)>');
});

test('a_changed_style_is_shown_and_kept', async () => {
  const workbench = open();
  workbench.changeSettings({ color: '#009874' });
  expect(document.querySelector('#theme')?.textContent).toContain('#009874');
  await vi.waitFor(async () => expect((await readSettings()).color).toBe('#009874'));
});

test('the_other_tabs_text_can_be_taken_over', async () => {
  const workbench = open();
  await savePost(data.post, { content: '另一页' }, data.post.updateDatetime);
  workbench.setText('这一页');
  await workbench.session.save();
  expect(workbench.store.get().save.kind).toBe('conflict');
  await workbench.takeTheirs();
  expect(workbench.text).toBe('另一页');
  expect(workbench.store.get().save.kind).toBe('saved');
});

test('what_was_merged_with_another_text_than_the_present_one_is_not_taken', async () => {
  const workbench = open();
  const { title, isNamed, router_path, frontMatter } = data.post;
  const named = { title, isNamed: isNamed ?? false, router_path, frontMatter };
  const theirs = { ...named, content: '甲\n\n那边', revision: 2, datetime: 1, author: '' };
  const merged = { ...named, content: '甲，先写\n\n那边' };
  const incoming = { theirs, merged, mine: '甲，先写\n\n乙', isConflict: true };
  workbench.setText('甲，再写\n\n乙');
  await workbench.session.save();
  const offered = { ...incoming, common: '甲\n\n乙', draft: null };
  expect(await workbench.mergeServerText(offered)).toBe(false);
  expect(workbench.text).toBe('甲，再写\n\n乙');
});

const block = (html: string, hasRawHtml = false) => ({
  html,
  hasRawHtml,
  hasCode: false,
  hasMath: false,
  hasDiagram: false,
});

/** What an earlier visit cached of the open post. */
function firstPreview(parts: Partial<FirstPreview> = {}): FirstPreview {
  return {
    renderKey: renderKeyOf(data.settings, 'zh-CN'),
    text: data.post.content,
    blocks: [block('<p>甲</p>'), block('<p>乙</p>')],
    startLines: [1, 3],
    css: { theme: '.article{--cached:1}', codeTheme: '.hljs{--cached:2}' },
    sanitized: [],
    ...parts,
  };
}

test('the_cached_preview_is_shown_before_the_module_arrives_in_its_own_style', () => {
  const workbench = open(firstPreview());
  expect(shown()).toBe('<p>甲</p><p>乙</p>');
  expect(document.querySelector('#theme')?.textContent).toBe('.article{--cached:1}');
  expect(document.querySelector('#code-theme')?.textContent).toBe('.hljs{--cached:2}');
  expect(workbench.store.get()).toMatchObject({ engineError: null, isEmpty: false, info: null });
});

test('when_the_module_arrives_equal_blocks_keep_their_nodes', async () => {
  const workbench = open(firstPreview());
  const before = [...(document.querySelector('.article')?.children ?? [])];
  await workbench.connect(fakeModule());
  expect([...(document.querySelector('.article')?.children ?? [])]).toEqual(before);
  expect(document.querySelector('.article')?.firstChild).toBe(before[0]);
  expect(workbench.store.get().info).not.toBeNull();
  expect(document.querySelector('#theme')?.textContent).toContain('--color');
});

test('blocks_that_the_engine_would_not_write_go_when_it_arrives', async () => {
  const workbench = open(firstPreview({ blocks: [block('<p>甲</p>'), block('<p>假</p>')] }));
  await workbench.connect(fakeModule());
  expect(shown()).toBe('<p>甲</p><p>乙</p>');
});

test('cached_raw_html_is_shown_as_it_was_sanitized_and_escaped_where_that_is_not_known', () => {
  data.post.content = '<b>甲</b>\n\n<i>乙</i>';
  open(
    firstPreview({
      blocks: [block('<b>甲</b>', true), block('<i>乙</i>', true)],
      sanitized: [['<b>甲</b>', '<b>净</b>']],
    }),
  );
  expect(shown()).toBe('<b>净</b><pre class="raw-pending">&lt;i&gt;乙&lt;/i&gt;</pre>');
});

test('what_is_typed_before_the_module_arrives_is_saved_and_shown_when_it_does', async () => {
  const workbench = open(firstPreview());
  workbench.setText('甲\n\n丙');
  workbench.renderer.renderNow();
  workbench.renderer.readInfoNow();
  expect(shown()).toBe('<p>甲</p><p>乙</p>');
  await workbench.session.save();
  expect((await getPost(data.post.id))?.content).toBe('甲\n\n丙');
  await workbench.connect(fakeModule());
  expect(shown()).toBe('<p>甲</p><p>丙</p>');
});

test('another_post_that_is_opened_before_the_module_arrives_never_shows_the_first_one', async () => {
  const workbench = open(firstPreview());
  workbench.openPost({ ...data.post, id: 'other', content: '丁' }, false);
  expect(shown()).toBe('');
  expect(workbench.store.get().isEmpty).toBe(false);
  await workbench.connect(fakeModule());
  expect(shown()).toBe('<p>丁</p>');
});

test('settings_that_change_before_the_module_arrives_hold_when_it_does', async () => {
  const workbench = open(firstPreview());
  workbench.changeSettings({ color: '#009874', isCiteStatus: true });
  const module = fakeModule();
  await workbench.connect(module);
  expect(module.lastOptions?.citation).toBe(true);
  expect(document.querySelector('#theme')?.textContent).toContain('#009874');
});

test.each([
  ['a text that is typed', (workbench: Workbench) => workbench.setText('戊')],
  ['another setting', (workbench: Workbench) => workbench.changeSettings({ isCiteStatus: true })],
  ['a copy', (workbench: Workbench) => void workbench.renderer.whenConnected()],
])('the_module_is_wanted_as_soon_as_there_is_%s', async (_what, ask) => {
  const workbench = open(firstPreview());
  let isWanted = false;
  void workbench.renderer.wanted.then(() => {
    isWanted = true;
  });
  await new Promise((resolve) => setTimeout(resolve));
  expect(isWanted).toBe(false);
  ask(workbench);
  await workbench.renderer.wanted;
});

test('code_themes_wait_for_the_source_editor_when_the_first_preview_has_brought_the_one_in_use', async () => {
  const { view } = open(firstPreview({ css: { theme: '', codeTheme: '.hljs{color:red}' } }));
  const loading = view.prepareCodeThemes({ isUrgent: false });
  await new Promise((resolve) => setTimeout(resolve));
  expect(view.styleSheets()[1]).toBe('.hljs{color:red}');
  view.setSourceReady();
  await loading;
  expect(view.styleSheets()[1]).not.toBe('.hljs{color:red}');
});

test('names_of_emoji_arrive_before_the_module_takes_over', async () => {
  data.post.content = '好:smile:';
  const workbench = open(firstPreview({ blocks: [block('<p>好😄</p>')], startLines: [1] }));
  const node = document.querySelector('.article')?.firstChild;
  await workbench.connect(fakeModule());
  expect(document.querySelector('.article')?.firstChild).toBe(node);
});

test('a_module_that_does_not_arrive_is_said_and_the_text_is_still_saved', async () => {
  const workbench = open(firstPreview());
  workbench.renderer.fail(new EngineError('engine.load', 'offline'));
  expect(workbench.store.get().engineError?.key).toBe('engine.load');
  await expect(workbench.renderer.whenConnected()).rejects.toMatchObject({ key: 'engine.load' });
  workbench.setText('己');
  await workbench.session.save();
  expect((await getPost(data.post.id))?.content).toBe('己');
  expect(shown()).toBe('<p>甲</p><p>乙</p>');
});

test('what_arrives_for_an_article_that_may_not_be_written_any_more_changes_nothing', async () => {
  const workbench = open();
  const box = document.createElement('textarea');
  box.value = workbench.text;
  document.body.append(box);
  // There is no undo history here.
  Object.assign(document, { execCommand: () => false });
  const host = {
    onText: (text: string) => workbench.setText(text),
    onSelection: () => undefined,
    onFind: () => undefined,
  };
  workbench.view.attachSource(new PlainSource(box, host));
  box.setSelectionRange(1, 1);
  for (const [isArchived, key] of [
    [false, 'library.openElsewhere'],
    [true, 'knowledgeBase.archived'],
  ] as const) {
    const arriving = workbench.holdPlace(async (held) => {
      workbench.setReadOnly(true, isArchived);
      await held.insert('丙');
    });
    await expect(arriving).rejects.toMatchObject({ key });
    expect(box.value).toBe('甲\n\n乙');
  }
  workbench.setReadOnly(false);
  await workbench.holdPlace((held) => {
    box.setSelectionRange(0, 0);
    return held.insert('丙');
  });
  expect(box.value).toBe('甲丙\n\n乙');
});

test('what_was_selected_in_an_article_is_not_in_the_next', () => {
  const workbench = open();
  workbench.store.set({ selection: { line: 1, text: '甲' } });
  workbench.openPost(null, false);
  expect(workbench.store.get().selection.text).toBe('');
});
