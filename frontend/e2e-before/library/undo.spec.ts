import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { failWrites, heal } from '../support/faults';
import { expect, test } from '../support/library';
import { records } from '../support/storage';

const undo = (page: Page) => page.getByRole('button', { name: '撤销' });

async function fromMenu(page: Page, entry: string) {
  await page.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** A downloaded file under a name that says what it is. */
const named = async (path: string) => {
  return { name: 'moyan.zip', mimeType: 'application/zip', buffer: await readFile(path) };
};

const contentOf = async (page: Page, title: string) =>
  (await records(page, 'posts')).find((post) => post.title === title)?.content;

test('a_cleared_article_comes_back_in_its_own_place', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await editor.write('乙的字');
  await library.create('甲');
  await editor.write('甲的字');
  await fromMenu(page, '清空内容');
  await expect(page.getByText('内容已清空')).toBeVisible();
  await library.row('乙').click();
  await expect(editor.article).toHaveText('乙的字');
  await undo(page).click();
  await expect.poll(() => contentOf(page, '甲')).toBe('甲的字');
  await expect(editor.article).toHaveText('乙的字');
  await library.row('甲').click();
  await expect(editor.article).toHaveText('甲的字');
});

test('the_undo_of_a_cleared_article_goes_when_the_keyboard_has_undone_it', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('从前的字');
  await fromMenu(page, '清空内容');
  await expect(undo(page)).toBeVisible();
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article).toHaveText('从前的字');
  await expect(undo(page)).toBeHidden({ timeout: 2_000 });
});

test('what_is_typed_after_clearing_is_a_version_after_the_undo', async ({ editor, page }) => {
  await editor.open();
  await editor.write('原来的字');
  await fromMenu(page, '清空内容');
  await editor.write('清空以后写的');
  await undo(page).click();
  await expect(editor.article).toHaveText('原来的字');
  await editor.saved();
  const [post] = await records(page, 'posts');
  expect(JSON.stringify(post?.history)).toContain('清空以后写的');
});

test('undoing_the_default_content_gives_the_name_back', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await editor.write('---\ntitle: 我的题\n---\n我的字');
  await editor.saved();
  await fromMenu(page, '用教程替换正文');
  await expect(editor.article.locator('h1')).toHaveText('从第一行字到公众号');
  await undo(page).click();
  await expect(editor.article).toHaveText('我的字');
  await library.shows('内容 1', '乙');
  await editor.saved();
  await page.reload();
  await editor.ready();
  await library.shows('内容 1', '乙');
});

test('the_undo_key_takes_a_rename_back_before_an_older_deletion', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await library.create('乙');
  await library.create('丙');
  await library.row('丙').click();
  await page.keyboard.press('Delete');
  await library.shows('内容 1', '乙');
  await library.row('乙').click();
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: '文章名称' }).fill('新乙');
  await page.keyboard.press('Enter');
  await library.shows('内容 1', '新乙');
  await expect(library.tree).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Z');
  await library.shows('内容 1', '乙');
  expect(await contentOf(page, '乙')).toBe('');
  await page.keyboard.press('ControlOrMeta+Z');
  await library.shows('内容 1', '乙', '丙');
});

/** Saves a backup of all documents, and answers with its place. */
async function backUp(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '备份全部文章' }).click();
  return await (await downloading).path();
}

/** Opens the window that restores a backup in the place of all documents. */
async function chooseRestore(page: Page, backup: string): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '从备份恢复…' }).click();
  await (await choosing).setFiles(await named(backup));
  await page.getByRole('radio', { name: '替换全部文章' }).click();
}

test('after_a_restore_that_found_no_room_the_open_article_is_saved_as_before', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('备份里的字');
  await editor.saved();
  const backup = await backUp(page);
  await chooseRestore(page, backup);
  await failWrites(page);
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(page.getByText('空间不够，没有恢复；现有文章未改动。')).toHaveCount(1);
  await expect(page.getByText('存储空间已满')).toHaveCount(0);
  // What was to be replaced is all there.
  expect(await contentOf(page, '内容 1')).toBe('备份里的字');
  expect(await records(page, 'knowledgeBases')).toHaveLength(1);
  await heal(page);
  await editor.write('之后接着写的字');
  await editor.saved();
  await page.reload();
  await editor.ready();
  await expect(editor.article).toHaveText('之后接着写的字');
});

test('a_restore_is_undone_without_losing_what_was_written_since', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await editor.write('备份里的字');
  await editor.saved();
  const backup = await backUp(page);
  await editor.write('恢复之前的字');
  await chooseRestore(page, backup);
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(editor.article).toHaveText('备份里的字');
  await library.create('新的');
  await editor.write('新的字');
  await library.tree.focus();
  // The new article is not undone by a key: the restore is.
  await page.keyboard.press('ControlOrMeta+Z');
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
  await library.shows('内容 1', '新的');
  expect(await contentOf(page, '内容 1')).toBe('恢复之前的字');
  expect(await contentOf(page, '新的')).toBe('新的字');
});

test('after_a_restore_and_after_its_undo_one_writes_on_in_the_same_article', async ({
  editor,
  page,
}) => {
  await editor.open();
  await editor.write('备份里的字');
  await editor.saved();
  const backup = await backUp(page);
  await editor.write('恢复之前的字');
  await editor.saved();
  await chooseRestore(page, backup);
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(editor.article).toHaveText('备份里的字');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('，恢复以后');
  await expect.poll(() => contentOf(page, '内容 1')).toBe('备份里的字，恢复以后');
  await undo(page).click();
  await expect(editor.article).toHaveText('恢复之前的字');
  // The focus is in the text still.
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('，撤销以后');
  await expect.poll(() => contentOf(page, '内容 1')).toBe('恢复之前的字，撤销以后');
  await expect(page.getByText('这篇文章正在另一个标签页中编辑')).toBeHidden();
});

test('the_undo_key_asks_before_many_articles_go_and_says_what_it_did', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  const names = ['一', '二', '三', '四', '五', '六'];
  const files = names.map((name) => ({
    name: `${name}.md`,
    mimeType: 'text/markdown',
    buffer: Buffer.from(`${name}的字`),
  }));
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '导入文件…' }).click();
  await (await choosing).setFiles(files);
  await expect(page.getByText('已导入 6 篇文章')).toBeVisible();
  await library.row('三').click();
  await page.keyboard.press('ControlOrMeta+Z');
  const question = page.getByRole('dialog', { name: '要撤销上一步吗？' });
  await expect(question.getByText('“已导入 6 篇文章”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(library.row('三')).toBeVisible();
  await library.row('三').click();
  await page.keyboard.press('ControlOrMeta+Z');
  await question.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('已撤销：已导入 6 篇文章')).toBeVisible();
  await library.shows('内容 1');
  await page.getByRole('button', { name: '重做' }).click();
  await expect(library.row('六')).toBeVisible();
  await library.row('六').click();
  await page.keyboard.press('Delete');
  await expect(library.row('六')).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(library.row('六')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(library.row('六')).toBeHidden();
});
