import type { APIRequestContext } from '@playwright/test';
import { givePlan, logIn, type Person, person, sessionOf } from '../support/accounts';
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

test('the_plan_stands_in_place_of_members_and_money', async ({ page, visitor, request }) => {
  const author = person('墨客');
  givePlan(author, 'professional');
  const site = await siteOf(request, author);
  givePlan(author, 'creator');
  await logIn(page, author, `${site}/members`);
  for (const name of ['会员', '订单', '优惠与兑换', '收款方式']) {
    await page
      .getByRole('navigation', { name: '网站设置' })
      .getByRole('link', { name, exact: true })
      .click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: '当前套餐不支持此功能' })).toBeVisible();
  }
  expect(await visitor.violations()).toEqual([]);
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
  await expect(manual.getByRole('alert').first()).toBeVisible();
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
  await stripe.getByRole('textbox', { name: '密钥', exact: true }).fill('no key at all');
  await stripe.getByRole('textbox', { name: 'Webhook 签名密钥' }).fill('whsec_journey');
  await stripe.getByRole('button', { name: '保存' }).click();
  await expect(stripe.getByText('不是有效的密钥').first()).toBeVisible();
  await stripe.getByRole('textbox', { name: '密钥', exact: true }).fill('sk_test_journey');
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
