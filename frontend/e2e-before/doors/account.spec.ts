// The account screens in every engine: opened by their address, used early, left and come back to.
import { PNG } from 'pngjs';
import { freshEmail, PASSWORD, person } from '../support/accounts';
import { codeFor } from '../support/outbox';
import { expect, test } from './base';
import { logIn } from './console-screen';
import type { Tab } from './drive/tab';
import { holdScripts } from './held-server';

const submit = (tab: Tab, name: string) => tab.find({ role: 'button', name }).click();

/** As a password manager does it that tells nobody. */
function fillSilently(tab: Tab, texts: Record<string, string>): Promise<unknown> {
  return tab.evaluate((filled) => {
    for (const [name, text] of Object.entries(filled)) {
      for (const field of document.querySelectorAll<HTMLInputElement>(`input[name=${name}]`)) {
        if (field.getClientRects().length > 0) field.value = text;
      }
    }
  }, texts);
}

test('vertical_words_have_their_comma_at_the_upper_right', async ({ tab }) => {
  await tab.open('/login');
  // The last letter before the comma, and the comma.
  const boxes = await tab.find('aside p').evaluate(({ firstChild }) => {
    const range = document.createRange();
    const comma = firstChild?.textContent?.indexOf('，') ?? -1;
    return [comma - 1, comma].map((at) => {
      range.setStart(firstChild as Node, at);
      range.setEnd(firstChild as Node, at + 1);
      const { x, y, width, height } = range.getBoundingClientRect();
      return { x, y, width, height };
    });
  });
  const { width, data } = PNG.sync.read(await tab.driven.screenshot());
  const isInk = (x: number, y: number) => (data[4 * (y * width + x)] ?? 0) > 160;
  const [letter, comma] = boxes.map((box) => {
    const drawn: [x: number, y: number][] = [];
    for (let x = Math.round(box.x); x < box.x + box.width; x += 1) {
      for (let y = Math.round(box.y); y < box.y + box.height; y += 1) {
        if (isInk(x, y)) drawn.push([x, y]);
      }
    }
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value) / values.length;
    return { x: mean(drawn.map(([x]) => x)), y: mean(drawn.map(([, y]) => y)) - box.y };
  });
  expect(comma?.x).toBeGreaterThan((letter?.x ?? 0) + 4);
  expect(comma?.y).toBeLessThan((letter?.y ?? 0) - 4);
});

test('who_opens_the_registration_by_its_address_gets_an_account', async ({ tab, request }) => {
  const email = freshEmail('door');
  await tab.open('/register');
  await tab.find({ label: '昵称' }).fill('墨客');
  await tab.find('input[name=identifier]').fill(email);
  await tab.find({ role: 'button', name: '发送验证码' }).click();
  await tab.says(`验证码已发往 ${email}`);
  await tab.find('input[name=code]').fill(await codeFor(request, email));
  await tab.find('input[name=passwd]').fill(PASSWORD);
  await tab.find('input[name=passwdConfirmPasswd]').fill(PASSWORD);
  await tab.find({ role: 'checkbox' }).click();
  await submit(tab, '注册');
  await tab.showsAddress(/\/login$/);
  await tab.find({ role: 'heading', name: '登录' }).shows();
  await tab.find('input[name=identifier]').hasValue(email);
});

test('what_is_done_before_the_program_is_there_is_done_by_it', async ({ tab, baseURL }) => {
  const server = await holdScripts(baseURL ?? '');
  try {
    await tab.open(`${server.origin}/register`);
    await tab.find({ label: '昵称' }).fill('墨客');
    await tab.find('input[name=identifier]').fill('no address');
    await tab.find('input[name=passwd]').fill(PASSWORD);
    await tab.find({ role: 'checkbox' }).click();
    await submit(tab, '注册');
    await tab.find({ role: 'button', name: '正在注册…' }).shows();
    server.release();
    await tab.says('请输入有效的邮箱地址');
    await tab.find({ label: '昵称' }).hasValue('墨客');
    await tab.find('input[name=passwd]').hasValue(PASSWORD);
    await tab.find({ role: 'checkbox' }).holds((box) => (box as HTMLInputElement).checked, true);
  } finally {
    server.close();
  }
});

test('what_is_pressed_before_the_program_is_there_is_done_by_it', async ({ tab, baseURL }) => {
  const server = await holdScripts(baseURL ?? '');
  try {
    await tab.open(`${server.origin}/login`);
    await tab.find({ role: 'radio', name: '验证码登录' }).click();
    await tab.find({ role: 'button', name: '界面语言' }).click();
    server.release();
    await tab.find('input[name=code]').shows();
    await tab.find({ role: 'menuitemradio', name: 'English' }).shows();
  } finally {
    server.close();
  }
});

test('a_form_is_read_when_it_is_sent_also_after_a_reload_and_after_back', async ({ tab }) => {
  const { email } = person('墨客');
  await tab.open('/login');
  await tab.find('input[name=identifier]').fill('somebody@example.com');
  await tab.reload();
  await tab.find('input[name=identifier]').shows();
  await tab.open('/terms');
  await tab.back();
  await tab.find('input[name=identifier]').shows();
  // Pressed once, so that the program is there.
  await submit(tab, '登录');
  await tab.find({ role: 'alert' }).shows();
  await fillSilently(tab, { identifier: email, passwd: PASSWORD });
  await submit(tab, '登录');
  await tab.showsAddress(/\/team\/personal/);
});

test('a_page_that_comes_back_follows_a_logout_meanwhile', async ({ tab }) => {
  const { email } = person('墨客');
  await tab.open('/login?redirect=%2Faccount');
  await tab.find('input[name=identifier]').fill(email);
  await tab.find('input[name=passwd]').fill(PASSWORD);
  await submit(tab, '登录');
  await tab.showsAddress(/\/account$/);
  await tab.find({ role: 'heading', name: '账号设置' }).shows();
  await tab.open('/robots.txt');
  await tab.evaluate(() => {
    localStorage.removeItem('token');
    localStorage.removeItem('userInfo');
  });
  await tab.back();
  await tab.showsAddress(/\/login\?redirect=/);
  await tab.until(async () => expect(await tab.find('input[name=identifier]').count()).toBe(1));
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
