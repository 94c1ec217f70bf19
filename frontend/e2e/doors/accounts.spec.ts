import { freshEmail, PASSWORD, person } from '../support/accounts';
import { codeFor } from '../support/outbox';
import { expect, test } from './base';
import { logIn } from './console-screen';

test('who_types_the_address_of_the_registration_gets_an_account_and_is_in', async ({
  tab,
  request,
}) => {
  const email = freshEmail('door');
  await tab.open('/register');
  await tab.find({ label: '昵称' }).fill('墨客');
  await tab.find({ role: 'textbox', name: /^邮箱/ }).fill(email);
  await tab.find({ role: 'button', name: '发送验证码' }).click();
  await tab.find({ role: 'button', name: /秒后重发/ }).shows();
  await tab.find({ label: '验证码' }).fill(await codeFor(request, email));
  await tab.find({ label: '密码' }).fill(PASSWORD);
  await tab.find({ label: '确认密码' }).fill(PASSWORD);
  await tab.find({ role: 'checkbox' }).click();
  await tab.find({ role: 'button', name: '注册' }).click();
  await tab.find({ role: 'heading', name: '登录' }).shows();
  await tab.find({ role: 'textbox', name: /^邮箱/ }).hasValue(email);
  await logIn(tab, PASSWORD);
  await tab.showsAddress(/\/team\/personal/);
  await tab.reload();
  await tab.find({ role: 'button', name: /账号菜单/ }).shows();
});

test('who_types_the_address_of_the_reset_sets_a_new_password_and_is_in', async ({
  tab,
  request,
}) => {
  // It was made on the command line, so no code was sent to it yet.
  const { email } = person('墨客');
  await tab.open('/reset-password');
  await tab.find({ role: 'textbox', name: /^邮箱/ }).fill(email);
  await tab.find({ role: 'button', name: '发送验证码' }).click();
  await tab.find({ role: 'button', name: /秒后重发/ }).shows();
  await tab.find({ label: '验证码' }).fill(await codeFor(request, email));
  await tab.find({ label: '新密码' }).fill('another-one-2');
  await tab.find({ label: '确认密码' }).fill('another-one-2');
  await tab.find({ role: 'button', name: '重置密码' }).click();
  await tab.find({ role: 'heading', name: '登录' }).shows();
  await logIn(tab, 'another-one-2');
  await tab.showsAddress(/\/team\/personal/);
});

test('who_types_the_address_of_a_page_behind_the_login_comes_back_to_it', async ({ tab }) => {
  const { email } = person('墨客');
  await tab.open('/account');
  await tab.showsAddress(/\/login\?redirect=/);
  await tab.find({ role: 'textbox', name: /^邮箱/ }).fill(email);
  await logIn(tab, 'wrong-password');
  await tab.find({ role: 'alert', having: '账号或密码不正确' }).shows();
  await logIn(tab, PASSWORD);
  await tab.showsAddress(/\/account$/);
  await tab.find({ role: 'button', name: /账号菜单/ }).click();
  await tab.find({ role: 'menuitem', name: '退出登录' }).click();
  await tab.showsAddress('/');
  expect(await tab.evaluate(() => localStorage.getItem('token'))).toBeNull();
});
