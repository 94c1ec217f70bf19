import type { Page } from '@playwright/test';
import { freshEmail, logIn, PASSWORD, person, register } from '../support/accounts';
import { codeFor, invitationFor } from '../support/outbox';
import { expect, test } from '../support/visitor';

/** From the login to the screen that resets a password. */
async function forgetPassword(page: Page) {
  await page.getByRole('link', { name: '忘记密码？' }).click();
  // The login asks for an address as well, and stands until this screen is drawn.
  await expect(page.getByRole('heading', { name: '重置密码' })).toBeVisible();
}

async function login(page: Page, password = PASSWORD) {
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('from_the_front_door_to_a_team', async ({ page, visitor, request, browser }) => {
  const owner = freshEmail('owner');
  const guest = freshEmail('guest');

  // A screen that needs a login leads back to itself, by way of a registration.
  await page.goto('/');
  await page.getByRole('link', { name: '知识库' }).first().click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('link', { name: '注册一个' }).click();
  await register(page, request, owner, '墨客');
  await expect(page.getByRole('textbox', { name: '邮箱' })).toHaveValue(owner);
  await login(page);
  await expect(page).toHaveURL(/\/team\/personal\/knowledge$/);
  expect(await visitor.violations()).toEqual([]);

  // A team, and an invitation.
  await page.getByRole('button', { name: /切换团队/ }).click();
  await page.getByRole('menuitem', { name: '新建团队' }).click();
  await page.getByLabel('团队名称').fill('雨夜编辑部');
  await page.getByRole('dialog').getByRole('button', { name: '新建团队' }).click();
  await expect(page.getByRole('heading', { name: '雨夜编辑部' })).toBeVisible();
  await page.getByRole('link', { name: '成员', exact: true }).click();
  await page.getByRole('button', { name: '邀请成员' }).click();
  await page.getByRole('dialog').getByLabel('邮箱').fill(guest);
  await page.getByRole('button', { name: '发送邀请' }).click();
  await expect(page.getByText(guest, { exact: true })).toBeVisible();
  const invitation = await invitationFor(request, guest);

  // A second person accepts it, by way of a registration.
  const other = await browser.newContext();
  const guestPage = await other.newPage();
  await guestPage.goto(invitation);
  await expect(guestPage.getByText('墨客 邀请你加入“雨夜编辑部”')).toBeVisible();
  await guestPage.getByRole('link', { name: '注册后接受' }).click();
  // The invitation has named the address.
  await expect(guestPage.getByRole('textbox', { name: '邮箱' })).toHaveValue(guest);
  await register(guestPage, request, guest, '林小满');
  await login(guestPage);
  await guestPage.getByRole('button', { name: '接受邀请' }).click();
  await expect(guestPage.getByRole('heading', { name: '雨夜编辑部' })).toBeVisible();
  await page.reload();
  await expect(page.getByText('林小满')).toBeVisible();

  // The code was sent within the minute: the server refuses another, and the screen counts down to the next.
  const third = await browser.newContext();
  const resetPage = await third.newPage();
  await resetPage.clock.install();
  await resetPage.goto('/login');
  await forgetPassword(resetPage);
  await resetPage.getByRole('textbox', { name: '邮箱' }).fill(owner);
  await resetPage.getByRole('button', { name: '发送验证码' }).click();
  await expect(resetPage.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  await resetPage.clock.fastForward(60_000);
  await expect(resetPage.getByRole('button', { name: '发送验证码' })).toBeEnabled();
  await other.close();
  await third.close();
});

test('who_opens_the_registration_by_its_address_gets_an_account', async ({
  page,
  visitor: _,
  request,
}) => {
  await page.goto('/register');
  await register(page, request, freshEmail('direct'), '墨客');
});

test('a_new_password_ends_every_session_and_so_does_leaving_all_devices', async ({
  page,
  visitor,
  request,
  browser,
}) => {
  // It was made on the command line, so no code was sent to it yet.
  const owner = person('墨客');
  await page.goto('/terms');
  const foot = page.getByRole('contentinfo');
  await expect(foot.getByRole('link', { name: '登录' })).toBeVisible();
  await logIn(page, owner, '/terms');
  await expect(foot.getByRole('link', { name: '控制台' })).toBeVisible();
  await expect(foot.getByRole('link', { name: /登录|注册/ })).toHaveCount(0);
  await page.goto('/team/personal/overview');
  const other = await browser.newContext();
  const resetPage = await other.newPage();
  await resetPage.goto('/login');
  await forgetPassword(resetPage);
  await resetPage.getByRole('textbox', { name: '邮箱' }).fill(owner.email);
  await resetPage.getByRole('button', { name: '发送验证码' }).click();
  await expect(resetPage.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  await resetPage.getByLabel('验证码', { exact: true }).fill(await codeFor(request, owner.email));
  await resetPage.getByLabel('新密码', { exact: true }).fill('another-one-2');
  await resetPage.getByLabel('确认密码', { exact: true }).fill('another-one-2');
  await resetPage.getByRole('button', { name: '重置密码' }).click();
  await expect(resetPage).toHaveURL(/\/login$/);
  await page.reload();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await login(resetPage, 'another-one-2');
  await expect(resetPage).toHaveURL(/\/team\/personal/);

  // Out on all devices.
  await page.getByRole('textbox', { name: '邮箱' }).fill(owner.email);
  await login(page, 'another-one-2');
  await expect(page).toHaveURL(/\/team\/personal\/overview$/);
  await page.goto('/account');
  await page.getByRole('button', { name: '退出其他所有设备' }).click();
  await expect(page.getByText('没有其他设备登录')).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await resetPage.reload();
  await expect(resetPage).toHaveURL(/\/login\?redirect=/);
  await page.getByRole('button', { name: /账号菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await other.close();
});

test('a_wrong_password_and_a_foreign_redirect_lead_nowhere', async ({ page, visitor: _ }) => {
  await page.goto('/login?redirect=https%3A%2F%2Fevil.test%2F');
  await page.getByRole('textbox', { name: '邮箱' }).fill(freshEmail('nobody'));
  await login(page, 'wrong-password');
  await expect(page.getByRole('alert')).toHaveText('账号或密码不正确');
  await expect(page).toHaveURL(/\/login/);
});

test('a_code_is_told_to_be_on_its_way_also_after_a_failed_try', async ({ page, visitor: _ }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /验证码/ })).toBeVisible();
  const email = freshEmail('late');
  await page.getByRole('textbox', { name: '邮箱' }).fill(email);
  await page.getByRole('button', { name: '发送验证码' }).click();
  await expect(page.getByText(`验证码已发往 ${email}`)).toBeVisible();
});
