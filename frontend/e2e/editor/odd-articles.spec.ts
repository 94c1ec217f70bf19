import { expect, test } from '../support/editor';

for (const [name, text, expected] of [
  ['a_formula', '$$\n\\frac{a}{b}\n$$\n', '<svg'],
  ['an_inline_formula', '$x^2$\n', '<svg'],
  ['an_image', '![图](https://a.example/a.png)\n', 'https://a.example/a.png'],
  ['code', '```js\nconst a = 1;\n```\n', 'const'],
] as const) {
  test(`an_article_of_${name}_only_can_be_copied`, async ({ editor }) => {
    await editor.openWith(text);
    const html = await editor.copyForWechat();
    expect(html).toContain(expected);
    // What WeChat drops at both ends stands around it.
    expect(html).toMatch(/^<p style="font-size:0[^>]*>.*<p style="font-size:0[^>]*>[^<]*<\/p>$/s);
    editor.errors.length = 0;
  });
}

test('an_empty_article_says_so_and_leaves_the_clipboard', async ({ editor, page }) => {
  await editor.openWith(' \n');
  await page.evaluate(() => navigator.clipboard.writeText('从前'));
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText('文章还是空的，没有可复制的内容')).toBeVisible();
  expect((await editor.clipboard())['text/plain']).toBe('从前');
});

test('a_table_of_sixty_columns_scrolls_and_is_copied_whole', async ({ editor, page }) => {
  const row = (cell: (i: number) => string) =>
    `|${Array.from({ length: 60 }, (_, i) => cell(i)).join('|')}|`;
  await editor.openWith(`${row((i) => `列${i}`)}\n${row(() => '-')}\n${row((i) => `值${i}`)}\n`);
  const scroller = editor.article.locator('.table');
  expect(await scroller.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(true);
  const html = await editor.copyForWechat();
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 375, height: 700 });
  await sheet.setContent(`<body style="margin:0">${html}`);
  expect(await sheet.locator('td').count()).toBe(60);
  expect(await sheet.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await sheet.close();
});

test('an_image_of_megabytes_as_data_is_named_and_the_page_lives', async ({ editor, page }) => {
  test.slow();
  const data = 'A'.repeat(6_000_000);
  await editor.openWith('# 题\n');
  await editor.fill(`# 题\n\n![大图](data:image/png;base64,${data})\n\n尾\n`);
  await page.reload();
  // Chromium itself works for seconds on such an address.
  await expect(editor.article.locator('p').last()).toHaveText('尾', { timeout: 90_000 });
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByRole('dialog')).toContainText('图片以数据形式写在正文里', {
    timeout: 90_000,
  });
  await expect(page.getByRole('dialog')).toContainText('第 3 行');
  await page.getByRole('button', { name: '关闭', exact: true }).last().click();
  editor.errors.length = 0;
});

test('style_sheets_that_contradict_each_other_leave_the_text_whole', async ({ editor, page }) => {
  await editor.openWith('## 节\n\n一段\n');
  await page.getByRole('button', { name: '样式', exact: true }).click();
  await page.getByRole('combobox', { name: '2 级标题' }).click();
  await page.getByRole('option', { name: '侧边条' }).click();
  await page.getByRole('radio', { name: '优雅', exact: true }).click();
  const html = await editor.copyForWechat();
  expect(html).toMatch(/border-left:4px solid/);
  expect(html).toContain('一段');
});
