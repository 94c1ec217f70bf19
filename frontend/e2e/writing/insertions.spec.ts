import type { Page } from '@playwright/test';
import { faults } from '../support/axe';
import { expect, test as fresh, emptied as test } from '../support/library';
import { storedText } from '../support/stored-text';

async function insert(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^(插入|Insert)$/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

fresh(
  'a_newcomer_begins_behind_the_front_matter_and_no_command_breaks_it',
  async ({ editor, page }) => {
    await editor.openForTheFirstTime();
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
  },
);

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

fresh.describe('on_a_phone', () => {
  fresh.use({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });

  fresh('a_newcomer_begins_behind_the_front_matter', async ({ editor, page }) => {
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
});

fresh('an_article_of_every_kind_takes_few_clicks_in_english', async ({ editor, page }) => {
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
