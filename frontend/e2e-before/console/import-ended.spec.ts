import type { Page } from '@playwright/test';
import { zipSync } from 'fflate';
import { logIn, person } from '../support/accounts';
import { PNG } from '../support/pasted-image';
import { records } from '../support/storage';
import { expect, test } from '../support/visitor';

const PATH = '/team/personal/knowledge';
const text = (words: string) => new TextEncoder().encode(words);

async function take(page: Page, files: Record<string, Uint8Array>): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name: '很多.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(zipSync(files, { level: 0 })),
  });
}

/** Different pictures, however small: the byte after the end of one counts. */
function pictures(n: number): Record<string, Uint8Array> {
  const files: Record<string, Uint8Array> = {};
  for (let i = 0; i < n; i += 1) {
    files[`很多/图/${i}.png`] = new Uint8Array([...PNG, i % 256, Math.floor(i / 256)]);
  }
  return files;
}

test('an_import_says_how_far_it_is_and_may_be_ended_before_it_is_written', async ({
  page,
  visitor: _,
}) => {
  await logIn(page, person('墨客'), PATH);
  const dialog = page.getByRole('dialog', { name: '导入' });
  const n = 2_400;
  const names = Array.from({ length: n }, (_, i) => `![](图/${i}.png)`);
  const files = { ...pictures(n), '很多/首页.md': text(names.join('\n')) };

  await take(page, files);
  await dialog.getByRole('button', { name: '导入 1 篇' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/图片/);
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page.getByText('已取消，没有导入任何文章')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  // The list reads the database again, and so does a new page.
  await page.reload();
  await expect(page.getByRole('button', { name: '新建知识库' }).first()).toBeVisible();
  expect(await records(page, 'posts')).toEqual([]);
  expect(await records(page, 'knowledgeBases')).toEqual([]);

  // What was kept of the images does not stand in the way of the next time.
  await take(page, files);
  await dialog.getByRole('button', { name: '导入 1 篇' }).click();
  await expect(page.getByRole('heading', { name: '很多', exact: true })).toBeVisible();
  expect(await records(page, 'posts')).toHaveLength(1);
});

test('files_that_are_still_being_looked_at_may_be_left', async ({ page, visitor: _ }) => {
  await logIn(page, person('墨客'), PATH);
  const dialog = page.getByRole('dialog', { name: '导入' });
  const link = '[看](1.md) '.repeat(200);
  const files = Array.from({ length: 4_000 }, (_, i): [string, Uint8Array] => [
    `很多/${i}.md`,
    text(`# ${i}\n\n${link}`),
  ]);
  await take(page, Object.fromEntries(files));
  await expect(dialog.getByRole('progressbar')).toBeVisible();
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await records(page, 'posts')).toEqual([]);
});
