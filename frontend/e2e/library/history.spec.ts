import type { Page } from '@playwright/test';
import { expect, type LibraryScreen, emptied as test } from '../support/library';
import { records } from '../support/storage';

async function openHistory(page: Page, library: LibraryScreen, title: string) {
  await library.act(title, '历史版本…');
  await expect(page.getByRole('dialog')).toContainText('历史版本');
}

test('the_text_before_an_edit_can_be_compared_and_restored', async ({ editor, library, page }) => {
  await editor.open();
  await editor.write('# 初稿\n\n第一段');
  await editor.saved();
  await openHistory(page, library, '初稿');
  await expect(page.getByRole('list', { name: '历史版本' }).first()).toContainText('刚刚');
  // What was there before the first edit.
  await expect(page.getByTestId('diff')).toContainText('第一篇');
  await expect(page.getByTestId('diff').locator('ins').first()).toContainText('初稿');
  await page.getByRole('button', { name: '恢复这个版本' }).click();
  await expect(editor.article.locator('h1')).toHaveText('第一篇');
  await expect(page.getByText('已恢复，之前的文字已存为新版本')).toBeVisible();
  await editor.saved();
  const [post] = await records(page, 'posts');
  const history = (post?.history ?? []) as { content: string }[];
  expect(history.at(-1)?.content).toBe('# 初稿\n\n第一段');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(editor.article.locator('h1')).toHaveText('初稿');
  // Restoring is an edit like any other.
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article.locator('h1')).toHaveText('第一篇');
});

test('a_version_gets_a_name_and_can_be_deleted', async ({ editor, library, page }) => {
  await editor.open();
  await editor.write('投稿前的**字** for WeChat 👍🏽');
  const size = '16 字符';
  await expect(page.getByRole('region', { name: '文章状态' })).toContainText(size);
  await openHistory(page, library, '内容 1');
  await page.getByRole('textbox', { name: '为此版本命名' }).fill('投稿版');
  await page.keyboard.press('Enter');
  const versions = page.getByRole('list', { name: '历史版本' }).getByRole('button');
  await expect(versions.first()).toContainText('投稿版');
  await expect(versions.first()).toContainText(size);
  await expect(page.getByText('这个版本与现在的文字相同。')).toBeVisible();
  const before = await versions.count();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(versions).toHaveCount(before - 1);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(versions).toHaveCount(before);
  await expect(versions.first()).toContainText('投稿版');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(versions).toHaveCount(before - 1);
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click();
  // The editor goes on saving: the history is no edit of the text.
  await editor.write('之后写的');
  await editor.saved();
});

test('a_new_article_has_no_versions_and_says_so', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('新的');
  await library.act('新的', '历史版本…');
  await expect(page.getByText('还没有历史版本')).toBeVisible();
});
