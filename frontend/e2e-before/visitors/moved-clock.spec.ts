import { logIn } from '../support/accounts';
import { expect, test } from '../support/base';
import {
  choose,
  expectDocument,
  giveMembership,
  order,
  orderNumber,
  payElsewhere,
  readerOf,
  shopOf,
} from '../support/shop';

const DAY_S = 86_400;

test.afterEach(async ({ request }) => {
  await request.post('/dev/clock?aheadS=0');
});

test('a_membership_ends_after_its_grace_and_a_renewal_goes_on_from_there', async ({
  browser,
  request,
}) => {
  const shop = await shopOf(request, { membership: { graceDays: 2 } });
  await shop.takes('alipay');
  const reader = await readerOf(browser, request, shop);
  const { page } = reader;
  await giveMembership(shop, reader, { days: 2 });
  const after = async (days: number, extent: 'whole' | 'cut') => {
    await request.post(`/dev/clock?aheadS=${days * DAY_S}`);
    await page.goto(shop.document);
    await expectDocument(page, extent);
  };
  await after(1, 'whole');
  await after(3, 'whole');
  await page.goto(`${shop.origin}/account`);
  await expect(page.getByText(/你的会员已于 .+到期，目前仍可阅读/)).toBeVisible();
  await after(5, 'cut');
  await page.goto(`${shop.origin}/account`);
  await expect(page.getByText(/你的会员已于 .+到期。/)).toBeVisible();
  await page.goto(shop.document);
  await order(page, '月度会员', '支付宝');
  await page.getByRole('button', { name: '付款', exact: true }).click();
  await expect(page.getByRole('heading', { name: '谢谢，会员已开通' })).toBeVisible();
  await after(5 + 10, 'whole');
});

test('a_payment_after_the_order_closed_still_opens_and_the_creator_is_told', async ({
  browser,
  page: desk,
  request,
}) => {
  const shop = await shopOf(request);
  await shop.takes('alipay');
  const { page } = await readerOf(browser, request, shop);
  await page.getByRole('link', { name: '成为会员' }).first().click();
  await choose(page, '年度会员');
  const began = page.waitForRequest(/\/orders\/\w+\?go=1/);
  await page.getByRole('button', { name: '提交订单' }).click();
  const number = /\/orders\/(\w+)/.exec((await began).url())?.[1] ?? '';
  await expect(page.getByRole('button', { name: '付款', exact: true })).toBeVisible();
  // Further than any other journey: the job that closes orders waits until it was last done and a little more.
  // In two steps, so that the reader stays logged in; a year's plan still runs then.
  for (const days of [20, 40]) {
    await request.post(`/dev/clock?aheadS=${days * DAY_S}`);
    await page.goto(`${shop.origin}/orders/${number}`);
  }
  const title = page.getByRole('heading', { level: 1 });
  await expect(async () => {
    await page.goto(`${shop.origin}/orders/${number}`);
    expect(await title.textContent()).toBe('订单已关闭');
  }).toPass({ timeout: 90_000 });
  expect(orderNumber(page)).toBe(number);
  await payElsewhere(request, number);
  await page.goto(shop.document);
  await expectDocument(page, 'whole');
  await logIn(desk, shop.author, `${shop.path}/orders`);
  await expect(desk.getByRole('link', { name: '异常订单 1' })).toBeVisible();
  await expect(desk.getByRole('row').filter({ hasText: '年度会员' })).toContainText('关闭后到账');
});
