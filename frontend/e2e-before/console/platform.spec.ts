import { logIn, PASSWORD, person, sessionOf, teamOf } from '../support/accounts';
import { expect, test } from '../support/visitor';

test('who_is_no_administrator_is_not_let_in', async ({ page, visitor: _ }) => {
  await logIn(page, person('林小满'), '/platform');
  await expect(page.getByRole('alert')).toContainText('这里只对平台管理员开放');
});

test('an_account_is_suspended_reads_why_and_comes_back', async ({ page, visitor, browser }) => {
  const admin = person('站长', { admin: true });
  const author = person('林小满');
  const other = await browser.newContext();
  const authorPage = await other.newPage();
  await logIn(authorPage, author, '/account');

  await logIn(page, admin, '/platform/users');
  await page.getByRole('searchbox').fill(author.email);
  const row = page.getByRole('row').filter({ hasText: author.email });
  // The list is narrowed once the row stands alone below its head.
  await expect(page.getByRole('row')).toHaveCount(2);
  await row.getByRole('button', { name: '林小满 的操作' }).click();
  await page.getByRole('menuitem', { name: '停用' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('请写明原因');
  await dialog.getByLabel('原因').fill('群发广告');
  await dialog.getByRole('button', { name: '停用' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row).toContainText('已停用');
  expect(await visitor.violations()).toEqual([]);

  // Out at once, and told why.
  await authorPage.reload();
  await expect(authorPage).toHaveURL(/\/login\?redirect=/);
  await authorPage.getByRole('textbox', { name: '邮箱' }).fill(author.email);
  await authorPage.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await authorPage.getByRole('button', { name: '登录', exact: true }).click();
  await expect(authorPage.getByRole('alert')).toContainText('群发广告');

  await row.getByRole('button', { name: '林小满 的操作' }).click();
  await page.getByRole('menuitem', { name: '解除停用' }).click();
  await expect(row).toContainText('正常');
  await authorPage.getByRole('button', { name: '登录', exact: true }).click();
  await expect(authorPage).toHaveURL(/\/account$/);
  await other.close();
});

test('a_space_gets_a_plan_and_the_log_names_who_did_it', async ({ page, visitor, request }) => {
  const admin = person('站长', { admin: true });
  const owner = person('墨客');
  const name = `雨夜编辑部 ${Date.now()}`;
  const team = await teamOf(request, owner, name);
  await logIn(page, admin, '/platform/teams');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('button', { name: `${name} 的操作` }).click();
  await page.getByRole('menuitem', { name: '更改套餐' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('专业版', { exact: true }).click();
  await dialog.getByRole('button', { name: '保存' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('专业版');
  const asOwner = await sessionOf(request, owner);
  expect((await asOwner<{ plan: string }>('get', `/teams/${team}`)).plan).toBe('professional');

  await page.getByRole('link', { name: '操作记录' }).click();
  const entry = page.getByRole('row').filter({ hasText: '更改套餐' }).filter({ hasText: name });
  await expect(entry).toContainText('套餐：专业版');
  await expect(entry).toContainText('站长');
  expect(await visitor.violations()).toEqual([]);

  // From an entry to the space, from the space to its entries, and of these the ones of a kind.
  await entry.getByRole('link', { name }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: `${name} 的操作` }).click();
  await page.getByRole('menuitem', { name: '查看操作记录' }).click();
  await expect(page.getByText(`只看“${name}”的记录`)).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('combobox', { name: '按操作筛选' }).click();
  await page.getByRole('option', { name: '新建团队' }).click();
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText(`名称：${name}`);
  await page.getByRole('button', { name: '查看全部记录' }).click();
  await expect(page.getByText(`只看“${name}”的记录`)).toHaveCount(0);
});

test('every_part_can_be_read_on_a_phone_in_the_dark_and_in_english', async ({ page, visitor }) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('locale', 'en'));
  const admin = person('Ada', { admin: true, english: true });
  await logIn(page, admin, '/platform');
  for (const part of ['Overview', 'Users', 'Spaces', 'Audit log', 'Email', 'Jobs']) {
    await page.getByRole('navigation').getByRole('link', { name: part }).last().click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    expect(await visitor.violations(), part).toEqual([]);
    expect(await visitor.overflow(), part).toBe(0);
  }
});

test('a_failed_job_is_started_again_or_discarded_after_a_question', async ({ page, visitor }) => {
  const admin = person('站长', { admin: true });
  await logIn(page, admin, '/platform/jobs');
  await expect(page.getByRole('status').filter({ hasText: '没有失败的任务' })).toBeVisible();
  await page.getByText('等待中', { exact: true }).click();
  // What repeats itself always waits.
  await expect(page.getByRole('row').filter({ hasText: '清理过期数据' })).toBeVisible();

  // A running server leaves no job behind that fails: the answers are those of one that did.
  const job = {
    id: '00000000-0000-7000-8000-000000000001',
    kind: 'sendMail',
    payload: {},
    status: 'dead',
    runAt: '2026-11-22T08:00:00Z',
    nAttempts: 8,
    lastError: 'no such host',
    createdAt: '2026-11-22T02:00:00Z',
  };
  const asked: string[] = [];
  await page.route('**/api/admin/jobs**', async (route) => {
    const method = route.request().method();
    const url = new URL(route.request().url());
    if (method !== 'GET') asked.push(`${method} ${url.pathname}`);
    const items = asked.some((line) => line.startsWith('DELETE')) ? [] : [job];
    const data = method === 'GET' ? { items, nextCursor: null } : method === 'POST' ? job : null;
    await route.fulfill({ json: { code: 1, message: '', data } });
  });
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'no such host' });
  await expect(row).toContainText('发送邮件');
  expect(await visitor.violations()).toEqual([]);
  const choose = async (name: string) => {
    await row.getByRole('button', { name: '发送邮件 的操作' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('重新执行');
  await expect(page.getByText('任务已重新排队')).toBeVisible();
  await choose('丢弃');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(row).toBeVisible();
  await choose('丢弃');
  await dialog.getByRole('button', { name: '丢弃' }).click();
  await expect(page.getByRole('status').filter({ hasText: '没有失败的任务' })).toBeVisible();
  expect(asked).toEqual([
    `POST /api/admin/jobs/${job.id}/retry`,
    `DELETE /api/admin/jobs/${job.id}`,
  ]);
});
