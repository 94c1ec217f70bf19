import { expect, test } from '../support/editor';

test('code_has_its_colors_in_the_source', async ({ editor, page }) => {
  await editor.openWith('```js\nconst a = "词";\n```\n\n```\nconst plain;\n```\n');
  const keyword = editor.source.locator('.hljs-keyword');
  await expect(keyword).toHaveText('const');
  const ink = await editor.source
    .locator('.view-line')
    .nth(5)
    .locator('span span')
    .first()
    .evaluate((element) => getComputedStyle(element).color);
  expect(await keyword.evaluate((element) => getComputedStyle(element).color)).not.toBe(ink);
  await editor.write('```py\nprint("x")\n```\n');
  await expect(editor.source.locator('.hljs-string')).toHaveText(['"x"']);
  await editor.write('没有代码');
  await expect(editor.source.locator('.hljs-string')).toHaveCount(0);
  await expect(page.getByTestId('suggestions')).toBeHidden();
});

test('after_bold_italics_the_line_is_plain_again', async ({ editor }) => {
  await editor.open();
  await editor.write('平***粗斜***平，再*斜*平');
  const classes = editor.source.locator('.view-line').first().locator('span span');
  await expect(classes).toHaveText(['平', '***粗斜***', '平，再', '*斜*', '平']);
  const color = (at: number) =>
    classes.nth(at).evaluate((element) => getComputedStyle(element).color);
  expect(await color(2)).toBe(await color(0));
  expect(await color(4)).toBe(await color(0));
});

test('suggestions_in_a_style_sheet_open_without_an_error', async ({ editor, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.open();
  await page.keyboard.press('F1');
  await page.getByRole('combobox').fill('css panel');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('textbox', { name: 'CSS code' });
  await sheet.focus();
  await page.keyboard.type('p { colo');
  const list = page.locator('.suggest-widget');
  // What knows CSS comes on the first letter, and may come after the last one.
  await expect(async () => {
    await page.keyboard.press('Control+Space');
    await expect(list).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expect(list.locator('.monaco-list-row').first()).toContainText('color');
  await page.keyboard.press('Enter');
  await expect(sheet.or(page.locator('.css-editor')).first()).toBeAttached();
  // The keys of the text do nothing here.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await expect(page.getByTestId('suggestions')).toBeHidden();
  // Errors of the console are looked at when the test ends.
});
