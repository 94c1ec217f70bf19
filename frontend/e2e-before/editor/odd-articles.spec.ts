import { expect, test } from '../support/editor';
import { putSettings, records } from '../support/storage';

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

/** What a reader sees of the elements of an article, in order. */
const LOOKS = [
  'color',
  'backgroundColor',
  'fontSize',
  'fontWeight',
  'textAlign',
  'letterSpacing',
] as const;

function looks(root: Element, names: readonly (keyof CSSStyleDeclaration)[]) {
  const texts = [...root.querySelectorAll('*')].filter((element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()),
  );
  return texts.map((element) => {
    const style = getComputedStyle(element);
    return [element.textContent?.trim(), ...names.map((name) => style[name])];
  });
}

test('css_that_contradicts_itself_is_copied_as_it_is_shown', async ({ editor, page }) => {
  const article = '## 节\n\n一段*斜*的**重**字\n\n> 引用\n';
  const css = [
    'p { color: red; color: nosuchcolor; text-align: left; text-align: right }',
    'section.article p { color: #00f; font-size: 20px !important; font-size: 30px }',
    'p { color: green; font-size: 12px }',
    'p.none, p { letter-spacing: 2px !important } p { letter-spacing: 9px }',
    'h2 { color: #111 !important; background: #222; background-color: #eee }',
    'h2 { color: #999; background: none; background: #123456 }',
    '@layer late { em { color: #f0f } } em { color: #0ff } .article em { color: #808 !important } em { color: #101 !important }',
    'strong { font-weight: 400 } strong { font-weight: bold; color: inherit; color: #0a0 }',
    'blockquote { & p { color: #321 } color: #654; p { color: #432 } }',
  ].join('\n');
  const tab = (name: string, content: string) => ({ title: name, name, content });
  await editor.open();
  await editor.saved();
  await putSettings(page, {
    css_content_config: {
      active: '甲',
      tabs: [tab('甲', css), tab('乙', 'p, h2 { color: #000 !important }')],
    },
  });
  await editor.fill(article);
  await page.reload();
  await editor.ready();
  await expect.poll(() => editor.preview.locator('style#own').textContent()).toBe(css);
  await expect(editor.article).toContainText('引用');
  const shown = await editor.article.evaluate(looks, LOOKS);
  const sheet = await page.context().newPage();
  await sheet.setContent(`<!doctype html><body>${await editor.copyForWechat()}`);
  const copied = await sheet.locator('body').evaluate(looks, LOOKS);
  await sheet.close();
  expect(copied.filter(([text]) => text !== '')).toEqual(shown);
  expect(shown).toContainEqual([
    '斜',
    'rgb(136, 0, 136)',
    expect.anything(),
    '20px',
    '400',
    'right',
    '2px',
  ]);
  // The other tab is not asked, and the article stays as it was.
  expect((await records(page, 'posts'))[0]?.content).toBe(article);
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
