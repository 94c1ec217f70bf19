// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startI18n } from '../../../i18n';
import { getPost } from '../../../storage/posts';
import { type RunningLibrary, startLibrary, stopLibrary } from '../../../testing/editor-library';
import { cleanupToasts } from '../../../testing/toasts';
import { Toaster } from '../../../ui/states/toast';
import { WorkbenchProvider } from '../editor-context';
import { Images } from '../images/images';
import { ImagesContext } from '../images/use-images';
import { CheckDialog } from './check-dialog';
import type { Exports } from './use-exports';

vi.mock('../../../engine/export', () => ({
  loadExport: () => Promise.reject(new Error('offline')),
}));

const INSECURE = '![](http://a.example)';
const SECURE = '![](https://a.example)';

let running: RunningLibrary;
let first: string;
const recheck = vi.fn(async () => undefined);

/** Shows that the check has found this in the open post. */
async function showCheck(key: string, detail: string): Promise<void> {
  const { workbench } = running;
  const source = { postId: first, text: workbench.text, blocks: [], startLines: [] };
  const exported = { html: '', text: '', findings: [], unfilled: [], nPictures: 0, source };
  const items = [{ key, detail, line: 1, isSerious: false }];
  const actions = { checked: { exported, items, isCopied: false }, recheck } as unknown as Exports;
  render(
    <I18nextProvider i18n={await startI18n('zh-CN')}>
      <WorkbenchProvider workbench={workbench}>
        <ImagesContext value={new Images(workbench)}>
          <CheckDialog actions={actions} />
        </ImagesContext>
      </WorkbenchProvider>
      <Toaster isDark={false} />
    </I18nextProvider>,
  );
}

beforeEach(async () => {
  recheck.mockClear();
  const started = await startLibrary();
  running = started;
  first = started.post.id;
});
afterEach(async () => {
  await cleanupToasts();
  await stopLibrary(running);
});

test('the_undo_of_a_fix_acts_on_the_post_that_was_fixed_and_on_no_other', async () => {
  const { workbench, library } = running;
  workbench.setText(INSECURE);
  await showCheck('export.image.insecure', 'http://a.example');
  fireEvent.click(await screen.findByRole('button', { name: '改用 https' }));
  const undo = await screen.findByRole('button', { name: '撤销' });
  expect(workbench.text).toBe(SECURE);
  await library.posts.create(null, '乙');
  workbench.setText(SECURE);
  fireEvent.click(undo);
  await vi.waitFor(async () => expect((await getPost(first))?.content).toBe(INSECURE));
  expect(workbench.text).toBe(SECURE);
});

test('another_post_that_was_opened_meanwhile_is_not_checked', async () => {
  const { workbench, library } = running;
  const address = 'https://b.oss-cn-hangzhou.aliyuncs.com/b.webp';
  workbench.setText(`![](${address})`);
  await showCheck('export.image.webp', address);
  await library.posts.create(null, '乙');
  fireEvent.click(await screen.findByRole('button', { name: '改为 PNG 地址' }));
  await screen.findByText('图片地址已改');
  expect(recheck).not.toHaveBeenCalled();
  expect((await getPost(first))?.content).toContain('format,png');
});

test('an_address_is_named_as_its_author_wrote_it', async () => {
  await showCheck('export.image.relative', './img/%E7%81%AB%E8%85%BF.png');
  expect(await screen.findByText('./img/火腿.png')).toBeDefined();
});
