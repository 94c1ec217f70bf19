import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { freshEmail, giveProfessional, person, sessionOf } from '../support/accounts';
import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { codeFor } from '../support/outbox';

type WithId = { id: string; generation: number };

/** A published site that sells a membership; answers the address of its homepage. */
async function sellingSite(request: APIRequestContext): Promise<string> {
  const author = person('墨客');
  giveProfessional(author);
  const ask = await sessionOf(request, author);
  const base = await ask<WithId>('post', '/teams/personal/knowledge-bases', { title: '手册' });
  const categoryId = randomUUID();
  await ask('post', `/teams/personal/knowledge-bases/${base.id}/changes`, {
    device: 'Chrome',
    changes: [
      {
        id: randomUUID(),
        kind: 'putCategory',
        categoryId,
        name: '入门',
        slug: 'start',
        categoryKind: 'docs',
        description: '',
        position: 1,
      },
      {
        id: randomUUID(),
        kind: 'putText',
        documentId: randomUUID(),
        baseRevision: 0,
        title: '第一篇',
        isNamed: true,
        routerPath: '',
        content: '写给读者的第一段。',
        cause: 'edit',
        place: { categoryId, parentId: null, position: 1 },
        createdAt: '2026-11-22T08:00:00Z',
      },
    ],
  });
  const slug = `v${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const site = await ask<WithId>('post', '/teams/personal/sites', {
    name: '墨砚手册',
    description: '写作与建站',
    slug,
    knowledgeBaseId: base.id,
  });
  const route = `/teams/personal/sites/${site.id}`;
  const tab = await ask<{ data: object; revision: number }>('get', `${route}/membership`);
  const yearly = {
    id: randomUUID(),
    name: '年度会员',
    price: '¥199',
    period: 'yearly',
    isRecommended: true,
    benefits: [],
    isArchived: false,
  };
  await ask(
    'put',
    `${route}/membership`,
    { ...tab.data, packages: [yearly] },
    { 'if-match': `"${tab.revision}"` },
  );
  await ask('post', `${route}/releases`, { note: '' });
  const now = await ask<WithId>('get', route);
  await ask('patch', route, { status: 'published' }, { 'if-match': `"${now.generation}"` });
  const { port } = new URL(process.env.E2E_BASE_URL ?? 'http://127.0.0.1');
  return `http://${slug}.localhost:${port}`;
}

/** Logs in with a code that was sent. */
async function logIn(page: Page, request: APIRequestContext, email: string): Promise<void> {
  await page.getByLabel('邮箱或手机号').first().fill(email);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('输入验证码');
  expect(await faults(page)).toEqual([]);
  await page.getByLabel('验证码').fill(await codeFor(request, email));
  await page.getByRole('button', { name: '登录' }).click();
}

for (const scheme of ['light', 'dark'] as const) {
  test(`a_reader_logs_in_and_out_in_the_${scheme}`, async ({ browser, request }) => {
    const origin = await sellingSite(request);
    const context = await browser.newContext({ colorScheme: scheme, locale: 'zh-CN' });
    const page = await context.newPage();
    const email = freshEmail('reader');
    await page.goto(origin);
    await page.getByRole('banner').getByRole('link', { name: '登录' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('登录');
    expect(await faults(page)).toEqual([]);
    await logIn(page, request, email);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('我的账号');
    await expect(page.getByText(email)).toBeVisible();
    expect(await faults(page)).toEqual([]);

    await page.getByLabel('昵称').fill('李明');
    await page.getByRole('button', { name: '保存' }).first().click();
    await expect(page.getByRole('status')).toHaveText('资料已保存。');
    await expect(page.getByLabel('昵称')).toHaveValue('李明');

    await page.getByLabel('新密码', { exact: true }).fill('short');
    await page.getByLabel('再次输入新密码').fill('short');
    await page.getByRole('button', { name: '设置密码' }).click();
    await expect(page.getByLabel('新密码', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    expect(await faults(page)).toEqual([]);
    await page.getByLabel('新密码', { exact: true }).fill('correct horse');
    await page.getByLabel('再次输入新密码').fill('correct horse');
    await page.getByRole('button', { name: '设置密码' }).click();
    await expect(page.getByRole('status')).toContainText('密码已设置');

    await page.getByRole('button', { name: '退出登录' }).first().click();
    await expect(page).toHaveURL(`${origin}/`);
    await page.goto(`${origin}/account`);
    await expect(page).toHaveURL(/\/login\?from=/);
    await page.getByText('使用密码登录').click();
    await page.getByLabel('邮箱或手机号').last().fill(email);
    await page.getByLabel('密码', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page).toHaveURL(`${origin}/account`);
    await context.close();
  });
}

test('a_reader_on_a_phone_logs_in_and_deletes_the_account_without_a_script', async ({
  browser,
  request,
}) => {
  const origin = await sellingSite(request);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 812 },
  });
  const page = await context.newPage();
  const email = freshEmail('reader');
  const isWide = () => page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
  await page.goto(`${origin}/login?from=/docs`);
  expect(await isWide()).toBe(false);
  await page.getByLabel('邮箱或手机号').first().fill(email);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByLabel('验证码').fill('000');
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByLabel('验证码')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('验证码').fill(await codeFor(request, email));
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page).toHaveURL(`${origin}/docs`);
  await page.goto(`${origin}/account`);
  expect(await isWide()).toBe(false);
  await page.getByLabel('新密码', { exact: true }).fill('correct horse');
  await page.getByLabel('再次输入新密码').fill('correct horse');
  await page.getByRole('button', { name: '设置密码' }).click();
  await expect(page.getByRole('status')).toContainText('密码已设置');
  await page.locator('summary').filter({ hasText: '删除账号' }).click();
  await page.locator('#delete-passwd').fill('correct horse');
  await page.getByRole('button', { name: '彻底删除账号' }).click();
  await expect(page.getByRole('status')).toHaveText('账号已删除。');
  await page.goto(`${origin}/account`);
  await expect(page).toHaveURL(/\/login\?from=/);
  await context.close();
});
