import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { expect, test } from '../support/library';
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
    await editor.open();
    await editor.write('');
    await insert(page, item);
    await expect(page.getByRole('menu')).toBeHidden();
    await page.keyboard.type('甲');
    expect(await storedText(editor)).toBe(text);
  });
}

test('a_newcomer_begins_behind_the_front_matter_and_no_command_breaks_it', async ({
  editor,
  page,
}) => {
  await editor.open();
  const text = await storedText(editor);
  const front = text.slice(0, text.indexOf('\n---\n') + 5);
  expect(front).toContain('title: ');
  // The first line is in sight, and nothing has taken the focus.
  await expect(editor.source.locator('.view-line').first()).toHaveText('---');
  await expect(page.locator('body')).toBeFocused();
  await insert(page, '分隔线');
  await expect(editor.article.locator('hr').first()).toBeAttached();
  expect((await storedText(editor)).startsWith(`${front}\n---\n\n`)).toBe(true);
  await page.keyboard.press('ControlOrMeta+Z');
  expect(await storedText(editor)).toBe(text);
  for (const [keys, written] of [
    ['ControlOrMeta+Alt+1', '# '],
    ['ControlOrMeta+K', '[链接文字](https://)'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.press(keys);
    expect((await storedText(editor)).startsWith(`${front}${written}\n`)).toBe(true);
    await page.keyboard.press('ControlOrMeta+Z');
    expect(await storedText(editor)).toBe(text);
  }
});

test('a_cursor_that_was_placed_is_there_again_when_the_article_is_opened_again', async ({
  editor,
  library,
  page,
}) => {
  await editor.openWith('---\ntitle: 甲\n---\n\n乙');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Home');
  await library.create('第二篇');
  await library.row('内容 1').click();
  await expect(editor.article).toHaveText('乙');
  await editor.focusSource();
  await page.keyboard.type('丙');
  await expect(editor.source.locator('.view-line').first()).toHaveText('丙---');
});

test('after_an_empty_table_its_cells_are_filled_by_keys_alone', async ({ editor, page }) => {
  await editor.open();
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
  await editor.open();
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
  await editor.open();
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

test('the_menu_of_the_right_click_is_the_apps_own', async ({ editor, page }) => {
  await editor.open();
  await editor.write('甲乙');
  await page.keyboard.press('ControlOrMeta+A');
  await editor.source
    .locator('.view-line')
    .first()
    .click({ button: 'right', position: { x: 12, y: 12 } });
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  const background = await menu.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(background).not.toBe('rgba(0, 0, 0, 0)');
  expect(await faults(page, 'popup')).toEqual([]);
  await menu.getByRole('menuitem', { name: '加粗' }).click();
  await expect.poll(() => storedText(editor)).toBe('**甲乙**');
  // By the keyboard: copy, then paste over the selection.
  await page.keyboard.press('Shift+F10');
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: '复制', exact: true }).press('Enter');
  await expect(menu).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+F10');
  await menu.getByRole('menuitem', { name: '粘贴' }).press('Enter');
  await expect.poll(() => storedText(editor)).toContain('甲乙甲乙');
  await page.keyboard.press('Shift+F10');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.keyboard.type('丙');
  await expect.poll(() => storedText(editor)).toContain('丙');
});

test.describe('on_a_phone', () => {
  test.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  for (const [name, [item, text]] of Object.entries(CURSORS)) {
    test(`after_a_${name}_the_author_goes_on_in_the_text`, async ({ editor, page }) => {
      await page.goto('/md');
      const box = page.getByRole('textbox', { name: 'Markdown 正文' });
      await expect(editor.article).toBeAttached();
      await box.fill('');
      await page.getByRole('button', { name: '插入', exact: true }).tap();
      await page.getByRole('menuitem', { name: item, exact: true }).tap();
      await expect(page.getByRole('menu')).toBeHidden();
      await expect(box).toBeFocused();
      await page.keyboard.type('甲');
      expect(await storedText(editor)).toBe(text);
    });
  }

  test('a_newcomer_begins_behind_the_front_matter', async ({ editor, page }) => {
    await page.goto('/md');
    const box = page.getByRole('textbox', { name: 'Markdown 正文' });
    await expect(editor.article).toBeAttached();
    const text = await box.inputValue();
    const front = text.slice(0, text.indexOf('\n---\n') + 5);
    expect(await box.evaluate((element) => element.scrollTop)).toBe(0);
    await expect(box).not.toBeFocused();
    await page.getByRole('button', { name: '插入', exact: true }).tap();
    await page.getByRole('menuitem', { name: '代码块', exact: true }).tap();
    await expect(page.getByRole('menu')).toBeHidden();
    expect(await storedText(editor)).toContain(`${front}\n\`\`\`\n\n\`\`\`\n`);
  });

  test('commands_are_picked_by_touch_from_the_slash_menu', async ({ editor, page }) => {
    await page.goto('/md');
    const box = page.getByRole('textbox', { name: 'Markdown 正文' });
    await expect(editor.article).toBeAttached();
    await box.fill('');
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

test('an_article_of_every_kind_takes_few_clicks_in_english', async ({ editor, page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('locale', 'en');
    Reflect.set(window, 'clicks', 0);
    addEventListener(
      'click',
      () => Reflect.set(window, 'clicks', Reflect.get(window, 'clicks') + 1),
      true,
    );
  });
  await editor.open();
  await editor.write('');
  const paragraph = 'Ink keeps what the tongue forgets, and paper is patient with both of them. ';
  await page.keyboard.type('# On ink');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.insertText(paragraph.repeat(36));
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/table');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Insert', exact: true }).click();
  await expect(dialog).toBeHidden();
  for (const cell of ['Kind', 'Price', 'Use', 'Pine', '30', 'Writing', 'Oil', '40', 'Painting']) {
    await page.keyboard.type(cell);
    await page.keyboard.press(cell === 'Painting' ? 'Enter' : 'Tab');
  }
  await page.keyboard.type('```js');
  await page.keyboard.press('Enter');
  await page.keyboard.type('grind(ink);');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('The area is $\\pi r^2$ of the stone.');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/flowchart');
  await expect(page.getByRole('option', { selected: true })).toContainText('Flowchart');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Grind');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Dry for a year /footnote');
  await expect(page.getByRole('option', { selected: true })).toContainText('Footnote');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Better two.');
  await expect(editor.article.locator('table td')).toHaveCount(6);
  await expect(editor.article.locator('pre.code-block')).toContainText('grind(ink);');
  await expect(editor.article.locator('.katex')).toHaveCount(1);
  await expect(editor.article.locator('svg').first()).toBeVisible();
  await expect(editor.article.getByText('Better two.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+C');
  await expect(page.getByText('Copied. Paste it into the WeChat editor').first()).toBeVisible();
  expect((await editor.clipboard())['text/html']).toContain('Better two.');
  const words = (await storedText(editor)).split(/\s+/).length;
  expect(words).toBeGreaterThan(500);
  const clicks = await page.evaluate(() => Reflect.get(window, 'clicks'));
  // Without an image, which needs a host.
  expect(clicks).toBeLessThanOrEqual(12);
});

test('a_block_from_the_slash_menu_stays_in_its_item', async ({ editor, page }) => {
  await editor.open();
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
