import { readFile } from 'node:fs/promises';
import { expect, test } from '../support/library';
import { makePlain } from '../support/plain-http';

test.beforeEach(({ context }) => context.addInitScript(makePlain));

test('over_plain_http_articles_are_deleted_copied_moved_and_taken_back', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await library.create('乙');
  await editor.write('不能丢');
  await library.act('乙', '删除');
  await library.shows('内容 1');
  await page.getByRole('button', { name: '撤销' }).click();
  await library.shows('内容 1', '乙');
  await expect(editor.article).toHaveText('不能丢');
  await library.act('乙', '创建副本');
  await library.shows('内容 1', '乙', '乙 副本');
  await library.row('乙 副本').dragTo(library.row('内容 1'), { targetPosition: { x: 80, y: 3 } });
  await library.shows('乙 副本', '内容 1', '乙');
  await page.getByRole('button', { name: '撤销' }).first().click();
  await library.shows('内容 1', '乙', '乙 副本');
});

test('over_plain_http_all_articles_are_replaced_backed_up_restored_and_imported', async ({
  editor,
  library,
  page,
}) => {
  const choose = async (entry: string, name: string, buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: '更多文章操作' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await (await choosing).setFiles([{ name, buffer, mimeType: 'application/octet-stream' }]);
  };
  await editor.open();
  await editor.write('旧词');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '搜索与替换…' }).click();
  await page.getByRole('textbox', { name: '搜索' }).fill('旧词');
  await page.getByRole('button', { name: '替换', exact: true }).click();
  await page.getByRole('textbox', { name: '替换为' }).fill('新词');
  await page.getByRole('button', { name: '全部替换' }).click();
  await expect(page.getByText('已替换 1 篇文章')).toBeVisible();
  await expect(editor.article).toHaveText('新词');
  await page.keyboard.press('Escape');

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '备份全部文章' }).click();
  const backup = await readFile(await (await downloading).path());
  await choose('从备份恢复…', 'moyan.zip', backup);
  await page.getByRole('radio', { name: '替换全部文章' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('已从备份恢复全部文章')).toBeVisible();
  await choose('导入文件…', '新来的.md', Buffer.from('# 新来的\n\n字'));
  await expect(library.row('新来的')).toBeVisible();
});

test('over_plain_http_the_article_is_copied', async ({ editor, page }) => {
  await editor.open();
  await editor.write('# 题目');
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText('已复制，去公众号后台粘贴即可').first()).toBeVisible();
});

test('over_plain_http_diagrams_formulas_and_colors_are_drawn_and_copied', async ({
  editor,
  page,
}) => {
  await editor.openWith(
    ['```mermaid\nflowchart TD\n  A --> B\n```', '$x^2$', '```js\nlet a = 1\n```'].join('\n\n'),
  );
  await expect(editor.article.locator('.diagram > svg')).toBeVisible();
  await expect(editor.article.locator('.katex')).toBeVisible();
  await expect(editor.article.locator('.hljs-keyword')).toBeVisible();
  await page.getByRole('button', { name: '复制到公众号' }).click();
  await expect(page.getByText('已复制，去公众号后台粘贴即可').first()).toBeVisible();
});
