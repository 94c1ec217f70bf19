import { readFile } from 'node:fs/promises';
import { freshEmail, logIn, PASSWORD, person, teamOf } from '../support/accounts';
import { codeFor } from '../support/outbox';
import { expect, test } from '../support/visitor';

const NEXT = 'another-one-2';

test('name_picture_and_address_change', async ({ page, visitor, request }) => {
  const author = person('林小满');
  await logIn(page, author, '/account');
  await page.getByLabel('昵称').fill('');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('请输入昵称')).toBeVisible();
  await page.getByLabel('昵称').fill('林大雪');
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('已保存')).toBeVisible();
  await expect(page.getByRole('button', { name: /账号菜单/ })).toContainText('林');

  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
  await expect(page.getByText('仅支持 JPG、PNG、WebP 格式的文件！')).toBeVisible();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no') });
  await expect(page.getByText('仅支持 JPG、PNG、WebP 格式的图片')).toBeVisible();
  const picture = await readFile('public/icons/icon-192.png');
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByRole('button', { name: '移除头像' })).toBeVisible();
  await expect(page.locator('main img').first()).toHaveJSProperty('complete', true);

  const email = freshEmail('moved');
  await page.getByRole('button', { name: /更换/ }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: '邮箱' }).fill(email);
  await dialog.getByRole('button', { name: '发送验证码' }).click();
  await dialog.getByLabel('验证码', { exact: true }).fill(await codeFor(request, email));
  await dialog.getByLabel('当前密码', { exact: true }).fill('wrong-password');
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog.getByRole('alert').first()).toBeVisible();
  await dialog.getByLabel('当前密码', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(email)).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
});

test('a_new_password_ends_the_other_devices', async ({ page, visitor: _, browser }) => {
  const author = person('林小满');
  const other = await browser.newContext();
  const elsewhere = await other.newPage();
  await logIn(elsewhere, author, '/account');
  await logIn(page, author, '/account');
  await page.getByRole('button', { name: '修改密码' }).click();
  await page.getByLabel('当前密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('新密码', { exact: true }).fill(NEXT);
  await page.getByLabel('确认密码', { exact: true }).fill('something-else');
  await page.getByRole('button', { name: '修改密码' }).last().click();
  await expect(page.getByText('两次输入的密码不一致')).toBeVisible();
  await page.getByLabel('确认密码', { exact: true }).fill(NEXT);
  await page.getByRole('button', { name: '修改密码' }).last().click();
  await expect(page.getByText('密码已修改，其他设备已退出')).toBeVisible();
  await expect(page.getByText('没有其他设备登录')).toBeVisible();
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login\?redirect=/);
  await logIn(elsewhere, author, '/account', NEXT);
  await other.close();
});

test('who_logs_in_next_sees_nothing_of_the_account_before', async ({
  page,
  visitor: _,
  request,
}) => {
  const before = person('墨客');
  await teamOf(request, before, '秘密编辑部');
  await logIn(page, before, '/team/personal/overview');
  const teams = page.getByRole('button', { name: /切换团队/ });
  await teams.click();
  await expect(page.getByRole('menuitemradio', { name: '秘密编辑部' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /账号菜单/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/$/);

  // The answer that would tell the difference comes late; what stands until then must be empty.
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/teams', async (route) => {
    await held;
    await route.continue();
  });
  // Without a new document: the page's memory is the point.
  await page.getByRole('link', { name: '登录' }).first().click();
  await page.getByRole('textbox', { name: '邮箱' }).fill(person('林小满').email);
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page).toHaveURL(/\/team\/personal/);
  await teams.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expect(page.getByText('秘密编辑部')).toHaveCount(0);
  answer();
});

test('an_account_takes_its_data_along_goes_and_comes_back', async ({ page, visitor }) => {
  const author = person('林小满');
  await logIn(page, author, '/account');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出我的数据' }).click();
  const exported = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  expect(JSON.stringify(exported)).toContain(author.email);
  expect(JSON.stringify(exported)).not.toMatch(/\$2[aby]\$/);

  await page.getByRole('button', { name: '注销账号' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('当前密码', { exact: true }).fill('wrong-password');
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByLabel('当前密码', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: '确认注销' }).click();
  await expect(page.getByText(/账号将在 .*彻底删除/)).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: '取消注销' }).click();
  await expect(page.getByText('已取消注销')).toBeVisible();
  await expect(page.getByRole('button', { name: '注销账号' })).toBeVisible();
});
