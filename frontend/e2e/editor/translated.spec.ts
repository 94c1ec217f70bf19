import words from '../../src/i18n/locales/zh-CN/tools.json' with { type: 'json' };
import { expect, test } from '../support/library';
import { translatePages } from '../support/translator';

/** Commands that open a dialog. */
const DIALOGS = [
  'help',
  'shortcuts',
  'table',
  'formula',
  'profile',
  'history',
  'searchAll',
  'resetStyle',
  'card',
  'quickOpen',
] as const;

test.beforeEach(({ context }) => translatePages(context));

test('a_translated_editor_works', async ({ editor, library, page }) => {
  await editor.open();
  await test.step('a_translated_page_makes_renames_and_deletes_articles', async () => {
    await library.create('第二篇');
    await editor.write('第二篇的字');
    await library.act('第二篇', '创建副本');
    await library.shows('内容 1', '第二篇', '第二篇 副本');
    await library.act('第二篇 副本', '删除');
    await library.shows('内容 1', '第二篇');
    await page.getByRole('button', { name: '撤销' }).click();
    await library.shows('内容 1', '第二篇', '第二篇 副本');
    await library.row('内容 1').click();
    await expect(editor.article.locator('h1')).toHaveText('第一篇');
    await library.row('第二篇').click();
    await expect(editor.article).toHaveText('第二篇的字');
  });
  await test.step('no_text_of_the_author_is_put_in_other_words', async () => {
    await library.row('内容 1').click();
    await expect(editor.article.locator('h1')).toHaveText('第一篇');
    await editor.write('# 题目\n\n正文\n\n```js\nlet a\n```');
    await expect(editor.article.locator('h1')).toHaveText('题目');
    await expect(page.locator('font').first()).toBeAttached();
    await expect(page.locator('#source font')).toHaveCount(0);
    await expect(editor.preview.locator('font')).toHaveCount(0);
    await expect(page.getByRole('banner').getByText('墨砚').locator('font')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: '题目' }).locator('font')).toHaveCount(0);
    await expect(library.row('题目').locator('font')).toHaveCount(0);
  });
  await test.step('a_translated_page_copies_and_exports', async () => {
    await editor.write('# 题目\n\n$x$ 与 `code`');
    expect(await editor.copyForWechat()).toContain('题目');
    await page.getByRole('button', { name: '更多复制与导出方式' }).click();
    await page.getByRole('menuitem', { name: '复制 Markdown' }).click();
    await expect(page.getByText('已复制 Markdown')).toBeVisible();
    await expect(page.getByRole('button', { name: '复制到公众号' })).toHaveText('复制到公众号复制');
  });
  await test.step('a_page_that_the_browser_translates_takes_letters_and_keeps_them', async () => {
    await editor.write('# 甲');
    await expect(editor.article.locator('h1')).toHaveText('甲');
    await page.keyboard.type('乙');
    await expect(editor.article.locator('h1')).toHaveText('甲乙');
    await editor.saved();
    await expect(editor.saveState).toHaveText('已保存');
    await expect(page.getByRole('region', { name: '文章状态' })).toContainText('2 字');
    await page.reload();
    await editor.ready();
    await expect(editor.article.locator('h1')).toHaveText('甲乙');
  });
  await test.step('every_menu_dialog_and_panel_of_a_translated_page_opens_and_closes', async () => {
    await page.getByRole('button', { name: '样式', exact: true }).click();
    const panels = page.getByRole('complementary', { name: '右侧栏' }).getByRole('tab');
    for (const panel of await panels.all()) await panel.click();
    await page.getByRole('button', { name: '收起右侧栏' }).click();
    for (const name of ['界面语言', '界面外观', '更多操作', '更多复制与导出方式']) {
      await page.getByRole('button', { name, exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
    }
    for (const id of DIALOGS) {
      await editor.focusSource();
      await page.keyboard.press('F1');
      await page.getByRole('combobox').fill(words.command[id]);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog', { name: words.command.palette })).toHaveCount(0);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await page.getByRole('button', { name: '界面外观', exact: true }).click();
    await page.getByRole('menuitemradio', { name: '深色' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: '界面语言', exact: true }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await expect(page.getByRole('button', { name: 'Style', exact: true })).toHaveText('Style');
    await editor.write('# Title');
    await expect(page.getByRole('region', { name: 'Article status' })).toContainText('1 word');
  });
});
