import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { logIn, person, teamOf } from '../support/accounts';
import { PNG } from '../support/pasted-image';
import { expect, test } from '../support/visitor';

const PATH = '/team/personal/knowledge';

const line = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function act(page: Page, title: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `“${title}”的操作` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

async function create(
  page: Page,
  title: string,
  more: { category?: string; status?: string } = {},
) {
  await page.getByRole('button', { name: '新建知识库' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill(title);
  for (const [label, value] of [
    ['类别', more.category],
    ['状态', more.status],
  ] as const) {
    if (value === undefined) continue;
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: value }).click();
  }
  await dialog.getByRole('button', { name: '新建', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(line(page, title)).toBeVisible();
}

const titles = (page: Page) =>
  page.getByRole('list', { name: '知识库' }).getByRole('heading').allTextContents();

test('a_base_is_created_filtered_and_the_filter_stands_in_the_address', async ({
  page,
  visitor,
}) => {
  await logIn(page, person('墨客'), PATH);
  await expect(page.getByText('还没有知识库')).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await create(page, '写作手册', { category: '产品手册' });
  await create(page, '接口文档', { category: '技术文档', status: '草稿' });
  await expect(line(page, '写作手册')).toContainText('本地存储');
  await expect(line(page, '接口文档')).toContainText('草稿');
  expect(await visitor.violations()).toEqual([]);

  await page.getByRole('searchbox', { name: '搜索知识库' }).fill('jiekou');
  await expect.poll(() => titles(page)).toEqual(['接口文档']);
  await page.getByRole('button', { name: /^使用中/ }).click();
  await expect(page.getByText('没有符合条件的知识库')).toBeVisible();
  await page.getByRole('button', { name: '清除筛选' }).click();
  await page.getByRole('combobox', { name: '排序' }).click();
  await page.getByRole('option', { name: '名称' }).click();
  await expect.poll(() => titles(page)).toEqual(['接口文档', '写作手册']);
  await page.getByRole('combobox', { name: '类别' }).click();
  await page.getByRole('option', { name: '产品手册' }).click();
  await expect(page).toHaveURL(/category=productManual&sort=title$/);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(['写作手册']);
});

test('a_base_goes_to_the_bin_and_comes_back_and_is_duplicated_and_archived', async ({
  page,
  visitor: _,
}) => {
  await logIn(page, person('墨客'), PATH);
  await create(page, '甲');
  await create(page, '乙');
  await act(page, '甲', '移到回收站');
  await expect(page.getByText('“甲”已移到回收站')).toBeVisible();
  await expect(line(page, '甲')).toHaveCount(0);
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(line(page, '甲')).toBeVisible();

  await act(page, '甲', '移到回收站');
  await page.getByRole('button', { name: /^回收站/ }).click();
  await expect(line(page, '甲')).toContainText('彻底删除');
  await act(page, '甲', '恢复');
  await expect(page.getByText('回收站是空的')).toBeVisible();
  await page.getByRole('button', { name: /^全部/ }).click();
  await act(page, '甲', '创建副本');
  await expect(line(page, '甲 副本')).toBeVisible();
  await act(page, '甲 副本', '归档');
  await expect(line(page, '甲 副本')).toContainText('已归档');
  await act(page, '甲 副本', '编辑信息');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('名称').fill('');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('请填写名称');
  await dialog.getByLabel('名称').fill('丙');
  await dialog.getByLabel('说明').fill('改过的说明');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(line(page, '丙')).toContainText('改过的说明');

  await act(page, '丙', '移到回收站');
  await page.getByRole('button', { name: /^回收站/ }).click();
  await act(page, '丙', '彻底删除');
  await page.getByRole('dialog').getByRole('button', { name: '彻底删除' }).click();
  await expect(page.getByText('回收站是空的')).toBeVisible();
  // The editor always has one: the last stays.
  await page.getByRole('button', { name: /^全部/ }).click();
  await act(page, '甲', '移到回收站');
  await expect(line(page, '甲')).toHaveCount(0);
  await act(page, '乙', '移到回收站');
  await expect(page.getByText('最后一个知识库')).toBeVisible();
  await expect(line(page, '乙')).toBeVisible();
});

test('a_base_opens_in_the_editor', async ({ page, visitor: _ }) => {
  await logIn(page, person('墨客'), PATH);
  await create(page, '第一个');
  await create(page, '第二个');
  await page.getByRole('button', { name: '第一个', exact: true }).click();
  await expect(page).toHaveURL(/\/md$/);
  await expect(page.getByRole('button', { name: '知识库：第一个' })).toBeVisible();
});

test('an_archived_base_without_articles_is_taken_out_of_the_archive_in_the_editor', async ({
  page,
  visitor,
}) => {
  await logIn(page, person('墨客'), PATH);
  await create(page, '第一个');
  await create(page, '第二个');
  await act(page, '第二个', '归档');
  await expect(line(page, '第二个')).toContainText('已归档');
  await page.getByRole('button', { name: '第二个', exact: true }).click();
  await expect(page.getByText('知识库已归档，只能查看。')).toHaveCount(1);
  const createPost = page.getByRole('button', { name: '新建文章' });
  await expect(createPost).toHaveCount(1);
  await expect(createPost).toBeDisabled();
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('button', { name: '取消归档' }).click();
  await expect(page.getByText('知识库已归档，只能查看。')).toHaveCount(0);
  await expect(createPost.first()).toBeEnabled();
});

test('a_viewer_sees_what_a_member_has_synchronized_and_no_action_that_writes', async ({
  page,
  visitor,
  request,
  browser,
}) => {
  const owner = person('墨客');
  const reader = person('林小满');
  const team = await teamOf(request, owner, '雨夜编辑部', [{ person: reader, role: 'viewer' }]);
  await logIn(page, owner, `/team/${team}/knowledge`);
  await create(page, '共享手册', { category: '教程' });
  await expect(line(page, '共享手册')).toContainText('已同步');
  expect(await visitor.violations()).toEqual([]);

  const other = await browser.newContext();
  const viewer = await other.newPage();
  await logIn(viewer, reader, `/team/${team}/knowledge`);
  await expect(line(viewer, '共享手册')).toContainText('仅在服务器上');
  await expect(viewer.getByRole('button', { name: '新建知识库' })).toHaveCount(0);
  await expect(viewer.getByRole('button', { name: '导入' })).toHaveCount(0);
  await viewer.getByRole('button', { name: '“共享手册”的操作' }).click();
  await expect(viewer.getByRole('menuitem')).toHaveText(['获取到此浏览器', '导出为压缩包']);
  await viewer.getByRole('menuitem', { name: '获取到此浏览器' }).click();
  await expect(
    line(viewer, '共享手册').getByRole('button', { name: '共享手册', exact: true }),
  ).toBeVisible();
  await other.close();

  await act(page, '共享手册', '移到回收站');
  await page.getByRole('button', { name: /^回收站/ }).click();
  await expect(line(page, '共享手册')).toHaveCount(1);
  await act(page, '共享手册', '恢复');
  await page.getByRole('button', { name: /^全部/ }).click();
  await expect(line(page, '共享手册')).toContainText('已同步');

  await act(page, '共享手册', '移到回收站');
  await page.getByRole('button', { name: /^回收站/ }).click();
  await act(page, '共享手册', '彻底删除');
  const dialog = page.getByRole('dialog', { name: '彻底删除“共享手册”？' });
  await expect(dialog).toContainText('从服务器上删除');
  await dialog.getByRole('button', { name: '彻底删除' }).click();
  await expect(page.getByText('“共享手册”已彻底删除')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: '新建知识库' }).first()).toBeVisible();
  await expect(line(page, '共享手册')).toHaveCount(0);
});

test('the_list_fits_a_phone', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await logIn(page, person('墨客'), PATH);
  await create(page, '一个名字很长很长很长很长很长很长很长很长很长很长的知识库');
  expect(await visitor.overflow()).toBe(0);
  expect(await visitor.violations()).toEqual([]);
});

test('an_archive_is_looked_at_imported_undone_and_exported_to_the_same_bytes', async ({
  page,
  visitor,
}) => {
  await logIn(page, person('墨客'), PATH);
  const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  const text = (words: string) => new TextEncoder().encode(words);
  const vault = zipSync({
    '我的库/.obsidian/app.json': text('{}'),
    '我的库/首页.md': text('[[概念|看这里]] ![[图.png|300]]'),
    '我的库/笔记/概念.md': text('> [!note]- 折叠\n> 字'),
    '我的库/附件/图.png': png,
    '我的库/附件/表.xlsx': text('x'),
  });
  const take = async (name: string, buffer: Buffer) => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/zip', buffer });
  };
  await take('我的库.zip', Buffer.from(vault));
  const dialog = page.getByRole('dialog', { name: '导入' });
  await expect(dialog).toContainText('文章 2 篇 · 分类 2 个 · 图片 1 张');
  await expect(dialog.getByRole('combobox', { name: '来源' })).toContainText('Obsidian');
  await dialog.getByText('不是文章或图片').click();
  await expect(dialog.getByText('附件/表.xlsx')).toBeVisible();
  expect(await visitor.violations('popup')).toEqual([]);
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(line(page, '我的库')).toHaveCount(0);

  await take('我的库.zip', Buffer.from(vault));
  await dialog.getByRole('button', { name: '导入 2 篇' }).click();
  await expect(line(page, '我的库')).toContainText('2 篇文章');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(page.getByText('已撤销导入')).toBeVisible();

  await create(page, '别的');
  await take('我的库.zip', Buffer.from(vault));
  await dialog.getByRole('button', { name: '导入 2 篇' }).click();
  await expect(line(page, '我的库')).toContainText('2 篇文章');
  const exported = async () => {
    const downloading = page.waitForEvent('download');
    await act(page, '我的库', '导出为压缩包');
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('我的库.zip');
    return readFile(await download.path());
  };
  const first = await exported();
  await act(page, '我的库', '移到回收站');
  await expect(line(page, '我的库')).toHaveCount(0);
  await take('我的库.zip', first);
  await expect(dialog.getByRole('combobox', { name: '来源' })).toContainText('墨砚');
  await dialog.getByRole('button', { name: '导入 2 篇' }).click();
  await expect(line(page, '我的库')).toContainText('2 篇文章');
  expect((await exported()).equals(first)).toBe(true);
});

test('a_base_that_only_the_server_has_is_exported_with_its_images', async ({
  page,
  visitor: _,
  browser,
  request,
}) => {
  const owner = person('墨客');
  const reader = person('林小满');
  const team = await teamOf(request, owner, '雨夜编辑部', [{ person: reader, role: 'viewer' }]);
  await logIn(page, owner, `/team/${team}/knowledge`);
  const vault = zipSync({
    '手册/首页.md': new TextEncoder().encode('# 首页\n\n![](图.png)'),
    '手册/图.png': new Uint8Array(PNG),
  });
  await page.locator('input[type=file]').setInputFiles({
    name: '手册.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(vault),
  });
  await page.getByRole('dialog').getByRole('button', { name: '导入 1 篇' }).click();
  await expect(line(page, '手册')).toContainText('已同步');

  const other = await browser.newContext();
  const viewer = await other.newPage();
  await logIn(viewer, reader, `/team/${team}/knowledge`);
  await expect(line(viewer, '手册')).toContainText('仅在服务器上');
  const downloading = viewer.waitForEvent('download');
  await act(viewer, '手册', '导出为压缩包');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('手册.zip');
  const files = Object.keys(unzipSync(await readFile(await download.path())));
  expect(files.some((name) => name.endsWith('首页.md'))).toBe(true);
  expect(files.some((name) => name.startsWith('images/'))).toBe(true);
  // It is still at the server only.
  await expect(line(viewer, '手册')).toContainText('仅在服务器上');

  // The download may be ended while it lasts. The message of the first one has left.
  await expect(viewer.getByRole('button', { name: '取消' })).toHaveCount(0);
  await other.route('**/changes?since=0', () => undefined);
  await act(viewer, '手册', '导出为压缩包');
  await expect(viewer.getByText('正在打包…')).toBeVisible();
  await viewer.getByRole('button', { name: '取消' }).click();
  await expect(viewer.getByText('正在打包…')).toHaveCount(0);
  await other.close();
});

test('files_dropped_on_the_list_are_looked_at_and_may_be_left', async ({ page, visitor: _ }) => {
  await logIn(page, person('墨客'), PATH);
  await create(page, '甲');
  const transfer = await page.evaluateHandle(() => {
    const made = new DataTransfer();
    made.items.add(new File(['# 拖进来的'], '拖放.md'));
    return made;
  });
  const zone = page.getByRole('list', { name: '知识库' });
  await zone.dispatchEvent('dragover', { dataTransfer: transfer });
  await expect(page.getByText('松开即可查看能导入什么')).toBeVisible();
  await zone.dispatchEvent('drop', { dataTransfer: transfer });
  const dialog = page.getByRole('dialog', { name: '导入' });
  await expect(dialog).toContainText('文章 1 篇');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toHaveCount(0);
  await expect.poll(() => titles(page)).toEqual(['甲']);
});
