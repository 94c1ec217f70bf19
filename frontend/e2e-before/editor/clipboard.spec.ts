import { expect, test } from '../support/editor';

const article =
  '# 大题\n\n第一段有**重点**。\n\n第二段带公式 $E=mc^2$ 收尾。\n\n```js\nconst a = 1;\nconst b = 2;\n```\n\n```mermaid\nflowchart LR\n  A[甲] --> B[乙]\n```\n\n尾段。\n';

test('a_selection_of_the_preview_is_copied_alone_and_in_style', async ({ editor, page }) => {
  await editor.openWith(article);
  await expect(editor.article.locator('.katex')).toBeVisible();
  await expect(editor.article.locator('.diagram > svg')).toBeVisible();
  await editor.article.evaluate((root) => {
    const document = root.ownerDocument;
    const [first, second] = root.querySelectorAll('p');
    const selection = document.getSelection();
    if (!first || !second) throw new Error('no paragraphs');
    document.defaultView?.focus();
    selection?.setBaseAndExtent(first, 0, second, second.childNodes.length);
  });
  await page.keyboard.press('ControlOrMeta+C');
  await expect(page.getByText('已复制所选内容')).toBeVisible();
  const { 'text/html': html = '', 'text/plain': text = '' } = await editor.clipboard();
  expect(html).toContain('重点');
  expect(html).toMatch(/<strong[^>]*style=/);
  expect(html).toContain('<svg');
  expect(html).not.toMatch(/\sclass=|katex|大题|const|尾段/);
  expect(text).toContain('第一段有重点。');
  expect(text).not.toContain('大题');
});

test('a_selection_of_code_and_diagram_is_filled_again', async ({ editor, page }) => {
  await editor.openWith(article);
  await expect(editor.article.locator('.diagram > svg')).toBeVisible();
  await expect(editor.article.locator('.hljs-keyword').first()).toBeVisible();
  await editor.article.evaluate((root) => {
    const code = root.querySelector('.code-body > code');
    const last = root.querySelectorAll('p')[2];
    if (!code || !last) throw new Error('no code');
    root.ownerDocument.defaultView?.focus();
    root.ownerDocument.getSelection()?.setBaseAndExtent(code, 0, last, 1);
  });
  await page.keyboard.press('ControlOrMeta+C');
  await expect(page.getByText('已复制所选内容')).toBeVisible();
  const { 'text/html': html = '', 'text/plain': text = '' } = await editor.clipboard();
  expect(html).toMatch(/<span[^>]*color:[^>]*>const/);
  expect(html).toContain('甲');
  expect(text).toContain('const b = 2;');
  expect(html).not.toContain('第一段');
});

test('an_unfinished_diagram_is_waited_for_and_may_be_left_out', async ({ editor, page }) => {
  await page.route('**/assets/mermaid*', () => undefined);
  await editor.openWith(article);
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText(/正在等待代码、公式与图表：\d \/ 3/)).toBeVisible();
  await page.getByRole('button', { name: '不再等待' }).click();
  const check = page.getByRole('dialog');
  await expect(check).toContainText('这张图表未能绘制');
  await expect(check).toContainText('已不再等待');
  await check.getByRole('button', { name: '照样复制' }).click();
  await expect(page.getByText('已复制，去公众号后台粘贴即可')).toBeVisible();
  expect((await editor.clipboard())['text/html']).toContain('flowchart');
});

test('an_unfinished_diagram_is_given_up_after_twenty_seconds', async ({ editor, page }) => {
  await page.route('**/assets/mermaid*', () => undefined);
  await editor.openWith(article);
  await expect(editor.article.locator('.katex')).toBeVisible();
  await page.clock.install();
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(async () => {
    await page.clock.fastForward(5_000);
    await expect(page.getByRole('dialog')).toContainText('等待时间过长', { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('dialog')).toContainText('这张图表未能绘制');
});

test('a_refused_clipboard_service_gives_way_to_a_selection', async ({ editor, page }) => {
  await editor.openWith('# 题\n\n一段**重点**。\n');
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText('已复制，去公众号后台粘贴即可')).toBeVisible();
  const { 'text/html': html = '', 'text/plain': text = '' } = await editor.clipboard();
  expect(html).toMatch(/<strong[^>]*style="[^"]*"[^>]*>/);
  expect(text).toContain('一段重点。');
});

test('in_english_the_same_copy_speaks_english', async ({ editor, page }) => {
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  await editor.openWith('![x](tutorial/seal.png)\n');
  await page.getByRole('button', { name: 'Copy for WeChat' }).click();
  const check = page.getByRole('dialog');
  await expect(check).toContainText('1 issue to check before copying');
  await check.getByRole('button', { name: 'Copy anyway' }).click();
  await expect(page.getByText('Copied. Paste it into the WeChat editor')).toBeVisible();
});
