import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { expect, test as fresh, emptied as test } from '../support/library';
import { records } from '../support/storage';

async function saveBackup(page: Page): Promise<Buffer> {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: '备份全部文章' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^moyan-\d{4}-\d{2}-\d{2}\.zip$/);
  return readFile(await download.path());
}

async function choose(page: Page, entry: string, files: { name: string; buffer: Buffer }[]) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '更多文章操作' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
  const chooser = await choosing;
  await chooser.setFiles(files.map((file) => ({ ...file, mimeType: 'application/octet-stream' })));
}

async function wipe(page: Page): Promise<void> {
  await page.goto('/favicon.svg');
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        localStorage.clear();
        sessionStorage.clear();
        const request = indexedDB.deleteDatabase('md_editor_db');
        request.onsuccess = resolve;
        request.onerror = reject;
      }),
  );
}

const everything = async (page: Page) => {
  const stores = ['knowledgeBases', 'categories', 'posts'];
  const all = await Promise.all(stores.map((store) => records(page, store)));
  return JSON.stringify(all);
};

test('export_wipe_import_and_export_again_is_byte_equal', async ({ editor, library, page }) => {
  await editor.open();
  const pixel = `data:image/png;base64,${Buffer.alloc(300, 7).toString('base64')}`;
  await editor.write(`# 有图\n\n![图](${pixel})`);
  await editor.saved();
  await editor.write(`# 有图有史\n\n![图](${pixel})`);
  await library.act('有图有史', '新建子文章');
  await page.getByRole('textbox', { name: '文章名称' }).fill('子');
  await page.keyboard.press('Enter');
  await editor.write('子的字');
  await editor.saved();
  const before = await everything(page);
  const first = await saveBackup(page);

  await wipe(page);
  await editor.open();
  await choose(page, '从备份恢复…', [{ name: 'moyan.zip', buffer: first }]);
  await expect(page.getByRole('dialog')).toContainText('1 个知识库、1 个分类、2 篇文章');
  await page.getByRole('radio', { name: '替换全部文章' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await expect(page.getByText('已从备份恢复全部文章')).toBeVisible();
  await library.shows('有图有史', '-子');
  await expect(editor.article).toHaveText('子的字');
  expect(await everything(page)).toBe(before);
  const second = await saveBackup(page);
  expect(second.equals(first)).toBe(true);

  // What was there before the backup comes back, too.
  await library.tree.focus();
  await page.keyboard.press('ControlOrMeta+Z');
  // All articles go at once: it is asked first.
  await page.getByRole('dialog').getByRole('button', { name: '撤销' }).click();
  await expect(editor.article.locator('h1')).toHaveText('从第一行字到公众号');
});

test('a_backup_merges_without_touching_what_is_here', async ({ editor, library, page }) => {
  await editor.open();
  await editor.write('备份时的字');
  await editor.saved();
  const backup = await saveBackup(page);
  await editor.write('后来写的字');
  await library.create('新的');
  await choose(page, '从备份恢复…', [{ name: 'b.zip', buffer: backup }]);
  await page.getByRole('dialog').getByRole('button', { name: '恢复' }).click();
  await library.shows('内容 1', '内容 1（备份）', '新的');
  await expect(editor.article).toHaveText('备份时的字');
  await library.row('内容 1').click();
  await expect(editor.article).toHaveText('后来写的字');
  await page.getByRole('button', { name: '撤销' }).click();
  await library.shows('内容 1', '新的');
});

for (const [what, bytes, words] of [
  ['is_none', Buffer.from('# 不是压缩包'), '这不是压缩包'],
  ['leads_out', Buffer.from(zipSync({ '../x.md': new Uint8Array([65]) })), '不安全的文件名'],
  ['is_a_bomb', Buffer.from(zipSync({ 'x.md': new Uint8Array(30_000_000) })), '异常地大'],
] as const) {
  test(`an_archive_that_${what}_is_refused_and_changes_nothing`, async ({ editor, page }) => {
    await editor.open();
    const before = await everything(page);
    await choose(page, '从备份恢复…', [{ name: 'bad.zip', buffer: bytes }]);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveAccessibleName('从备份恢复');
    expect(await everything(page)).toBe(before);
  });
}

test('a_cut_backup_is_refused_and_changes_nothing', async ({ editor, page }) => {
  await editor.open();
  const backup = await saveBackup(page);
  const before = await everything(page);
  const damaged = Buffer.from(backup);
  damaged.fill(0, 200, 260);
  await choose(page, '从备份恢复…', [{ name: 'bad.zip', buffer: damaged }]);
  await expect(page.getByText('压缩包已损坏')).toBeVisible();
  expect(await everything(page)).toBe(before);
});

test('markdown_files_are_imported_in_any_encoding_and_can_be_taken_back', async ({
  editor,
  library,
  page,
}) => {
  await editor.open();
  await choose(page, '导入文件…', [
    { name: '二.md', buffer: Buffer.from('---\ntitle: 题\n---\n# 第二') },
    { name: '一.txt', buffer: Buffer.from([0xb2, 0xe2, 0xca, 0xd4]) },
    { name: 'x.pdf', buffer: Buffer.from('%PDF') },
  ]);
  await expect(page.getByText('已导入 2 篇文章')).toBeVisible();
  await expect(page.getByText('跳过 1 个不是文章的文件')).toBeVisible();
  await library.shows('内容 1', '题', '一');
  await library.row('一').click();
  await expect(editor.article).toHaveText('测试');
  await page.getByRole('button', { name: '撤销' }).click();
  await library.shows('内容 1');
});

test('files_dropped_on_the_documents_are_imported', async ({ editor, library, page }) => {
  await editor.open();
  // A folder cannot be dropped by a script; a file can.
  const transfer = await page.evaluateHandle(() => {
    const made = new DataTransfer();
    made.items.add(new File(['# 拖进来的'], '拖放.md'));
    return made;
  });
  await library.tree.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(page.getByText('松开即可导入')).toBeVisible();
  await library.tree.dispatchEvent('drop', { dataTransfer: transfer });
  await library.shows('内容 1', '拖放');
  await expect(editor.article.locator('h1')).toHaveText('拖进来的');
});

test('a_text_that_is_dropped_on_the_editor_is_imported', async ({ editor, library, page }) => {
  await editor.open();
  const transfer = await page.evaluateHandle(() => {
    const made = new DataTransfer();
    made.items.add(new File(['# 拖进来的'], '拖放.md'));
    return made;
  });
  await editor.source.dispatchEvent('drop', { dataTransfer: transfer });
  await library.shows('内容 1', '拖放');
  await expect(editor.article.locator('h1')).toHaveText('拖进来的');
});

fresh('what_cannot_be_downloaded_for_an_import_or_a_backup_is_said', async ({ editor, page }) => {
  await editor.open();
  const said = page.getByText('这部分没有下载完整');
  const without = async (part: string, act: () => Promise<void>) => {
    const file = new RegExp(part.replace('.', '\\.'));
    await page.route(file, (route) => route.abort());
    await act();
    await expect(said).toBeVisible();
    await page.unroute(file);
    await page
      .getByRole('listitem')
      .filter({ has: said })
      .getByRole('button', { name: '关闭' })
      .click();
    await expect(said).toBeHidden();
  };
  for (const part of ['import-session', 'import.worker']) {
    await test.step(`an_import_whose_${part}_cannot_be_downloaded_says_so`, async () => {
      const files = [{ name: '一.md', buffer: Buffer.from('字') }];
      await without(part, () => choose(page, '导入文件…', files));
    });
  }
  await test.step('a_backup_whose_packer_cannot_be_downloaded_says_so', async () => {
    await without('archive.worker', async () => {
      await page.getByRole('button', { name: '更多文章操作' }).click();
      await page.getByRole('menuitem', { name: '备份全部文章' }).click();
    });
  });
  editor.errors.length = 0;
});
