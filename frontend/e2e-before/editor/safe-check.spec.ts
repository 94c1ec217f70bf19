import { expect, test } from '../support/editor';

const copy = '复制到公众号';
const dialog = '[role=dialog]';

test('what_would_be_lost_is_said_before_the_clipboard_is_written', async ({ editor, page }) => {
  await editor.openWith('# 题\n\n一段\n\n![本地](tutorial/seal.png)\n\n$\\frac{1$\n');
  await page.evaluate(() => navigator.clipboard.writeText('从前'));
  await page.getByRole('button', { name: copy }).click();
  const check = page.locator(dialog);
  await expect(check).toContainText('复制前，有 2 处需要留意');
  await expect(check).toContainText('公众号无法访问这张图片');
  await expect(check).toContainText('tutorial/seal.png');
  await expect(check).toContainText('这个公式未能转换');
  await expect(check).toContainText('原因：');
  await expect(check).toContainText('/ 20,000 字符');
  expect((await editor.clipboard())['text/plain']).toBe('从前');
  await check.getByRole('button', { name: '照样复制' }).click();
  await expect(page.getByText('已复制，去公众号后台粘贴即可')).toBeVisible();
  expect((await editor.clipboard())['text/html']).toContain('tutorial/seal.png');
});

test('what_was_accepted_once_does_not_ask_again', async ({ editor, page }) => {
  await editor.openWith('![本地](tutorial/seal.png)\n');
  await editor.copyForWechat();
  await page.getByRole('button', { name: copy }).click();
  await expect(page.getByText('1 处提醒')).toBeVisible();
  await expect(page.locator(dialog)).toHaveCount(0);
  await page.getByRole('button', { name: '查看' }).click();
  await expect(page.locator(dialog)).toContainText('tutorial/seal.png');
  await expect(page.locator(dialog).getByRole('button', { name: '照样复制' })).toHaveCount(0);
});

test('a_click_on_the_line_goes_there', async ({ editor, page }) => {
  await editor.openWith('# 题\n\n一段\n\n![本地](tutorial/seal.png)\n');
  await page.getByRole('button', { name: copy }).click();
  await page.locator(dialog).getByRole('button', { name: '第 5 行' }).click();
  await expect(page.locator(dialog)).toHaveCount(0);
  await page.keyboard.insertText('甲');
  await editor.saved();
  await expect(editor.article).toContainText('甲');
  await expect(editor.article.locator('p').last()).toContainText('甲');
});

test('one_click_fixes_change_the_text_and_can_be_undone', async ({ editor, page }) => {
  await editor.openWith(
    '![甲](http://a.example/a.png)\n\n![乙](https://b.oss-cn-hangzhou.aliyuncs.com/b.webp)\n\n[链](https://c.example)\n',
  );
  editor.errors.length = 0;
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await page.getByRole('menuitem', { name: '发布前检查' }).click();
  const check = page.locator(dialog);
  await check.getByRole('button', { name: '改用 https' }).click();
  await expect(check.getByRole('button', { name: '改用 https' })).toHaveCount(0);
  await check.getByRole('button', { name: '改为 PNG 地址' }).click();
  await expect(check.getByRole('button', { name: '改为 PNG 地址' })).toHaveCount(0);
  await check.getByRole('button', { name: '外链转文末引用' }).click();
  await expect(check).toContainText('没有发现问题');
  await check.getByRole('button', { name: copy }).click();
  await expect(page.getByText('已复制，去公众号后台粘贴即可')).toBeVisible();
  const html = (await editor.clipboard())['text/html'] ?? '';
  expect(html).toContain('https://a.example/a.png');
  expect(html).toContain('x-oss-process=image/format,png');
  expect(html).toContain('c.example');
  await editor.focusSource();
  await page.keyboard.press('ControlOrMeta+Z');
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(editor.article.locator('img').first()).toHaveAttribute('src', /^http:/);
  // The blocked pictures print errors of their own.
  editor.errors.length = 0;
});

test('a_long_article_offers_a_lean_copy', async ({ editor, page }) => {
  test.slow();
  const block = (i: number) => `\`\`\`js\nconst a${i} = [${i}, "字", true];\n\`\`\`\n`;
  await editor.openWith(Array.from({ length: 40 }, (_, i) => block(i)).join('\n'));
  const long = await editor.copyForWechat();
  await page.getByRole('button', { name: '查看' }).click();
  await expect(page.locator(dialog)).toContainText('上限是 20,000 个字符');
  await page.locator(dialog).getByRole('button', { name: '精简复制' }).click();
  await expect(page.locator(dialog)).toHaveCount(0);
  await expect
    .poll(async () => ((await editor.clipboard())['text/html'] ?? '').length)
    .toBeLessThan(long.length * 0.6);
  expect((await editor.clipboard())['text/plain']).toContain('const a39');
});
