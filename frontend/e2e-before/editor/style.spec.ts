import { expect, test } from '../support/editor';
import { records } from '../support/storage';

test.beforeEach(async ({ editor, page }) => {
  await editor.open();
  await editor.write(
    '## 标题\n\n一段文字，带[链接](https://example.com "例子")。\n\n![描述](/tutorial/seal.png "图名")\n\n```js\nlet a = 1;\n```\n',
  );
  await page.getByRole('button', { name: '样式', exact: true }).click();
});

test('every_choice_changes_the_article_and_is_kept', async ({ editor, page }) => {
  const css = () => editor.preview.locator('#theme').textContent();
  const changes = async (act: () => Promise<void>) => {
    const before = await css();
    await act();
    await expect.poll(css).not.toBe(before);
  };
  for (const name of ['优雅', '简洁', '衬线', '等宽', '18', '樱花粉']) {
    await changes(() => page.getByRole('radio', { name, exact: true }).click());
  }
  for (const name of ['首行缩进', '两端对齐']) {
    await changes(() => page.getByRole('switch', { name }).click());
  }
  await changes(() => page.getByLabel('自选颜色').fill('#7a3e9d'));
  await expect(editor.article.locator('.code-bar')).toHaveCount(1);
  await page.getByRole('switch', { name: 'Mac 风格标题栏' }).click();
  await expect(editor.article.locator('.code-bar')).toHaveCount(0);
  await page.getByRole('switch', { name: '行号' }).click();
  await expect(editor.article.locator('.code-lines')).toHaveCount(1);
  await page.getByRole('switch', { name: '外链转文末引用' }).click();
  await expect(editor.article.locator('.citations')).toContainText('example.com');
  await page.getByRole('switch', { name: '文首显示字数' }).click();
  await expect(editor.article.locator('.reading-note')).toContainText('字数');
  await expect(editor.article.locator('figcaption')).toHaveText('描述');
  await page.getByRole('combobox', { name: '图注' }).click();
  await page.getByRole('option', { name: '只用标题' }).click();
  await expect(editor.article.locator('figcaption')).toHaveText('图名');

  await page.reload();
  await editor.ready();
  await expect(page.getByRole('radio', { name: '简洁', exact: true })).toBeChecked();
  await expect(editor.article.locator('figcaption')).toHaveText('图名');
  const settings = new Map((await records(page, 'settings')).map((s) => [s.key, s.value]));
  expect(settings.get('theme')).toBe('concise');
  expect(settings.get('fonts')).toBe('monospace');
  expect(settings.get('size')).toBe(18);
  expect(settings.get('color')).toBe('#7a3e9d');
  expect(settings.get('legend')).toBe('title');
  expect(settings.get('isMacCodeBlock')).toBe(false);
  expect(settings.get('isCiteStatus')).toBe(true);
});

test('code_themes_are_found_by_typing', async ({ editor, page }) => {
  const background = () =>
    editor.article
      .locator('pre.code-block')
      .evaluate((pre) => getComputedStyle(pre).backgroundColor);
  const before = await background();
  await page.getByRole('combobox', { name: /代码主题/ }).click();
  await page.getByPlaceholder('搜索主题').fill('monokai');
  await page.getByRole('option', { name: 'monokai', exact: true }).click();
  await expect.poll(background).not.toBe(before);
});

test('reset_asks_first_and_leaves_the_text', async ({ editor, page }) => {
  await page.getByRole('radio', { name: '简洁', exact: true }).click();
  await page.getByRole('button', { name: '重置样式' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('radio', { name: '简洁', exact: true })).toBeChecked();
  await page.getByRole('button', { name: '重置样式' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '重置' }).click();
  await expect(page.getByText('样式已重置')).toBeVisible();
  await expect(page.getByRole('radio', { name: '经典', exact: true })).toBeChecked();
  await expect(editor.article.locator('h2')).toHaveText(['标题']);
});

test('panes_swap_and_the_preview_changes_its_width', async ({ editor, page }) => {
  const frame = page.locator('[data-testid=preview] iframe');
  const left = async () => (await frame.boundingBox())?.x ?? 0;
  const width = async () => (await frame.boundingBox())?.width ?? 0;
  expect(await width()).toBe(375);
  await page.getByRole('radio', { name: '全宽' }).click();
  await expect.poll(width).toBeGreaterThan(380);
  const isFirst = async () => (await left()) < ((await editor.source.boundingBox())?.x ?? 0);
  expect(await isFirst()).toBe(false);
  await page.getByRole('button', { name: '左右交换编辑区与预览区' }).click();
  await expect.poll(isFirst).toBe(true);
  await expect(editor.article.locator('h2')).toHaveText(['标题']);
});
