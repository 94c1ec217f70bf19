import type { Page } from '@playwright/test';
import { expect, test } from '../support/library';
import { records } from '../support/storage';

async function openSearch(page: Page) {
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '搜索与替换…' }).click();
}

test('all_articles_are_searched_and_replaced_with_a_preview', async ({ editor, library, page }) => {
  await editor.open();
  await editor.write('第一篇里的旧词，还有旧词');
  await library.create('乙');
  await editor.write('乙里的旧词');
  await library.create('丙');
  await editor.write('丙里没有');
  await openSearch(page);
  await page.getByRole('textbox', { name: '搜索' }).fill('旧词');
  await expect(page.getByRole('status').filter({ hasText: '2 篇文章，共 3 处' })).toBeVisible();
  await page.getByRole('button', { name: '替换', exact: true }).click();
  await page.getByRole('textbox', { name: '替换为' }).fill('新词');
  const results = page.getByRole('list', { name: '搜索结果' });
  await expect(results.locator('del').first()).toHaveText('旧词');
  await expect(results.locator('ins').first()).toHaveText('新词');
  await page.getByRole('checkbox', { name: '替换“内容 1”' }).uncheck();
  await page.getByRole('button', { name: '全部替换' }).click();
  await expect(page.getByText('已替换 1 篇文章')).toBeVisible();
  const contents = async () => (await records(page, 'posts')).map(({ content }) => content).sort();
  expect(await contents()).toEqual(['丙里没有', '乙里的新词', '第一篇里的旧词，还有旧词']);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect.poll(contents).toEqual(['丙里没有', '乙里的旧词', '第一篇里的旧词，还有旧词']);
});

test('hits_are_reached_by_the_arrows', async ({ editor, library, page }) => {
  await editor.open();
  await editor.write('旧词\n\n另一行旧词');
  await library.create('乙');
  await openSearch(page);
  const query = page.getByRole('textbox', { name: '搜索' });
  await query.fill('旧词');
  const hits = page.getByRole('list', { name: '搜索结果' }).locator('[data-hit]');
  await expect(hits).toHaveCount(2);
  await query.press('Enter');
  await expect(hits.first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(query).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(hits.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(editor.article).toContainText('另一行旧词');
});

test('expressions_with_groups_change_the_open_article_as_one_step', async ({ editor, page }) => {
  await editor.open();
  await editor.write('2026-01-02 与 2027-03-04');
  await openSearch(page);
  await page.getByRole('button', { name: '正则表达式' }).click();
  await page.getByRole('textbox', { name: '搜索' }).fill('(\\d+)-(');
  await expect(page.getByText('这个正则表达式有误')).toBeVisible();
  await page.getByRole('textbox', { name: '搜索' }).fill('(\\d+)-(\\d+)-(\\d+)');
  await page.getByRole('button', { name: '替换', exact: true }).click();
  await page.getByRole('textbox', { name: '替换为' }).fill('$1 年 $2 月');
  await expect(page.locator('ins').first()).toHaveText('2026 年 01 月');
  await page.getByRole('button', { name: '全部替换' }).click();
  await expect(editor.article).toHaveText('2026 年 01 月 与 2027 年 03 月');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article).toHaveText('2026-01-02 与 2027-03-04');
});

test('an_expression_that_never_ends_is_stopped', async ({ editor, page }) => {
  await editor.open();
  await editor.write(`${'a'.repeat(60)}!`);
  await openSearch(page);
  await page.getByRole('button', { name: '正则表达式' }).click();
  await page.getByRole('textbox', { name: '搜索' }).fill('^(a+)+$');
  await expect(page.getByText('搜索用时过长，已停止')).toBeVisible();
  // The page was free meanwhile, and still is.
  await page.getByRole('textbox', { name: '搜索' }).fill('aaa');
  await expect(page.getByRole('status').filter({ hasText: '1 篇文章' })).toBeVisible();
});

test('a_search_offers_no_deletion_and_a_match_leads_to_its_place', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await library.create('乙');
  await editor.write('第一行\n\n这里有要找的字');
  await library.row('内容 1').click();
  await openSearch(page);
  await page.getByRole('textbox', { name: '搜索' }).fill('要找的');
  const results = page.getByRole('list', { name: '搜索结果' });
  await expect(results).toContainText('我的知识库 / docs');
  await expect(page.getByRole('button', { name: '删除全部匹配' })).toBeHidden();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await results.getByRole('button', { name: '这里有要找的字' }).click();
  await expect(library.row('乙')).toHaveAttribute('aria-selected', 'true');
  await expect(page.locator('.monaco-editor.focused')).toBeVisible();
  // The match is selected: what is typed takes its place.
  await page.keyboard.insertText('找到的');
  await expect(editor.article).toContainText('这里有找到的字');
});

test('a_result_opens_its_article', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await editor.write('要找的字');
  await library.row('内容 1').click();
  await openSearch(page);
  await page.getByRole('textbox', { name: '搜索' }).fill('要找的');
  await page.getByRole('button', { name: '乙', exact: true }).click();
  await expect(editor.article).toHaveText('要找的字');
  await expect(library.row('乙')).toHaveAttribute('aria-selected', 'true');
});
