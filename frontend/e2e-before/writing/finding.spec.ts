import { faults } from '../support/axe';
import { expect, test } from '../support/library';
import { storedText } from '../support/stored-text';

test('an_article_is_opened_by_its_name_or_pinyin', async ({ editor, library, page }) => {
  await editor.open();
  await library.create('研墨手记');
  await library.create('选纸');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+P');
  const search = page.getByRole('combobox', { name: '输入文章名或拼音' });
  await expect(search).toBeFocused();
  const options = page.getByRole('option');
  // The latest comes first, and the open article last.
  await expect(options).toHaveCount(3);
  await expect(options.last()).toContainText('选纸');
  await expect(options.last()).toContainText('当前文章');
  await expect(options.first()).toContainText('研墨手记');
  expect(await faults(page, 'popup')).toEqual([]);
  await search.fill('没有');
  await expect(page.getByText('没有匹配的文章')).toBeVisible();
  await search.fill('选纸');
  await expect(options).toHaveCount(1);
  await search.fill('ymsj');
  await expect(options).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('研墨手记');
  await page.keyboard.type('写在这里');
  await expect(editor.article).toContainText('写在这里');
});

test('a_new_article_is_named_and_then_written_without_another_click', async ({ editor, page }) => {
  await editor.open();
  await page.getByRole('button', { name: '新建文章' }).first().click();
  const name = page.getByRole('textbox', { name: '文章名称' });
  await expect(name).toBeFocused();
  await page.keyboard.type('新篇');
  await page.keyboard.press('Enter');
  await expect(name).toBeHidden();
  await page.keyboard.type('正文');
  await expect(editor.article).toHaveText('正文');
  await expect(page.getByRole('treeitem', { name: '新篇', exact: true })).toBeVisible();
  // From the palette there is no name to type first.
  await page.keyboard.press('F1');
  await page.getByRole('combobox').fill('xjwz');
  await expect(page.getByRole('option', { selected: true })).toHaveText('新建文章');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: '未命名文章', exact: true })).toBeVisible();
  await expect(editor.article).toHaveText('');
  await page.keyboard.type('又一篇');
  await expect(editor.article).toHaveText('又一篇');
});

test('shortcuts_work_while_the_focus_is_in_the_preview', async ({ editor, page }) => {
  await editor.open();
  await editor.write('# 在预览中\n\n文字');
  await editor.article.locator('p', { hasText: /^文字$/ }).click({ button: 'right' });
  await editor.preview.locator('body').press('F1');
  await expect(page.getByRole('combobox', { name: '输入命令名或拼音' })).toBeFocused();
  await page.keyboard.press('Escape');
  await editor.preview.locator('body').press('ControlOrMeta+Shift+C');
  await expect(page.getByText('已复制，去公众号后台粘贴即可').first()).toBeVisible();
  expect((await editor.clipboard())['text/html']).toContain('在预览中');
});

test('help_shows_examples_that_can_be_changed_and_inserted', async ({ editor, page }) => {
  await editor.open();
  await editor.write('前');
  await page.getByRole('button', { name: '帮助' }).click();
  const dialog = page.getByRole('dialog', { name: '帮助' });
  const result = page.frameLocator('[data-testid=help-result]').locator('section.article');
  await expect(result.locator('strong')).toHaveText(['加粗']);
  expect(await faults(page, 'popup')).toEqual([]);
  await dialog.getByRole('tab', { name: '公式' }).click();
  await expect(result.locator('.katex').first()).toBeVisible();
  await dialog.getByRole('tab', { name: '代码块' }).click();
  await expect(result.locator('.hljs-keyword')).toHaveText('const');
  await dialog.getByRole('tab', { name: '提示块' }).click();
  await dialog.getByRole('textbox').fill('> [!tip] 改过\n> 的例子');
  await expect(result.locator('.alert-title')).toContainText('改过');
  await dialog.getByRole('button', { name: '插入' }).click();
  await expect(dialog).toBeHidden();
  await page.keyboard.type('后');
  expect(await storedText(editor)).toBe('前\n\n> [!tip] 改过\n> 的例子\n\n后');
  await page.keyboard.press('F1');
  await page.getByRole('combobox').fill('bangzhu');
  await page.keyboard.press('Enter');
  await dialog.getByRole('tab', { name: '快捷键' }).click();
  await expect(dialog).toContainText(/Ctrl\+Shift\+C|⇧⌘C/);
  await dialog.getByRole('tab', { name: '公众号' }).click();
  await expect(dialog).toContainText('公众号会丢弃样式表');
  expect(await faults(page, 'popup')).toEqual([]);
});

test('help_speaks_english', async ({ editor, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.open();
  await page.getByRole('button', { name: 'Help' }).click();
  const dialog = page.getByRole('dialog', { name: 'Help' });
  for (const tab of ['Syntax', 'Shortcuts', 'WeChat']) {
    await dialog.getByRole('tab', { name: tab, exact: true }).click();
    expect((await dialog.innerText()).replace('砚', '')).not.toMatch(/[\u4e00-\u9fff]/);
  }
});

test.describe('on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  test('help_is_one_tap_away', async ({ editor, page }) => {
    await page.goto('/md');
    await expect(editor.article).toBeAttached();
    await page.getByRole('button', { name: '帮助' }).tap();
    const dialog = page.getByRole('dialog', { name: '帮助' });
    await dialog.getByRole('tab', { name: '列表', exact: true }).tap();
    const result = page.frameLocator('[data-testid=help-result]').locator('section.article');
    await expect(result.locator('ol li')).toHaveCount(2);
    expect(await faults(page, 'popup')).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(375);
    for (const part of [dialog.getByRole('textbox'), page.getByTestId('help-result')]) {
      const box = await part.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(375);
    }
  });
});
