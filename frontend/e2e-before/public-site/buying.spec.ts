import {
  type APIRequestContext,
  type Browser,
  devices,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { freshEmail, logIn } from '../support/accounts';
import { faults } from '../support/axe';
import {
  choose,
  disputeElsewhere,
  expectDocument,
  insideWeChat,
  logInAsReader,
  order,
  orderNumber,
  payElsewhere,
  readerOf,
  shopOf,
  stranger,
  WECHAT_USER_AGENT,
} from '../support/shop';

const PHONE = { viewport: { width: 375, height: 812 } };
const paid = (page: Page) => page.getByRole('heading', { name: '谢谢，会员已开通' });

/** From a paid order back to where the wall was. */
async function readOn(page: Page, document: string): Promise<void> {
  await expect(paid(page)).toBeVisible();
  await page.getByRole('link', { name: '继续阅读' }).click();
  await expect(page).toHaveURL(document);
  await expectDocument(page, 'whole');
}

/** A reader who has paid a month by card and reads the whole text, and where the creator sees the order. */
async function sold(browser: Browser, request: APIRequestContext) {
  const shop = await shopOf(request);
  await shop.takes('stripe');
  const { page } = await readerOf(browser, request, shop);
  await order(page, '月度会员', '银行卡');
  await page.getByRole('button', { name: '付款', exact: true }).click();
  await expect(paid(page)).toBeVisible();
  const number = orderNumber(page);
  await readOn(page, shop.document);
  const openAt = async (desk: Page) => {
    await logIn(desk, shop.author, `${shop.path}/orders`);
    await desk.getByRole('row').filter({ hasText: '月度会员' }).getByRole('button').click();
  };
  return { page, number, openAt };
}

test('a_guest_at_the_wall_pays_by_a_code_and_the_creator_confirms_it_on_a_phone', async ({
  browser,
  request,
}) => {
  const shop = await shopOf(request);
  await shop.ask('put', '/payment-methods/manual', {
    isEnabled: true,
    isTest: false,
    settings: { instructions: '加微信 moyan-help，转账后请留言。' },
  });
  const page = await stranger(browser, PHONE);
  const email = freshEmail('reader');
  await page.goto(shop.document);
  await expectDocument(page, 'cut');
  expect(await faults(page)).toEqual([]);
  await page.getByRole('link', { name: '成为会员' }).first().click();
  await expect(page.getByRole('radio', { name: /年度会员/ })).toBeChecked();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: '登录并购买' }).click();
  await logInAsReader(page, request, email);
  await expect(page).toHaveURL(/\/plans\?/);
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('请付款');
  await expect(page.getByText('¥199').first()).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByLabel('付款信息').fill('李明，尾号 1234');
  await page.clock.install();
  await page.getByRole('button', { name: '我已付款' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('等待作者确认');
  expect(await faults(page)).toEqual([]);

  const desk = await stranger(browser, PHONE);
  await logIn(desk, shop.author, `${shop.path}/orders`);
  const card = desk.getByRole('region', { name: '待处理' }).getByRole('listitem');
  await expect(card).toContainText('李明，尾号 1234');
  await card.getByRole('button', { name: '确认到账' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: '确认到账' }).click();
  await expect(desk.getByText('已确认到账，会员已开通')).toBeVisible();
  await expect(desk.getByText('都处理完了，没有等待确认的收款。')).toBeVisible();

  // The page of the order sees it by itself, after a while.
  await page.clock.fastForward('01:00');
  await readOn(page, shop.document);
});

for (const [provider, name] of [
  ['stripe', '银行卡'],
  ['alipay', '支付宝'],
] as const) {
  test(`a_reader_pays_on_the_page_of_${provider}_and_reads_on`, async ({ browser, request }) => {
    const shop = await shopOf(request);
    await shop.takes(provider);
    const { page } = await readerOf(browser, request, shop);
    await order(page, '月度会员', name);
    // The page of the order leads there by itself.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Stripe|支付宝/);
    await expect(page.getByText('¥19.90')).toBeVisible();
    await page.getByRole('button', { name: '付款', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`^${shop.origin}/orders/`));
    await readOn(page, shop.document);
  });
}

test('a_code_of_wechat_pay_is_scanned_on_a_phone_and_the_page_beside_it_opens', async ({
  browser,
  request,
}) => {
  const shop = await shopOf(request);
  await shop.takes('wechatPay');
  const { page } = await readerOf(browser, request, shop);
  await order(page, '月度会员', '微信支付');
  await expect(page.getByRole('img', { name: '微信扫码' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await payElsewhere(request, orderNumber(page));
  await readOn(page, shop.document);
});

test('on_a_phone_wechat_pay_opens_by_itself', async ({ browser, request }) => {
  const shop = await shopOf(request);
  await shop.takes('wechatPay');
  const { page } = await readerOf(browser, request, shop, devices['Pixel 7']);
  await order(page, '月度会员', '微信支付');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('微信支付');
  await page.getByRole('button', { name: '付款', exact: true }).click();
  await readOn(page, shop.document);
});

test('inside_wechat_one_tap_pays_without_a_code', async ({ browser, request }) => {
  const shop = await shopOf(request);
  await shop.takes('wechatPay');
  const phone = { ...devices['Pixel 7'], userAgent: WECHAT_USER_AGENT };
  const { page } = await readerOf(browser, request, shop, phone);
  await insideWeChat(page, request);
  await order(page, '月度会员', '微信支付');
  await readOn(page, shop.document);
});

test('an_order_that_was_begun_on_a_computer_is_paid_on_a_phone', async ({ browser, request }) => {
  const shop = await shopOf(request);
  await shop.takes('wechatPay');
  const { page } = await readerOf(browser, request, shop);
  await order(page, '月度会员', '微信支付');
  await expect(page.getByRole('img', { name: '微信扫码' })).toBeVisible();
  const storageState = await page.context().storageState();
  const phone = await stranger(browser, { ...devices['Pixel 7'], storageState });
  await phone.goto(`${shop.origin}/orders/${orderNumber(page)}`);
  await phone.getByRole('link', { name: '去付款' }).click();
  await phone.getByRole('button', { name: '付款', exact: true }).click();
  await readOn(phone, shop.document);
  // The page on the computer sees it by itself.
  await readOn(page, shop.document);
});

test('who_cancels_is_back_at_the_order_and_pays_it_later', async ({ browser, request }) => {
  const shop = await shopOf(request);
  await shop.takes('stripe');
  const { page } = await readerOf(browser, request, shop);
  await order(page, '月度会员', '银行卡');
  await page.getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('付款已取消');
  expect(await faults(page)).toEqual([]);
  const number = orderNumber(page);
  await page.goto(shop.document);
  await expectDocument(page, 'cut');
  await page.goto(`${shop.origin}/account`);
  await expect(page.getByText('待付款')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('link', { name: '去付款' }).click();
  expect(orderNumber(page)).toBe(number);
  await page.getByRole('link', { name: '去付款' }).click();
  await page.getByRole('button', { name: '付款', exact: true }).click();
  await readOn(page, shop.document);
});

test('a_payment_whose_notification_is_lost_is_found_by_asking', async ({ browser, request }) => {
  const shop = await shopOf(request);
  await shop.takes('stripe');
  const { page } = await readerOf(browser, request, shop);
  await order(page, '月度会员', '银行卡');
  await page.getByRole('button', { name: '付款，通知丢失' }).click();
  await readOn(page, shop.document);
});

test('a_payment_that_a_bank_makes_is_not_to_be_paid_twice', async ({ browser, request }) => {
  const shop = await shopOf(request);
  await shop.takes('stripe');
  const { page } = await readerOf(browser, request, shop);
  await order(page, '月度会员', '银行卡');
  await page.getByRole('button', { name: '由银行转账' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('正在确认付款');
  await expect(page.getByRole('link', { name: '去付款' })).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await payElsewhere(request, orderNumber(page), 'bankRefuses');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('付款没有成功');
  await page.getByRole('link', { name: '去付款' }).click();
  await page.getByRole('button', { name: '由银行转账' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('正在确认付款');
  await payElsewhere(request, orderNumber(page), 'bankPays');
  await page.reload();
  await readOn(page, shop.document);
});

test('a_refund_in_the_console_closes_the_text_at_the_next_request', async ({
  browser,
  page: desk,
  request,
}) => {
  const { page, openAt } = await sold(browser, request);
  await openAt(desk);
  await desk.getByRole('button', { name: '退款', exact: true }).click();
  const dialog = desk.getByRole('dialog', { name: '退款' });
  await dialog.getByLabel(/原因/).fill('读者不需要了');
  await dialog.getByRole('button', { name: '退款 ¥19.90' }).click();
  await expect(desk.getByText('退款 ¥19.90 已记录')).toBeVisible();
  await page.reload();
  await expectDocument(page, 'cut');
});

test('a_creator_sees_a_dispute_until_it_is_lost_and_the_text_closes_then', async ({
  browser,
  page: desk,
  request,
}) => {
  const { page, number, openAt } = await sold(browser, request);
  await disputeElsewhere(request, number, 'needs_response');
  await page.reload();
  await expectDocument(page, 'whole');
  await openAt(desk);
  await expect(desk.getByText(`争议 du_${number}`)).toBeVisible();
  await expect(desk.getByText(/读者向银行对这笔付款提出了争议/)).toBeVisible();
  await expect(desk.getByText(/到 Stripe 答复 · 称没有收到所购内容/)).toBeVisible();
  expect(await faults(desk)).toEqual([]);

  await disputeElsewhere(request, number, 'lost');
  await page.reload();
  await expectDocument(page, 'cut');
  await desk.reload();
  await expect(desk.getByText('争议败诉，款项已被扣除')).toBeVisible();
});

test('a_creator_tries_a_purchase_before_opening_and_its_membership_ends_with_the_test', async ({
  browser,
  request,
}) => {
  const shop = await shopOf(request);
  await shop.takes('stripe', { isTest: true });
  // Strangers know the test cards too: only the team is offered a test.
  const other = await readerOf(browser, request, shop);
  await other.page.getByRole('link', { name: '成为会员' }).first().click();
  await expect(other.page.getByText('测试模式：不会产生真实的付款。')).toHaveCount(0);
  const { page } = await readerOf(browser, request, shop, { email: shop.author.email });
  await page.getByRole('link', { name: '成为会员' }).first().click();
  await expect(page.getByText('测试模式：不会产生真实的付款。')).toBeVisible();
  await page.getByRole('button', { name: '提交订单' }).click();
  await page.getByRole('button', { name: '付款', exact: true }).click();
  await expect(paid(page)).toBeVisible();
  await expect(page.getByText('测试', { exact: true })).toBeVisible();
  await readOn(page, shop.document);
  await shop.takes('stripe');
  await page.reload();
  await expectDocument(page, 'cut');
});

test('who_comes_back_to_a_form_that_was_refused_finds_what_was_chosen_and_sends_nothing_again', async ({
  browser,
  request,
}) => {
  const shop = await shopOf(request);
  await shop.takes('alipay');
  const { page } = await readerOf(browser, request, shop, PHONE);
  await page.getByRole('link', { name: '成为会员' }).first().click();
  await choose(page, '月度会员');
  const coupon = page.getByRole('textbox', { name: /优惠码/ });
  await coupon.fill('NONE');
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByRole('alert')).toHaveText('这个优惠码无效，或不适用于所选套餐。');
  await expect(coupon).toBeFocused();
  await expect(coupon).toBeInViewport();
  await coupon.fill('');
  await page.getByRole('button', { name: '提交订单' }).click();
  await expect(page.getByRole('heading', { name: '支付宝' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('radio', { name: /月度会员/ })).toBeChecked();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a_redeem_code_that_is_none_is_said_where_it_was_typed_and_stays_there', async ({
  browser,
  request,
}) => {
  const shop = await shopOf(request);
  const { page } = await readerOf(browser, request, shop);
  await page.goto(`${shop.origin}/account`);
  const code = page.getByLabel(/兑换码/);
  await code.fill('AAAA-BBBB-CCCC-DDDD');
  await page.getByRole('button', { name: '兑换', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('兑换码无效');
  await expect(page.getByRole('heading', { name: '我的账号' })).toBeVisible();
  await expect(code).toHaveValue('AAAA-BBBB-CCCC-DDDD');
  await expect(code).toBeFocused();
  await page.reload();
  await expect(page).toHaveURL(`${shop.origin}/account`);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
