import type { Page } from '@playwright/test';
import { logIn, PASSWORD, person, teamOf } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

/** What is typed where while the session ends, and how it is sent. */
interface Form {
  name: string;
  path: string;
  field: string;
  text: string;
  send: string;
}

test('what_is_typed_when_the_session_ends_is_there_after_the_login', async ({ page, request }) => {
  const site = await siteOf(request);
  const team = await teamOf(request, site.author, '写作组');
  const forms: Form[] = [
    {
      name: 'a domain',
      path: `${site.path}/domains`,
      field: '域名',
      text: 'docs.example.com',
      send: '添加',
    },
    { name: 'a nickname', path: '/account', field: '昵称', text: '新的笔名', send: '保存' },
    {
      name: 'a team',
      path: `/team/${team}/settings`,
      field: '团队名称',
      text: '编辑部',
      send: '保存',
    },
  ];
  for (const { name, path, field, text, send } of forms) {
    await test.step(name, async () => {
      await logIn(page, site.author, path);
      await page.getByLabel(field, { exact: true }).fill(text);
      await endSessions(page);
      await page.getByRole('button', { name: send, exact: true }).first().click();
      await expect(page).toHaveURL(/\/login/);
      await page.getByRole('textbox', { name: '邮箱' }).fill(site.author.email);
      await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      await expect(page.getByLabel(field, { exact: true })).toHaveValue(text);
    });
  }
});

test('nobody_else_is_given_what_was_typed', async ({ page }) => {
  const [author, other] = [person('墨客'), person('别人')];
  await logIn(page, author, '/account');
  await page.getByLabel('昵称', { exact: true }).fill('新的笔名');
  await endSessions(page);
  await page.getByRole('button', { name: '保存', exact: true }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole('textbox', { name: '邮箱' }).fill(other.email);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByLabel('昵称', { exact: true })).toHaveValue('别人');
});

/** As another device does it: the page learns of it by the next answer. */
async function endSessions(page: Page) {
  // A question that is on its way would be that next one.
  await page.waitForLoadState('networkidle');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  const answer = await page.request.post('/api/account/logout', { headers: { token } });
  expect(answer.ok()).toBe(true);
}
