import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { EditorScreen } from '../support/editor';
import { expect, LibraryScreen, test } from '../support/library';
import { records } from '../support/storage';

/** Deletes the database under its pages, as a browser does that clears a site. */
function clearDatabase(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('md_editor_db');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      }),
  );
}

const texts = async (page: Page) =>
  (await records(page, 'posts')).map(({ content }) => String(content));

async function writeTwo(editor: EditorScreen, library: LibraryScreen): Promise<void> {
  await editor.open();
  await editor.write('第一篇的字');
  await editor.saved();
  await library.create('第二篇');
  await editor.write('第二篇的字');
  await editor.saved();
  const marker = () => editor.page.evaluate(() => localStorage.getItem('library_marker') ?? '');
  await expect.poll(marker).toContain('第二篇');
}

test('a_database_that_is_cleared_under_two_pages_gets_the_articles_of_both', async ({
  editor,
  library,
  page,
  context,
}) => {
  await writeTwo(editor, library);
  const other = new EditorScreen(await context.newPage());
  await other.open();
  const list = new LibraryScreen(other.page);
  await list.row('内容 1').click();
  await expect(other.article).toHaveText('第一篇的字');
  // Each page holds what it has read.
  await page.reload();
  await editor.ready();

  await clearDatabase(page);
  await editor.write('接着写第二篇');
  await editor.saved();
  await other.write('接着写第一篇');
  await other.saved();
  await expect.poll(() => texts(page)).toEqual(expect.arrayContaining(['接着写第一篇']));
  expect((await texts(page)).sort()).toEqual(['接着写第一篇', '接着写第二篇'].sort());
  // Nothing is gone, so nothing is said.
  await expect(page.getByRole('button', { name: '有文章丢失' })).toBeHidden();
});

test('a_visit_after_the_browser_has_cleared_the_articles_begins_with_what_is_gone', async ({
  editor,
  library,
  page,
}) => {
  await writeTwo(editor, library);
  await page.goto('/robots.txt');
  await clearDatabase(page);
  await editor.open();
  const dialog = page.getByRole('dialog', { name: '浏览器清除了保存在这里的文章' });
  await expect(dialog.getByText('这 2 篇文章已不在此浏览器')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: '第二篇' })).toBeVisible();
  expect(await faults(page, 'popup')).toEqual([]);
  await dialog.getByRole('button', { name: '关闭' }).click();
  await expect(editor.article).toHaveText('');
  // It is told until the author has seen it.
  await page.reload();
  await editor.ready();
  await dialog.getByRole('button', { name: '知道了' }).click();
  await expect(page.getByRole('button', { name: '有文章丢失' })).toBeHidden();
  await page.reload();
  await editor.ready();
  await expect(page.getByRole('button', { name: '有文章丢失' })).toBeHidden();
});
