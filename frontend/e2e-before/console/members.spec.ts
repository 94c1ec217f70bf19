import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { givePlan, logIn, type Person, person, sessionOf, teamOf } from '../support/accounts';
import { type Mail, mailsTo } from '../support/outbox';
import { newReader, sellingSite, transfer } from '../support/sales';
import { expect, test } from '../support/visitor';

/** A site of the personal space of somebody. Returns where its tabs are. */
async function siteOf(request: APIRequestContext, author: Person): Promise<string> {
  const asAuthor = await sessionOf(request, author);
  const slug = `m${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const body = {
    name: '写作手册',
    description: '',
    slug,
    knowledgeBaseId: null,
    language: 'zh-CN',
  };
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const site = await asAuthor<{ id: string }>('post', '/teams/personal/sites', body, key);
  return `/team/personal/site/${site.id}`;
}

const SALES_TABS = ['会员', '订单', '优惠与兑换', '收款方式'];

/** Each tab of the sales of a site says this. */
async function expectOnSalesTabs(page: Page, notice: string): Promise<void> {
  for (const name of SALES_TABS) {
    await page
      .getByRole('navigation', { name: '网站设置' })
      .getByRole('link', { name, exact: true })
      .click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByText(notice)).toBeVisible();
  }
}

test('without_the_plan_members_and_money_of_an_open_site_are_looked_after_under_a_notice', async ({
  page,
  visitor,
  request,
}) => {
  const site = await sellingSite(request);
  givePlan(site.author, 'creator');
  await logIn(page, site.author, `/team/personal/site/${site.id}/members`);
  await expectOnSalesTabs(page, '当前套餐不含会员与付费');
  expect(await visitor.violations()).toEqual([]);
});

test('without_the_plan_a_draft_says_what_can_be_set_up_already', async ({ page, request }) => {
  const author = person('墨客');
  await logIn(page, author, `${await siteOf(request, author)}/members`);
  await expectOnSalesTabs(page, '对外开放并开始收款、导入会员需要专业版');
});

test('transfers_are_set_up_and_stay', async ({ page, visitor, request }) => {
  const author = person('墨客');
  givePlan(author, 'professional');
  await logIn(page, author, `${await siteOf(request, author)}/payments`);
  const manual = page.locator('section', {
    has: page.getByRole('heading', { name: '扫码转账', level: 2 }),
  });
  await expect(page.getByText('还没有开启任何收款方式')).toBeVisible();
  await manual.getByRole('switch', { name: '允许读者用这种方式付款' }).click();
  await manual.getByRole('button', { name: '保存' }).click();
  // Readers would not know how to pay.
  await expect(manual.getByText('请上传收款码，或填写付款说明')).toHaveCount(1);
  await manual.getByLabel('付款说明').fill('请备注订单号后四位');
  await manual.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('扫码转账的设置已保存')).toBeVisible();
  await page.reload();
  await expect(manual.getByText('已开启')).toBeVisible();
  await expect(manual.getByLabel('付款说明')).toHaveValue('请备注订单号后四位');
  await expect(page.getByText('还没有开启任何收款方式')).toHaveCount(0);
  expect(await visitor.violations()).toEqual([]);
});

test('keys_are_written_and_never_read', async ({ page, visitor, request }) => {
  const author = person('墨客');
  givePlan(author, 'professional');
  await logIn(page, author, `${await siteOf(request, author)}/payments`);
  const stripe = page.locator('section', {
    has: page.getByRole('heading', { name: 'Stripe（银行卡）', level: 2 }),
  });
  await stripe.getByRole('switch', { name: '测试模式' }).click();
  await expect(stripe.getByText('测试订单不收真钱')).toBeVisible();
  await stripe.getByRole('textbox', { name: 'Stripe 密钥（sk_…）' }).fill('no key at all');
  await stripe.getByRole('textbox', { name: 'Webhook 签名密钥' }).fill('whsec_journey');
  await stripe.getByRole('button', { name: '保存' }).click();
  await expect(stripe.getByText('不是有效的密钥').first()).toBeVisible();
  await stripe.getByRole('textbox', { name: 'Stripe 密钥（sk_…）' }).fill('sk_test_journey');
  const answer = page.waitForResponse((response) => response.request().method() === 'PUT');
  await stripe.getByRole('button', { name: '保存' }).click();
  expect(await (await answer).text()).not.toContain('journey');
  await expect(stripe.getByText('密钥已设置')).toBeVisible();
  await expect(stripe.getByText(/\/hooks\/payments\/[\w-]+\/stripe/)).toBeVisible();
  await page.reload();
  await expect(stripe.getByText('密钥已设置')).toBeVisible();
  expect(await page.content()).not.toContain('sk_test_journey');
  expect(await visitor.violations()).toEqual([]);
});

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

/** Presses a button of a dialog that is open on top, after filling what it asks for. */
async function answer(page: Page, button: string | RegExp, fields: Record<string, string> = {}) {
  const dialog = page.getByRole('dialog').last();
  for (const [label, value] of Object.entries(fields)) {
    await dialog.getByLabel(label, { exact: true }).fill(value);
  }
  await dialog.getByRole('button', { name: button }).click();
}

/** What a button saves, as text. */
async function saved(page: Page, button: Locator): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download');
  await button.click();
  const file = await downloading;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test('transfers_are_confirmed_or_not_and_go_back', async ({ page, visitor, request, browser }) => {
  const site = await sellingSite(request);
  const buyer = await newReader(browser, request, site, 'buyer');
  const other = await newReader(browser, request, site, 'other');
  const paid = await transfer(buyer, site, site.packages.year, '尾号 1234');
  const doubted = await transfer(other, site, site.packages.month, '昨天转的');
  await logIn(page, site.author, `${site.path}/orders`);
  const strip = page.getByRole('navigation', { name: '待办' });
  await expect(strip.getByRole('link', { name: /待确认收款/ })).toContainText('2');
  await strip.getByRole('link', { name: /待确认收款/ }).click();
  await expect(page).toHaveURL(/status=awaitingConfirmation/);
  await expect(row(page, paid)).toContainText('¥199');
  expect(await visitor.violations()).toEqual([]);

  await page.getByRole('button', { name: paid }).click();
  const detail = page.getByRole('dialog').first();
  await expect(detail.getByText('尾号 1234').first()).toBeVisible();
  expect(await visitor.violations('popup')).toEqual([]);
  await detail.getByRole('button', { name: '确认到账' }).click();
  await answer(page, '确认到账', { '备注（仅团队可见，可不填）': '微信到账' });
  const timeline = detail.getByRole('list', { name: '订单动态' });
  await expect(timeline).toContainText('开通会员');
  await expect(timeline).toContainText('微信到账');
  await expect(timeline).toContainText('读者下单');
  await detail.getByRole('button', { name: '重发收据' }).click();
  await expect(page.getByText(`收据已发送给 ${buyer.email}`)).toBeVisible();
  await expect
    .poll(async () => (await mailsTo(request, buyer.email)).filter(isReceipt).length)
    .toBe(2);

  await detail.getByRole('button', { name: '退款' }).click();
  const refund = page.getByRole('dialog').last();
  await refund.getByText('部分', { exact: true }).click();
  await refund.getByLabel('退款金额（元）').fill('500');
  await refund.getByLabel('原因（会写在给读者的邮件里）').fill('多付了');
  await refund.getByRole('button', { name: /退款/ }).click();
  await expect(refund.getByRole('alert')).toContainText('最多可退');
  await refund.getByLabel('退款金额（元）').fill('99');
  await refund.getByRole('button', { name: /退款/ }).click();
  await expect(detail.getByText('部分退款').first()).toBeVisible();
  await detail.getByRole('button', { name: '退款' }).click();
  await answer(page, /退款/, { '原因（会写在给读者的邮件里）': '不想读了' });
  await expect(detail.getByText('已退款').first()).toBeVisible();
  await expect(timeline).toContainText('收回会员');

  await page.goto(`${site.path}/orders?status=awaitingConfirmation`);
  await page.getByRole('button', { name: doubted }).click();
  await detail.getByRole('button', { name: '未收到' }).click();
  await answer(page, '未收到');
  await expect(page.getByRole('dialog').last().getByRole('alert')).toHaveText('请写明原因');
  await answer(page, '未收到', { '原因（会写在给读者的邮件里）': '没有查到这笔转账' });
  await expect(detail.getByText('没有查到这笔转账').first()).toBeVisible();
  await other.page.reload();
  await expect(other.page.locator('main')).toContainText('没有查到这笔转账');

  await page.goto(`${site.path}/orders`);
  const csv = await saved(page, page.getByRole('button', { name: '导出 CSV' }));
  expect(csv.name).toBe('墨砚手册-orders.csv');
  for (const number of [paid, doubted]) expect(csv.text).toContain(number);
});

const isReceipt = ({ template }: Mail) => /receipt/i.test(template);

test('two_who_work_on_one_order_are_told_of_each_other', async ({
  page,
  visitor: _,
  request,
  browser,
}) => {
  const site = await sellingSite(request);
  const buyer = await newReader(browser, request, site);
  const number = await transfer(buyer, site, site.packages.month, '已付');
  const second = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
  for (const console of [page, second]) {
    await logIn(console, site.author, `${site.path}/orders`);
    await console.getByRole('button', { name: number }).click();
    await console.getByRole('dialog').getByRole('button', { name: '未收到' }).click();
  }
  const reason = { '原因（会写在给读者的邮件里）': '没有查到' };
  await answer(page, '未收到', reason);
  await expect(page.getByText('已标记为未收到')).toBeVisible();
  await answer(second, '未收到', reason);
  await expect(second.getByRole('dialog').last().getByRole('alert')).toContainText(
    '可能已由其他成员处理',
  );
  await second.getByRole('dialog').last().getByRole('button', { name: '取消' }).click();
  // What is behind the dialog is the order as it is now.
  await expect(second.getByRole('dialog').getByText('未收到').first()).toBeVisible();
  await expect(second.getByRole('dialog').getByRole('button', { name: '未收到' })).toHaveCount(0);
});

test('a_member_is_given_a_membership_seen_kept_out_and_loses_it', async ({
  page,
  visitor,
  request,
  browser,
}) => {
  const site = await sellingSite(request);
  const reader = await newReader(browser, request, site, 'reader');
  await newReader(browser, request, site, 'someone');
  await logIn(page, site.author, `${site.path}/members`);
  await page.getByRole('searchbox').fill(reader.email);
  await expect(page).toHaveURL(/search=/);
  await page.getByRole('button', { name: /^非会员/ }).click();
  await expect(page).toHaveURL(/state=none/);
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue(reader.email);
  await expect(page.getByRole('button', { name: /^非会员/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('button', { name: reader.email }).click();
  const detail = page.getByRole('dialog').first();
  await expect(detail.getByText(/^Chrome · \w+$/)).toBeVisible();
  await detail.getByRole('button', { name: '赠送会员' }).click();
  await answer(page, '赠送', { 月数: '0' });
  await expect(page.getByRole('dialog').last().getByRole('alert')).toContainText('1 到 1200');
  await answer(page, '赠送', { 月数: '3', 备注: '老读者' });
  const grants = detail.getByRole('list', { name: '会员记录' });
  await expect(grants).toContainText('3 个月');
  await expect(grants).toContainText('老读者');
  await detail.getByRole('button', { name: '赠送会员' }).click();
  await answer(page, '赠送', { 月数: '1' });
  await expect(grants.getByRole('listitem')).toHaveCount(2);
  expect(await visitor.violations('popup')).toEqual([]);

  await detail.getByRole('button', { name: '以该读者的身份查看' }).click();
  const view = page.getByRole('dialog').last();
  await expect(view).toContainText('只读预览');
  await expect(view.locator('iframe')).toBeVisible();
  await page.keyboard.press('Escape');
  const asAdmin = await sessionOf(request, person('管理员', { admin: true }));
  const log = await asAdmin<{ entries: object[] }>(
    'get',
    '/admin/audit-entries?action=membership.viewed',
  );
  expect(JSON.stringify(log)).toContain(reader.email);

  await page.goto(`${site.path}/members?state=active`);
  await page.getByRole('button', { name: reader.email }).click();
  for (const left of [1, 0]) {
    await grants.getByRole('button', { name: '收回' }).first().click();
    await answer(page, '收回', { 原因: '送错了' });
    await expect(grants.getByRole('button', { name: '收回' })).toHaveCount(left);
  }
  await detail.getByRole('button', { name: '屏蔽' }).click();
  await answer(page, '屏蔽');
  await expect(detail.getByText('已屏蔽').first()).toBeVisible();
  await reader.page.goto(`${site.origin}/account`);
  await expect(reader.page).toHaveURL(/\/login/);
});

test('members_come_in_from_a_file_with_a_report_and_go_out_again', async ({
  page,
  visitor,
  request,
}) => {
  const site = await sellingSite(request);
  await logIn(page, site.author, `${site.path}/members`);
  await expect(page.getByText('还没有读者注册')).toBeVisible();
  await page.getByRole('button', { name: '导入' }).click();
  const dialog = page.getByRole('dialog', { name: '导入会员' });
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'members.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      '邮箱,月数,备注\nold@example.com,12,老会员\nnobody,1,\nnew@example.com,0,\n',
    ),
  });
  await expect(dialog.getByRole('status')).toHaveText('有 2 行不能导入');
  expect(await visitor.violations('popup')).toEqual([]);
  const report = await saved(page, dialog.getByRole('button', { name: '下载问题报告' }));
  expect(report.text).toContain('nobody');
  await dialog.getByRole('button', { name: '只导入正确的 1 行' }).click();
  await expect(page.getByText('已导入 1 位会员')).toBeVisible();
  await expect(row(page, 'old@example.com')).toContainText('会员');
  const csv = await saved(page, page.getByRole('button', { name: '导出 CSV' }));
  expect(csv.text).toContain('old@example.com');
  expect(csv.text).not.toContain('new@example.com');
  expect(csv.text).toContain('账号,昵称,状态,到期日,套餐,备注');
  await page.getByRole('button', { name: '导入' }).click();
  const sheet = await saved(page, dialog.getByRole('button', { name: '下载填写用的表格' }));
  expect(sheet.text).toContain('账号（邮箱或手机号）');
  await dialog.getByRole('textbox').fill(csv.text);
  await dialog.getByRole('button', { name: '导入 1 行' }).click();
  await expect(page.getByText('已导入 1 位会员')).toBeVisible();
});

test('a_coupon_is_made_and_archived_and_codes_are_shown_once', async ({
  page,
  visitor,
  request,
}) => {
  const site = await sellingSite(request);
  await logIn(page, site.author, `${site.path}/promotions`);
  await page.getByRole('button', { name: '新建优惠码' }).first().click();
  await answer(page, '创建', { 优惠码: 'SPRING', 减去的百分比: '120' });
  await expect(page.getByText('请输入 1 到 100 的整数')).toBeVisible();
  await answer(page, '创建', { 减去的百分比: '20', 总次数: '50' });
  await expect(row(page, 'SPRING')).toContainText('0 / 50');
  expect(await visitor.violations()).toEqual([]);
  await row(page, 'SPRING').getByRole('button', { name: '编辑' }).click();
  await answer(page, '保存', { 总次数: '60' });
  await expect(row(page, 'SPRING')).toContainText('0 / 60');
  await row(page, 'SPRING').getByRole('button', { name: '停用' }).click();
  await expect(row(page, 'SPRING')).toContainText('已停用');

  await page.goto(`${site.path}/promotions?view=codes`);
  await page.getByRole('button', { name: '生成兑换码' }).first().click();
  await answer(page, '生成', { 数量: '3', 备注: '春季活动' });
  const made = page.getByRole('dialog', { name: '3 个兑换码已生成' });
  await expect(made.getByRole('listitem')).toHaveCount(3);
  const codes = await made.getByRole('listitem').allTextContents();
  const csv = await saved(page, made.getByRole('button', { name: '下载 CSV' }));
  for (const code of codes) expect(csv.text).toContain(`/redeem?code=${code}`);
  await made.getByRole('button', { name: '完成' }).click();
  await expect(row(page, '春季活动')).toBeVisible();
  await page.reload();
  await row(page, '春季活动').getByRole('button', { name: '使用记录' }).click();
  const tails = page.getByRole('dialog');
  await expect(tails.getByRole('listitem')).toHaveCount(3);
  for (const code of codes) await expect(tails).not.toContainText(code);
  expect(await visitor.violations('popup')).toEqual([]);
  await page.keyboard.press('Escape');
  await row(page, '春季活动').getByRole('button', { name: '收回未使用的' }).click();
  await answer(page, '收回未使用的');
  await expect(row(page, '春季活动')).toContainText('已收回');
});

test('support_looks_after_members_and_changes_no_settings', async ({ page, visitor, request }) => {
  const [owner, support] = [person('墨客'), person('小满')];
  const team = await teamOf(request, owner, '雨夜编辑部', [{ person: support, role: 'support' }]);
  const asAdmin = await sessionOf(request, person('管理员', { admin: true }));
  await asAdmin('put', `/admin/teams/${team}/plan`, { plan: 'professional', endsAt: null });
  const asOwner = await sessionOf(request, owner);
  const slug = `m${Date.now()}${Math.floor(Math.random() * 1000)}`;
  const body = { name: '写作手册', description: '', slug, knowledgeBaseId: null };
  const site = await asOwner<{ id: string }>('post', `/teams/${team}/sites`, body);
  await logIn(page, support, `/team/${team}/sites`);
  await expect(page.getByRole('link', { name: '“写作手册”的订单' })).toBeVisible();
  expect(await visitor.violations()).toEqual([]);
  await page.getByRole('link', { name: '“写作手册”的会员' }).click();
  await expect(page.getByText('还没有读者注册')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: '网站设置' });
  await expect(tabs.getByRole('link')).toHaveText([
    '概览',
    '会员',
    '邮件订阅',
    '订单',
    '优惠与兑换',
  ]);
  expect(await visitor.violations()).toEqual([]);
  await page.goto(`/team/${team}/site/${site.id}/payments`);
  await expect(page.getByText('你的角色不能查看这个页面')).toBeVisible();
});
