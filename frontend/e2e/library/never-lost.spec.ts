import type { Page } from '@playwright/test';
import { EditorScreen } from '../support/editor';
import { abortWrites, blockWrites, crash, failWrites, heal } from '../support/faults';
import { expect, test as fresh, emptied as test } from '../support/library';
import { records } from '../support/storage';

fresh('a_crash_while_typing_loses_nothing_that_was_saved', async ({ editor, page, context }) => {
  await editor.open();
  await editor.write('保存过的字');
  await editor.saved();
  // Typing goes on without a rest; saving must not wait for one.
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+End');
  const stored = async () => String((await records(page, 'posts'))[0]?.content);
  let typed = 0;
  while (!(await stored()).includes('接着写')) {
    await page.keyboard.insertText('接着写');
    typed += 1;
    expect(typed).toBeLessThan(500);
  }
  const kept = await stored();
  await page.keyboard.insertText('最后');
  await crash(page);

  const after = new EditorScreen(await context.newPage());
  await after.open();
  const text = String((await records(after.page, 'posts'))[0]?.content);
  expect(text.startsWith(kept)).toBe(true);
  await expect(after.article).toContainText('保存过的字接着写');
  // The dead tab holds no lock: the article can be edited at once.
  await after.write('崩溃之后');
  await after.saved();
});

test('a_second_tab_is_told_and_only_reads', async ({ editor, page, otherTab: other }) => {
  await editor.open();
  await editor.write('第一版');
  await editor.saved();
  await other.open();
  await expect(other.page.getByText('正在另一个标签页中编辑')).toBeVisible();
  await expect(page.getByText('正在另一个标签页中编辑')).toBeHidden();
  await other.focusSource();
  await other.page.keyboard.insertText('别写进去');
  await expect(other.article).toHaveText('第一版');
  const bold = (tab: Page) => tab.getByRole('button', { name: '加粗' });
  await expect(bold(other.page)).toBeDisabled();
  await expect(other.page.getByRole('button', { name: '插入', exact: true })).toBeDisabled();
  await expect(bold(page)).toBeEnabled();
  // What the first tab writes appears in the second.
  await editor.write('第二版');
  await expect(other.article).toHaveText('第二版');
});

test('the_second_tab_can_take_over_with_the_last_words', async ({
  editor,
  page,
  otherTab: other,
}) => {
  await editor.open();
  await other.open();
  await expect(other.page.getByText('正在另一个标签页中编辑')).toBeVisible();
  await editor.write('第一页的最后一个字');
  await other.page.getByRole('button', { name: '在这里编辑' }).click();
  await expect(other.page.getByText('正在另一个标签页中编辑')).toBeHidden();
  await expect(other.article).toHaveText('第一页的最后一个字');
  await expect(other.page.getByRole('button', { name: '加粗' })).toBeEnabled();
  await expect(page.getByText('正在另一个标签页中编辑')).toBeVisible();
  await other.write('第二页接着写');
  await expect(editor.article).toHaveText('第二页接着写');
  // And back again.
  await page.getByRole('button', { name: '在这里编辑' }).click();
  await expect(other.page.getByText('正在另一个标签页中编辑')).toBeVisible();
  await expect(page.getByText('正在另一个标签页中编辑')).toBeHidden();
  await editor.write('又回到第一页');
  await editor.saved();
  await expect(other.article).toHaveText('又回到第一页');
});

test('the_second_tab_writes_when_the_first_is_closed', async ({
  editor,
  page,
  otherTab: other,
}) => {
  await editor.open();
  await editor.write('第一页的字');
  await editor.saved();
  await other.open();
  await expect(other.page.getByText('正在另一个标签页中编辑')).toBeVisible();
  await other.focusSource();
  await other.page.keyboard.press('ControlOrMeta+End');
  await page.close();
  await expect(other.page.getByText('正在另一个标签页中编辑')).toBeHidden();
  // Focus and cursor are where they were.
  await other.page.keyboard.insertText('，第二页接着写');
  await expect
    .poll(async () => (await records(other.page, 'posts'))[0]?.content)
    .toBe('第一页的字，第二页接着写');
});

test('a_tab_that_gave_way_says_nothing_of_its_failed_write', async ({
  editor,
  page,
  otherTab: other,
}) => {
  await editor.open();
  await editor.write('存好的字');
  await editor.saved();
  await failWrites(page);
  await editor.write('没存进去的字');
  await expect(page.getByRole('button', { name: '下载文章' })).toBeVisible();
  await other.open();
  await other.page.getByRole('button', { name: '在这里编辑' }).click();
  await expect(other.article).toHaveText('没存进去的字');
  await other.write('第二页的字');
  await expect(editor.article).toHaveText('第二页的字');
  await expect(editor.saveState).not.toHaveAttribute('data-state', 'failed');
  await expect(page.getByRole('button', { name: '下载文章' })).toBeHidden();
  await heal(page);
});

test('two_tabs_on_two_articles_do_not_disturb_each_other', async ({
  editor,
  library,
  otherTab: other,
  page,
}) => {
  await editor.open();
  await library.create('乙');
  await other.open();
  await other.page.getByRole('treeitem', { name: '内容 1' }).click();
  await expect(other.page.getByText('正在另一个标签页中编辑')).toBeHidden();
  await Promise.all([editor.write('乙的字'), other.write('甲的字')]);
  await editor.saved();
  await other.saved();
  // Each tab comes back to its own article.
  await page.reload();
  await editor.ready();
  await expect(editor.article).toHaveText('乙的字');
  await other.page.reload();
  await other.ready();
  await expect(other.article).toHaveText('甲的字');
});

test('a_change_of_the_list_appears_in_the_other_tab', async ({ editor, library, otherTab }) => {
  await editor.open();
  await otherTab.open();
  const other = otherTab.page;
  await expect(other.getByRole('treeitem', { name: '内容 1' })).toBeVisible();
  await library.create('新来的');
  await expect(other.getByRole('treeitem', { name: '新来的' })).toBeVisible();
});

fresh('where_there_are_no_locks_a_conflict_is_asked_about', async ({ editor, page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined });
  });
  await editor.open();
  await editor.write('第一版');
  await editor.saved();
  const other = new EditorScreen(await context.newPage());
  await other.open();
  await other.write('另一页写的');
  await other.saved();
  await page.bringToFront();
  await editor.write('这一页写的');
  await expect(page.getByRole('dialog')).toContainText('另一个标签页改过这篇文章');
  expect((await records(page, 'posts'))[0]?.content).toBe('另一页写的');
  // It closes by an answer only.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog').getByRole('button')).toHaveText([
    '下载本页文字',
    '使用另一版本',
    '保留本页',
  ]);
  await page.getByRole('button', { name: '保留本页' }).click();
  await editor.saved();
  const [post] = await records(page, 'posts');
  expect(post?.content).toBe('这一页写的');
  // The text that gave way is in the history.
  expect(JSON.stringify(post?.history)).toContain('另一页写的');
});

test('a_full_disk_is_said_kept_elsewhere_and_written_later', async ({ editor, page }) => {
  await editor.open();
  await editor.saved();
  await failWrites(page);
  await editor.write('# 写不下了');
  await expect(page.getByText('存储空间已满')).toBeVisible();
  await expect(page.getByRole('button', { name: '下载文章' })).toBeVisible();
  await editor.write('# 仍在写');
  await expect(editor.article.locator('h1')).toHaveText('仍在写');
  const kept = () =>
    page.evaluate(() =>
      JSON.stringify(
        Object.entries(localStorage).filter(([key]) => key.startsWith('unsaved_post')),
      ),
    );
  await expect.poll(kept).toContain('仍在写');
  // When there is room again it is written without another edit.
  await heal(page);
  await editor.saved();
  expect((await records(page, 'posts'))[0]?.content).toBe('# 仍在写');
  await expect(page.getByText('存储空间已满')).toBeHidden();
  expect(await kept()).toBe('[]');
});

test('settings_that_found_no_room_are_written_later', async ({ editor, page }) => {
  await editor.open();
  await editor.saved();
  await failWrites(page);
  await page.getByRole('button', { name: '样式' }).click();
  await page.getByRole('radio', { name: '优雅' }).click();
  await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
  await heal(page);
  await editor.saved();
  await expect(page.getByText('存储空间已满')).toBeHidden();
  const theme = (await records(page, 'settings')).find(({ key }) => key === 'theme');
  expect(theme).toEqual({ key: 'theme', value: 'elegant' });
});

test('on_a_full_disk_no_message_covers_the_one_with_the_download', async ({ editor, page }) => {
  await editor.open();
  await editor.saved();
  await failWrites(page);
  await editor.write('# 写不下了');
  const rescue = page.getByRole('button', { name: '下载文章' });
  await expect(rescue).toBeVisible();
  await page.getByRole('button', { name: '新建文章' }).first().click();
  await editor.write('# 仍在写');
  await expect(editor.article.locator('h1')).toHaveText('仍在写');
  expect(await page.getByText('存储空间已满').count()).toBe(1);
  await rescue.click({ trial: true });
  // What failed is not told again when there is room.
  await heal(page);
  await editor.saved();
  await expect(rescue).toBeHidden();
  expect(await page.getByText('存储空间已满').count()).toBe(0);
});

fresh(
  'a_reload_on_a_full_disk_shows_the_documents_and_what_was_typed',
  async ({ editor, library, page }) => {
    await editor.open();
    await library.create('乙');
    await editor.write('存进去的字');
    await editor.saved();
    await failWrites(page);
    await editor.write('没存进去的字');
    await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
    // The disk is still full when the page comes back.
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('injected', 'QuotaExceededError');
      };
    });
    await page.reload();
    await editor.ready();
    await expect(editor.article).toHaveText('没存进去的字');
    await library.shows('内容 1', '乙');
    await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
  },
);

fresh(
  'a_dialog_that_cannot_be_downloaded_leaves_the_page_and_opens_later',
  async ({ editor, library, page }) => {
    await editor.open();
    await editor.write('字还在');
    await page.route(/history-dialog/, (route) => route.abort());
    await library.act('内容 1', '历史版本…');
    await expect(page.getByText('这部分没有下载完整')).toBeVisible();
    await expect(editor.article).toHaveText('字还在');
    await page.unroute(/history-dialog/);
    await library.act('内容 1', '历史版本…');
    await expect(page.getByRole('dialog')).toContainText('历史版本');
    // The browser reports the failed download, and React the part that failed; nothing else went wrong.
    const others = editor.errors.splice(0).filter((error) => !/Failed to (load|fetch)/.test(error));
    expect(others).toEqual([]);
  },
);

fresh(
  'what_could_not_be_written_comes_back_with_the_next_visit',
  async ({ editor, page, context }) => {
    await editor.open();
    await editor.saved();
    await failWrites(page);
    await editor.write('只在本地');
    await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
    await crash(page);
    const after = new EditorScreen(await context.newPage());
    await after.open();
    await expect(after.article).toHaveText('只在本地');
    expect((await records(after.page, 'posts'))[0]?.content).toBe('只在本地');
  },
);

test('a_write_that_fails_halfway_loses_nothing', async ({ editor, page }) => {
  await editor.open();
  await editor.write('先前的字');
  await editor.saved();
  await abortWrites(page);
  await editor.write('半路断了');
  await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
  expect((await records(page, 'posts'))[0]?.content).toBe('先前的字');
  await heal(page);
  await editor.saved();
  expect((await records(page, 'posts'))[0]?.content).toBe('半路断了');
});

test('a_database_that_does_not_answer_is_said_and_typing_goes_on', async ({ editor, page }) => {
  await editor.open();
  await editor.saved();
  await blockWrites(page);
  await editor.write('等不到回音');
  await expect(page.getByText('浏览器数据库被其他标签页占用')).toBeVisible();
  await expect(editor.article).toHaveText('等不到回音');
  await heal(page);
  await editor.saved();
  expect((await records(page, 'posts'))[0]?.content).toBe('等不到回音');
});

test('an_article_that_cannot_be_written_can_be_left_and_found_again', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await library.create('乙');
  await editor.write('乙');
  await editor.saved();
  await failWrites(page);
  await editor.write('写不进库的乙');
  await expect(editor.saveState).toHaveAttribute('data-state', 'failed');
  await library.row('内容 1').click();
  await expect(editor.article.locator('h1')).toHaveText('第一篇');
  await heal(page);
  await library.row('乙').click();
  await expect(editor.article).toHaveText('写不进库的乙');
});

test('a_clock_moved_back_is_no_conflict', async ({ editor, page }) => {
  await editor.open();
  await editor.write('昨天之前');
  await editor.saved();
  // Until the page is loaded again.
  await page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() - 86_400_000 * 400;
  });
  await editor.write('时钟拨回之后');
  await editor.saved();
  await editor.write('再写一次');
  await editor.saved();
  await page.reload();
  await editor.ready();
  await expect(editor.article).toHaveText('再写一次');
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('a_damaged_library_is_mended_and_no_text_is_dropped', async ({ editor, library, page }) => {
  await editor.open();
  await editor.saved();
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('md_editor_db', 1);
        open.onsuccess = () => {
          const transaction = open.result.transaction('posts', 'readwrite');
          const store = transaction.objectStore('posts');
          store.put({ id: 'old', title: '旧记录', content: '旧版本存的字' });
          store.put({
            id: 'ring',
            title: '环',
            content: '环里的字',
            parentId: 'ring',
            categoryId: 9,
          });
          transaction.oncomplete = () => {
            open.result.close();
            resolve();
          };
          transaction.onabort = () => reject(transaction.error);
        };
      }),
  );
  await page.reload();
  await editor.ready();
  await library.row('旧记录').click();
  await expect(editor.article).toHaveText('旧版本存的字');
  await library.row('环').click();
  await expect(editor.article).toHaveText('环里的字');
  await editor.write('修好了');
  await editor.saved();
});

fresh('without_a_database_one_can_write_and_load_again', async ({ editor, library, page }) => {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    Object.assign(globalThis, {
      heal: () => {
        IDBFactory.prototype.open = open;
      },
    });
    IDBFactory.prototype.open = () => {
      throw new DOMException('forbidden', 'SecurityError');
    };
  });
  await editor.openForTheFirstTime();
  await expect(page.getByText('未能载入文章列表')).toBeVisible();
  await editor.write('没有数据库时写的');
  await heal(page);
  await page.getByRole('button', { name: '重新载入' }).click();
  await library.shows('内容 1', '恢复的未保存文章');
  await expect(editor.article).toHaveText('没有数据库时写的');
  await editor.saved();
});
