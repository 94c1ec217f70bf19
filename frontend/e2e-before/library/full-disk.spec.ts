import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { EditorScreen } from '../support/editor';
import { expect, LibraryScreen, test } from '../support/library';
import { SmallDisk } from '../support/small-disk';
import { records } from '../support/storage';

/** Room for a profile of Chromium with an editor in it, in megabytes. */
const DISK_MB = 220;

let disk: SmallDisk | null = null;
let context: BrowserContext | undefined;

test.beforeAll(async () => {
  disk = await SmallDisk.mount(DISK_MB);
});
test.afterEach(async () => {
  await context?.close();
  context = undefined;
});
test.afterAll(() => disk?.unmount());

/** A browser whose profile is on the small disk. */
async function start(on: SmallDisk): Promise<Page> {
  const { use } = test.info().project;
  context = await chromium.launchPersistentContext(`${on.path}/profile`, {
    ...(use.launchOptions ?? {}),
    ...(use.baseURL === undefined ? {} : { baseURL: use.baseURL }),
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  return context.pages()[0] ?? (await context.newPage());
}

test('of_a_full_disk_every_article_is_stored_or_named_as_lost', async () => {
  test.skip(disk === null, 'This account may not mount a file system: no disk can be filled.');
  if (disk === null) return;
  const page = await start(disk);
  const editor = new EditorScreen(page);
  const library = new LibraryScreen(page);
  await editor.open();
  const titles = ['第一篇', '第二篇', '第三篇'];
  for (const title of titles) {
    await library.create(title);
    await editor.write(`${title}的字`);
    await editor.saved();
  }
  // What the database should hold is noted soon after the last change.
  const note = (key: string) => page.evaluate((name) => localStorage.getItem(name) ?? '', key);
  await expect.poll(() => note('library_marker')).toContain('第三篇');
  // Another page has read none but the last one.
  await page.reload();
  await editor.ready();

  disk.fill();
  const long = '很长的字。'.repeat(6_000);
  await editor.write(long);
  await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
  // Chromium may empty the database now, or refuse the writes as long as there is no room.
  const looks = [...Array(20).keys()];
  await expect
    .poll(async () => {
      await page.evaluate(() => navigator.storage.estimate());
      return looks.pop() === undefined || (await note('library_loss')) !== '';
    })
    .toBe(true);
  disk.free();
  await editor.saved();
  const stored = (await records(page, 'posts')).map(({ content }) => String(content));
  expect(stored).toContain(long);
  const lost = await note('library_loss');
  for (const title of titles.slice(0, 2)) {
    const isStored = stored.includes(`${title}的字`);
    expect([title, isStored, lost.includes(title)]).toEqual([title, isStored, !isStored]);
  }
  const dialog = page.getByRole('dialog', { name: '浏览器清空了墨砚的存储' });
  if (lost === '') await expect(dialog).toBeHidden();
  else {
    await expect(dialog.getByText('此页中还有的 1 篇文章已重新保存')).toBeVisible();
    await dialog.getByRole('button', { name: '关闭' }).click();
    // The list shows what there is.
    await library.shows('第三篇');
  }
});
