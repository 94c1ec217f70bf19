// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getPost } from '../../../storage/posts';
import { type RunningLibrary, startLibrary, stopLibrary } from '../../../testing/editor-library';
import { quickFixFor } from './quick-fixes';

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

const LOCAL = '![](images/a.png)';
const UPLOADED = '![](https://host.example/a.png)';

let running: RunningLibrary;
let first: string;

beforeEach(async () => {
  const started = await startLibrary();
  running = started;
  first = started.post.id;
});
afterEach(() => stopLibrary(running));

test('an_image_is_replaced_in_the_post_that_was_checked_whichever_is_open_when_it_is_uploaded', async () => {
  const { workbench, library } = running;
  workbench.setText(LOCAL);
  const item = { key: 'export.image.local', detail: 'images/a.png', line: 1, isSerious: true };
  const fix = quickFixFor(item, { postId: first, text: LOCAL }, workbench, async () => {
    await library.posts.create(null, '乙');
    workbench.setText(LOCAL);
    return 'https://host.example/a.png';
  });
  const fixed = await fix?.run();
  expect(workbench.text).toBe(LOCAL);
  expect((await getPost(first))?.content).toBe(UPLOADED);
  await fixed?.undo?.();
  expect(workbench.text).toBe(LOCAL);
  expect((await getPost(first))?.content).toBe(LOCAL);
});

test('a_post_that_may_not_be_written_any_more_is_not_fixed', async () => {
  const { workbench } = running;
  const item = {
    key: 'export.image.insecure',
    detail: 'http://a.example',
    line: 1,
    isSerious: true,
  };
  const text = '![](http://a.example)';
  workbench.setText(text);
  const fix = quickFixFor(item, { postId: first, text }, workbench);
  workbench.setReadOnly(true);
  await expect(fix?.run()).rejects.toMatchObject({ key: 'library.openElsewhere' });
  expect(workbench.text).toBe(text);
});

test.each([
  ['![](http://a.example/中.png)', 'http://a.example/%E4%B8%AD.png'],
  ['![](http://a.example/中/文.png)', 'http://a.example/%E4%B8%AD/…'],
  ['![](http://a.example/中文.png)', 'http://a.example/%E4%B8%AD%E6%9…'],
  ['![](http://a.example/%E4%B8%AD.png)', 'http://a.example/%E4%B8%AD.png'],
])('in_%s_the_address_%s_is_found_as_it_was_written', async (text, detail) => {
  const { workbench } = running;
  workbench.setText(text);
  const item = { key: 'export.image.insecure', detail, line: 1, isSerious: true };
  await quickFixFor(item, { postId: first, text }, workbench)?.run();
  expect(workbench.text).toBe(text.replace('http:', 'https:'));
});
