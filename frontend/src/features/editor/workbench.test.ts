import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase } from '../../storage/db';
import { type FirstData, readFirstData } from '../../storage/first-data';
import { getPost, savePost } from '../../storage/posts';
import type { PostRecord } from '../../storage/schema';
import { readSettings } from '../../storage/settings';
import { fakeModule } from '../../testing/fake-engine';
import { PreviewFrame } from './preview/preview-frame';
import type { Slots } from './preview/slots';
import { Workbench } from './workbench';

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
  await closeDatabase();
  vi.unstubAllGlobals();
});

const noSlots = { fill: () => undefined } as unknown as Slots;

function open(module = fakeModule()) {
  const workbench = new Workbench(data, module, 'zh-CN');
  const preview = new PreviewFrame(document, noSlots, {
    sanitize: () => workbench.renderer.sanitize,
    onPick: (line) => workbench.view.pickLine(line),
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
