import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/editor';

const article =
  '---\ntitle: 复制/试验\n---\n\n# 大题\n\n第一段**重点**与 $x^2$。\n\n```js\nconst a = 1;\n```\n\n```mermaid\nflowchart LR\n  A[甲] --> B[乙]\n```\n\n<kbd onclick="alert(1)">键</kbd>\n';

test.beforeEach(async ({ editor }) => {
  await editor.openWith(article);
});

test('the_copy_for_wechat_is_inlined_and_complete', async ({ editor, page }) => {
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText(/已复制/).first()).toBeVisible();
  const { 'text/html': html = '', 'text/plain': text = '' } = await editor.clipboard();
  expect(html).toContain('大题');
  expect(html).toMatch(/<strong[^>]*style="[^"]*"[^>]*>/);
  expect(html).toContain('<svg');
  expect(html).toContain('甲');
  expect(html).not.toMatch(/\sclass=|<style|<script|onclick|foreignObject|hljs-/);
  expect(text).toContain('第一段');
  expect(editor.foreignRequests).toEqual([]);
});

test('the_copy_is_the_same_in_the_dark', async ({ editor, page }) => {
  const copy = async () => {
    // What was said of the last copy must not be taken for this one's.
    await expect(page.getByText(/已复制/)).toHaveCount(0);
    await page.getByRole('button', { name: '复制到公众号' }).click();
    await expect(page.getByText(/已复制/).first()).toBeVisible();
    const { 'text/html': html } = await editor.clipboard();
    await page.keyboard.press('Escape');
    return html?.replace(/diagram-\d+/g, '');
  };
  const light = await copy();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await copy()).toBe(light);
});

test('markdown_is_copied_as_it_is', async ({ editor, page }) => {
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await page.getByRole('menuitem', { name: '复制 Markdown' }).click();
  await expect(page.getByText('已复制 Markdown')).toBeVisible();
  expect((await editor.clipboard())['text/plain']).toBe(article);
});

test('html_is_copied_as_code', async ({ editor, page }) => {
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await page.getByRole('menuitem', { name: '复制 HTML 代码' }).click();
  await expect(page.getByText(/已复制/).first()).toBeVisible();
  expect((await editor.clipboard())['text/plain']).toContain('<section');
});

test('files_are_named_after_the_title', async ({ page }) => {
  const save = async (item: string) => {
    await page.getByRole('button', { name: '更多复制与导出方式' }).click();
    const waiting = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    const download = await waiting;
    return {
      name: download.suggestedFilename(),
      text: await readFile(await download.path(), 'utf8'),
    };
  };
  const markdown = await save('导出 Markdown 文件');
  expect(markdown).toEqual({ name: '复制_试验.md', text: article });
  const html = await save('导出 HTML 文件');
  expect(html.name).toBe('复制_试验.html');
  expect(html.text).toMatch(/^<!doctype html>/i);
  expect(html.text).toContain('大题');
});

test('without_the_clipboard_service_the_older_way_copies', async ({ editor, page }) => {
  await page.evaluate(() => {
    Object.defineProperty(globalThis, 'ClipboardItem', { value: undefined });
  });
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await page.getByRole('menuitem', { name: '复制 Markdown' }).click();
  await expect(page.getByText('已复制 Markdown')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(article);
  expect(editor.errors).toEqual([]);
});

test('a_refused_clipboard_names_the_reason', async ({ page }) => {
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    document.execCommand = () => false;
  });
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText('复制失败')).toBeVisible();
  await expect(page.getByText('浏览器拒绝了写入剪贴板')).toBeVisible();
});
