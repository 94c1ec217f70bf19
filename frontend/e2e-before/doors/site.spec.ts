import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { freshEmail } from '../support/accounts';
import { codeFor } from '../support/outbox';
import { FREE, PAID, type Shop, shopOf } from '../support/shop';
import { expect, test } from './base';
import type { Tab } from './drive/tab';

/** Logs in with the code that is sent, on the page of the login. */
async function logInByCode(tab: Tab, request: APIRequestContext): Promise<string> {
  const email = freshEmail('reader');
  await tab.find('#identifier').fill(email);
  await tab.find('form[action="/login/code"] button').click();
  await tab.find('#code').shows();
  await tab.find('#code').fill(await codeFor(request, email));
  await tab.find('form[action="/login/verify"] button').click();
  return email;
}

/** Types the address of the login of a document, and is back at the document. */
async function openAsReader(tab: Tab, request: APIRequestContext, shop: Shop): Promise<void> {
  const from = encodeURIComponent(new URL(shop.document).pathname);
  await tab.open(`${shop.origin}/login?from=${from}`);
  await logInByCode(tab, request);
  await tab.showsAddress(shop.document);
}

/** The free part is there in any case; the paid one nowhere in the page, or shown. */
async function showsDocument(tab: Tab, extent: 'whole' | 'cut'): Promise<void> {
  await tab.says(FREE);
  if (extent === 'whole') await tab.says(PAID);
  else {
    const html = await tab.evaluate(() => document.documentElement.outerHTML);
    expect(html).not.toContain(PAID);
  }
}

test('a_stranger_reads_searches_and_meets_the_wall', async ({ tab, request }) => {
  const shop = await shopOf(request);
  await tab.open(shop.origin);
  await tab.find({ role: 'heading' }).shows();
  await tab.open(`${shop.origin}/docs`);
  await tab.find({ role: 'link', name: /怎样磨墨/ }).click();
  await tab.showsAddress(shop.document);
  await showsDocument(tab, 'cut');
  await tab.find({ role: 'link', name: '成为会员' }).shows();
  await tab.open(`${shop.origin}/search?q=${encodeURIComponent('开头')}`);
  await tab
    .find('main')
    .find({ role: 'link', name: /怎样磨墨/ })
    .click();
  await showsDocument(tab, 'cut');
});

test('a_reader_logs_in_by_a_code_pays_and_reads_on', async ({ tab, request }) => {
  const shop = await shopOf(request);
  await shop.takes('stripe');
  await openAsReader(tab, request, shop);
  await showsDocument(tab, 'cut');
  await tab.find({ role: 'link', name: '成为会员' }).click();
  await tab.find({ css: 'label', having: '月度会员' }).click();
  await tab.find({ css: 'label', having: '银行卡' }).click();
  await tab.find({ role: 'button', name: '提交订单' }).click();
  await tab.find({ role: 'button', name: '付款' }).click();
  await tab.find({ role: 'heading', name: '谢谢，会员已开通' }).shows();
  await tab.find({ role: 'link', name: '继续阅读' }).click();
  await tab.showsAddress(shop.document);
  await showsDocument(tab, 'whole');
});

test('a_reader_redeems_a_code_and_reads_on', async ({ tab, request }) => {
  const shop = await shopOf(request);
  const { codes } = await shop.ask<{ codes: string[] }>(
    'post',
    '/redeem-batches',
    { packageId: shop.month, nCodes: 1 },
    { 'idempotency-key': randomUUID() },
  );
  await openAsReader(tab, request, shop);
  await tab.open(`${shop.origin}/plans`);
  await tab.find({ label: /兑换码/ }).fill(codes[0] ?? '');
  await tab.find({ role: 'button', name: '兑换' }).click();
  await tab.says('兑换成功');
  await tab.open(shop.document);
  await showsDocument(tab, 'whole');
});

test('who_goes_back_after_the_login_is_known_there', async ({ tab, request }) => {
  const shop = await shopOf(request);
  const nPages = () => tab.evaluate(() => history.length);
  await tab.open(`${shop.origin}/docs`);
  const nBefore = await nPages();
  await tab.find({ role: 'banner' }).find({ role: 'link', name: '登录' }).click();
  await tab.showsAddress(/\/login/);
  await logInByCode(tab, request);
  await tab.find({ role: 'button', name: '退出登录' }).shows();
  await tab.back((await nPages()) - nBefore);
  await tab.showsAddress(`${shop.origin}/docs`);
  await tab.find({ role: 'banner' }).find({ role: 'link', name: '我的账号' }).shows();
});
