import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { expect, test } from '../support/library';
import { records } from '../support/storage';

/** Runs the command that `words` lead to, and expects it to be named `name`. */
async function command(page: Page, words: string, name: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.getByRole('combobox', { name: /^(输入命令名或拼音|Type a command)$/ }).fill(words);
  await expect(page.getByRole('option', { selected: true })).toHaveText(name);
  await page.keyboard.press('Enter');
}

/** What a message offers to take back. */
function undo(page: Page, message: string) {
  return page
    .getByRole('listitem')
    .filter({ hasText: message })
    .getByRole('button', { name: '撤销' });
}

test('the_open_article_is_named_and_moved_from_the_palette', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('乙');
  await library.create('丙');
  // None of it needs the list.
  await page.getByRole('button', { name: '收起文章列表' }).click();
  await expect(library.tree).toBeHidden();
  await command(page, 'chongmingming', '重命名这篇文章');
  const dialog = page.getByRole('dialog', { name: '重命名文章' });
  await expect(dialog.getByRole('textbox', { name: '文章名称' })).toBeFocused();
  expect(await faults(page, 'popup')).toEqual([]);
  await dialog.getByRole('textbox').fill('');
  await expect(dialog.getByText('请填写名称')).toBeVisible();
  await dialog.getByRole('textbox').fill('丁');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await command(page, 'shangyi', '上移这篇文章');
  await expect(undo(page, '已移动“丁”')).toBeVisible();
  await command(page, '上一篇的子', '把这篇文章设为上一篇的子文章');
  await command(page, 'documents sidebar', '显示或收起文章列表');
  await library.shows('内容 1', '-丁', '乙');
  await command(page, '移出', '把这篇文章移出一层');
  await library.shows('内容 1', '丁', '乙');
  await command(page, 'xiayi', '下移这篇文章');
  await library.shows('内容 1', '乙', '丁');
  await command(page, 'xiayi', '下移这篇文章');
  await expect(page.getByText('已经是这一层的最后一篇')).toBeVisible();
  await command(page, 'renumber', '为同级文章重新编号');
  await expect(page.getByText('已重新编号')).toBeVisible();
  const orders = async () =>
    (await records(page, 'posts')).map(({ order }) => Number(order)).sort((a, b) => a - b);
  expect(await orders()).toEqual([10, 20, 30]);
  // Numbers first, then the move before them.
  await command(page, 'chexiao', '撤销文章列表的上一次改动');
  await expect.poll(orders).not.toEqual([10, 20, 30]);
  await command(page, 'chexiao', '撤销文章列表的上一次改动');
  await library.shows('内容 1', '丁', '乙');
  await command(page, '子文章', '新建子文章');
  await library.shows('内容 1', '丁', '-未命名文章', '乙');
});

test('knowledge_bases_and_categories_are_kept_from_the_palette', async ({ editor, page }) => {
  await editor.open();
  const base = page.getByRole('button', { name: /^知识库：/ });
  const category = page.getByRole('button', { name: /^分类：/ });
  await command(page, '删除知识库', '删除知识库');
  await expect(page.getByText('至少保留一个知识库')).toBeVisible();
  await command(page, '删除分类', '删除分类');
  await expect(page.getByText('每个知识库至少保留一个分类')).toBeVisible();
  await command(page, 'xinjian zhishiku', '新建知识库');
  await page.getByRole('textbox', { name: '名称' }).fill('第二库');
  await page.keyboard.press('Enter');
  await expect(base).toHaveText('第二库');
  await command(page, '编辑知识库', '编辑知识库');
  await page.getByRole('textbox', { name: '名称' }).fill('二号库');
  await page.keyboard.press('Enter');
  await expect(base).toHaveText('二号库');
  await command(page, '新建分类', '新建分类');
  await page.getByRole('textbox', { name: '名称' }).fill('随笔');
  await page.keyboard.press('Enter');
  await expect(category).toHaveText('随笔');
  await command(page, '编辑分类', '编辑分类');
  await page.getByRole('textbox', { name: '名称' }).fill('杂文');
  await page.keyboard.press('Enter');
  await expect(category).toHaveText('杂文');
  await command(page, '删除分类', '删除分类');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await undo(page, '已删除分类“杂文”').click();
  await expect(category).toHaveText('杂文');
  await command(page, '删除知识库', '删除知识库');
  await expect(page.getByRole('dialog')).toContainText('要删除知识库“二号库”吗？');
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await undo(page, '已删除知识库“二号库”').click();
  await expect(base).toHaveText('二号库');
  // A category without an article has nothing to move.
  await command(page, '删除这篇', '删除这篇文章');
  await expect(page.getByText('没有打开的文章').first()).toBeVisible();
});

test('styles_are_reset_from_the_palette_and_come_back', async ({ editor, page }) => {
  await editor.open();
  await page.getByRole('button', { name: '样式', exact: true }).click();
  const elegant = page.getByRole('radio', { name: '优雅', exact: true });
  await elegant.click();
  await page.getByRole('button', { name: '收起右侧栏' }).click();
  await command(page, 'chongzhi', '重置样式');
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  const back = undo(page, '样式已重置');
  await expect(back).toBeVisible();
  await command(page, '样式面板', '样式面板');
  await expect(page.getByRole('radio', { name: '经典', exact: true })).toBeChecked();
  await back.click();
  await expect(elegant).toBeChecked();
});

test('the_palette_does_the_same_in_english', async ({ editor, library, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.open();
  await command(page, 'rename this', 'Rename this article');
  await page.getByRole('textbox', { name: 'Name of the article' }).fill('Second draft');
  await page.keyboard.press('Enter');
  await library.shows('Second draft');
  await command(page, 'move out', 'Move this article out one level');
  await expect(page.getByText('Already at the top level')).toBeVisible();
  await command(page, 'reset', 'Reset styles');
  await expect(page.getByRole('dialog', { name: 'Reset all styles?' })).toBeVisible();
});
