import type { Page } from '@playwright/test';
import { expect, test } from '../support/open-editor';
import { storedText } from '../support/stored-text';

async function insert(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^(插入|Insert)$/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** What the letters that follow an insertion become; nothing is clicked in between. */
const CURSORS: Record<string, [item: string, text: string]> = {
  code_block: ['代码块', '```甲\n\n```\n'],
  diagram: ['流程图', '```mermaid\nflowchart LR\n  A[甲] --> B\n```\n'],
  callout: ['提示块', '> [!tip]\n> 甲\n'],
  divider: ['分隔线', '---\n\n甲'],
  table_of_contents: ['目录', '[TOC]\n\n甲'],
  footnote: ['脚注', '[^1]\n\n[^1]: 甲\n'],
  fold: ['折叠内容', '<details>\n<summary>甲</summary>\n\n收起来的内容\n\n</details>\n'],
};

for (const [name, [item, text]] of Object.entries(CURSORS)) {
  test(`after_a_${name}_the_author_goes_on_in_the_text`, async ({ editor, page }) => {
    await insert(page, item);
    await expect(page.getByRole('menu')).toBeHidden();
    await page.keyboard.type('甲');
    expect(await storedText(editor)).toBe(text);
  });
}

test('after_an_empty_table_its_cells_are_filled_by_keys_alone', async ({ editor, page }) => {
  await editor.write('前');
  await insert(page, '表格');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('spinbutton', { name: '列数' }).fill('2');
  await dialog.getByRole('spinbutton', { name: '行数' }).fill('2');
  await dialog.getByRole('button', { name: '插入', exact: true }).click();
  await expect(dialog).toBeHidden();
  for (const cell of ['甲', '乙', '1', '2']) {
    await page.keyboard.type(cell);
    await page.keyboard.press(cell === '2' ? 'Enter' : 'Tab');
  }
  await page.keyboard.type('后');
  await expect(editor.article.locator('td')).toHaveText(['1', '2']);
  expect(await storedText(editor)).toBe(
    '前\n\n| 甲  | 乙  |\n| --- | --- |\n| 1   | 2   |\n\n后\n',
  );
});

test('after_a_block_formula_the_author_goes_on_below', async ({ editor, page }) => {
  await editor.write('前');
  await page.keyboard.press('ControlOrMeta+Alt+M');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'LaTeX 代码' }).fill('x^2');
  await dialog.getByRole('radio', { name: '独占一行' }).click();
  // The keys insert from any field of the dialog.
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await page.keyboard.type('后');
  expect(await storedText(editor)).toBe('前\n\n$$\nx^2\n$$\n\n后');
});

test('in_an_empty_line_a_formula_stands_alone', async ({ editor, page }) => {
  await editor.write('前\n\n');
  await insert(page, '公式');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('radio', { name: '独占一行' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'LaTeX 代码' }).fill('x^2');
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog).toBeHidden();
  await page.keyboard.type('后');
  expect(await storedText(editor)).toBe('前\n\n$$\nx^2\n$$\n\n后');
});

test('a_block_from_the_slash_menu_stays_in_its_item', async ({ editor, page }) => {
  await editor.write('1. 甲');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/daimakuai');
  await expect(page.getByRole('option', { selected: true })).toContainText('代码块');
  await page.keyboard.press('Enter');
  await page.keyboard.type('rust');
  await expect(page.getByRole('option', { selected: true })).toContainText('rust');
  await page.keyboard.press('Enter');
  await page.keyboard.type('a');
  expect(await storedText(editor)).toBe('1. 甲\n2. ```rust\n   a\n   ```');
  await expect(editor.article.locator('ol > li')).toHaveCount(2);
  await expect(editor.article.locator('li pre')).toContainText('a');
});

test.describe('on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  for (const [name, [item, text]] of Object.entries(CURSORS)) {
    test(`after_a_${name}_the_author_goes_on_in_the_text`, async ({ editor, page }) => {
      const box = page.getByRole('textbox', { name: 'Markdown 正文' });
      await page.getByRole('button', { name: '插入', exact: true }).tap();
      await page.getByRole('menuitem', { name: item, exact: true }).tap();
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(box).toBeFocused();
      await page.keyboard.type('甲');
      expect(await storedText(editor)).toBe(text);
    });
  }

  test('commands_are_picked_by_touch_from_the_slash_menu', async ({ editor, page }) => {
    const box = page.getByRole('textbox', { name: 'Markdown 正文' });
    await box.tap();
    await page.keyboard.type('/');
    const menu = page.getByTestId('suggestions');
    await expect(menu).toBeVisible();
    const seen = await menu.boundingBox();
    expect(seen?.x).toBeGreaterThanOrEqual(0);
    expect((seen?.x ?? 0) + (seen?.width ?? 0)).toBeLessThanOrEqual(375);
    await menu.getByRole('option', { name: '引用' }).tap();
    await expect(box).toBeFocused();
    await page.keyboard.type('甲');
    expect(await storedText(editor)).toBe('> 甲');
  });
});
