import { logIn, sessionOf } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

const LONG = `# 正文\n\n${'前面的一句话。'.repeat(20)}\n\n${'后面的一句话。'.repeat(200)}`;

test('rules_show_what_they_do_before_they_are_saved', async ({ page, request, visitor }) => {
  const site = await siteOf(request);
  for (const title of ['第一篇', '第二篇', '第三篇']) await site.write(title, LONG);
  await logIn(page, site.author, `${site.path}/access`);
  const simulator = page.getByRole('region', { name: '权限模拟' });
  await expect(simulator.getByText('完全公开')).toBeVisible();
  await expect(simulator.getByText('由默认权限决定')).toBeVisible();
  // One place chooses the document, for the verdict and the page below it.
  await expect(page.getByRole('combobox', { name: /^文档/ })).toHaveCount(1);

  await page.getByRole('combobox', { name: '访客（未登录）' }).click();
  await page.getByRole('option', { name: '部分可见' }).click();
  await expect(simulator.getByText('显示 142 字，全文 1542 字')).toBeVisible();
  await expect(simulator.getByRole('button', { name: /第三篇/ })).toContainText('142 / 1542 字');
  await expect(page.getByText('3 篇文档可见内容减少')).toBeVisible();

  await page.getByRole('combobox', { name: /^选择一篇文档/ }).click();
  await page.getByRole('option', { name: '第二篇' }).click();
  await page.getByRole('combobox', { name: '第二篇: 访客' }).click();
  await page.getByRole('option', { name: '对非会员隐藏' }).click();
  await expect(page.getByText('1 篇文档将被隐藏')).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await simulator.getByRole('combobox', { name: /^文档/ }).click();
  const option = page.getByRole('option', { name: '第二篇' });
  // The list moves as long as the forecast above it grows: a click may miss it.
  await expect(async () => {
    await option.click({ timeout: 2000 });
    await expect(option).toHaveCount(0, { timeout: 1000 });
  }).toPass();
  await expect(simulator.getByText('由这篇文档的规则决定')).toBeVisible();

  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: '恢复“第二篇”为默认权限' }).click();
  await expect(page.getByText('1 篇文档可见内容增多')).toBeVisible();
  await expect(page.getByRole('combobox', { name: '第二篇: 访客' })).toHaveCount(0);
});

test('another_base_is_bound_with_redirects_for_what_is_lost', async ({
  page,
  request,
  visitor,
}) => {
  const site = await siteOf(request);
  await site.write('安装', '怎么安装');
  await site.write('介绍', '这是什么');
  await site.publish();
  const ask = await sessionOf(request, site.author);
  const base = await ask<{ id: string }>('post', '/teams/personal/knowledge-bases', {
    title: '新手册',
  });
  const [categoryId, documentId] = [crypto.randomUUID(), crypto.randomUUID()];
  await ask('post', `/teams/personal/knowledge-bases/${base.id}/changes`, {
    device: 'Chrome',
    changes: [
      {
        id: crypto.randomUUID(),
        kind: 'putCategory',
        categoryId,
        name: '指南',
        slug: 'guide',
        categoryKind: 'docs',
        description: '',
        position: 1,
      },
      {
        id: crypto.randomUUID(),
        kind: 'putText',
        documentId,
        baseRevision: 0,
        title: '安装',
        isNamed: true,
        routerPath: '',
        content: '新的安装方法',
        cause: 'edit',
        place: { categoryId, parentId: null, position: 1 },
        createdAt: '2026-11-22T08:00:00Z',
      },
    ],
  });
  await logIn(page, site.author, `${site.path}/knowledge-base`);
  await page.getByRole('button', { name: '更换', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '选择知识库' });
  await dialog.getByRole('combobox', { name: '知识库' }).click();
  await page.getByRole('option', { name: '新手册' }).click();
  await expect(dialog.getByText('移除 2 个')).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: /安装/ })).toBeChecked();
  expect(await visitor.violations('popup')).toEqual([]);
  await dialog.getByRole('button', { name: '使用' }).click();
  await expect(page.getByText('知识库已更换')).toBeVisible();
  // Until the next release visitors read what they read before.
  await expect.poll(async () => (await site.read('/docs/start/安装')).text()).toContain('怎么安装');
  await site.publish();
  await expect
    .poll(async () => (await site.read('/docs/guide/安装')).text())
    .toContain('新的安装方法');
  const moved = await site.read('/docs/start/安装', { maxRedirects: 0 });
  expect(moved.status()).toBe(301);
  expect(decodeURI(moved.headers().location ?? '')).toBe('/docs/guide/安装');
});
