import { randomUUID } from 'node:crypto';
import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Page,
} from '@playwright/test';
import { freshEmail, sessionOf } from './accounts';
import { codeFor } from './outbox';
import { siteOf, type TestSite } from './site';

/** What everybody reads of the paid document, and what only members do. */
export const FREE = '这一段谁都可以读，写的是开头';
export const PAID = '只有会员才能读到的结尾';
/** The heading of the paid document. */
const TITLE = '怎样磨墨';

export type Provider = 'stripe' | 'wechatPay' | 'alipay';
type Saved = { data: object; revision: number };
type MethodSwitches = { isEnabled?: boolean; isTest?: boolean };

/** A published site that sells memberships for a paid document. */
export interface Shop extends TestSite {
  /** Asks the console's API below the site. */
  ask: <T>(
    method: 'get' | 'post' | 'patch' | 'put',
    path: string,
    data?: object,
    headers?: Record<string, string>,
  ) => Promise<T>;
  /** Changes some of a tab of the settings. */
  change: (tab: string, changes: object) => Promise<void>;
  /** Where the paid document is. */
  document: string;
  documentId: string;
  /** IDs of the packages. */
  month: string;
  year: string;
  /** Lets readers pay so, by the stand-in of the provider. */
  takes: (provider: Provider, switches?: MethodSwitches) => Promise<void>;
}

interface ShopOptions {
  /** What the settings' tabs have beside what every shop has. */
  membership?: object;
  basicInfo?: object;
  /** What guests and readers see of documents. */
  level?: 'partial' | 'free';
}

/** A site with one paid document and two packages; without ways to pay. */
export async function shopOf(
  request: APIRequestContext,
  { membership = {}, basicInfo, level = 'partial' }: ShopOptions = {},
): Promise<Shop> {
  const site = await siteOf(request);
  const session = await sessionOf(request, site.author);
  const ask: Shop['ask'] = (method, path, data, headers) =>
    session(method, `/teams/personal/sites/${site.id}${path}`, data, headers);
  const change = async (tab: string, changes: object) => {
    const { data, revision } = await ask<Saved>('get', `/${tab}`);
    await ask('put', `/${tab}`, { ...data, ...changes }, { 'if-match': `"${revision}"` });
  };
  const offer = (name: string, price: string, period: string, benefits: string[]) => {
    const id = randomUUID();
    return {
      id,
      name,
      price,
      period,
      isRecommended: period === 'yearly',
      benefits,
      isArchived: false,
    };
  };
  const packages = [
    offer('月度会员', '¥19.90', 'monthly', ['全部会员文章', '随时可以停止']),
    offer('年度会员', '¥199', 'yearly', ['全部会员文章', '每月一次答疑', '读者群']),
  ] as const;
  const [month, year] = packages.map(({ id }) => id) as [string, string];
  const documentId = randomUUID();
  await site.write(TITLE, `# ${TITLE}\n\n${FREE}。\n\n## 后来\n\n${PAID}。`, documentId);
  await change('membership', {
    packages,
    generalBenefits: ['电脑和手机都能读'],
    graceDays: 0,
    refundPolicy: '付款后七天内，随时可以全额退款。',
    contact: '微信 moyan-help',
    ...membership,
  });
  await change('access', { guest: level, nonMember: level, partialChars: 20 });
  if (basicInfo !== undefined) await change('basic-info', basicInfo);
  await site.publish();
  const takes: Shop['takes'] = async (provider, switches = {}) => {
    const { isEnabled = true, isTest = false } = switches;
    const hookPath = `/hooks/payments/${site.id}/${provider}`;
    const opened = await request.post(`${payments()}/accounts/${provider}`, {
      data: { hookPath, isTest },
    });
    const { settings, keys } = await opened.json();
    await ask('put', `/payment-methods/${provider}`, { isEnabled, isTest, settings, keys });
  };
  const document = `${site.origin}/docs/start/${encodeURIComponent(TITLE)}`;
  return { ...site, ask, change, document, documentId, month, year, takes };
}

/** Where the stand-in of all payment providers is. */
function payments(): string {
  const address = process.env.E2E_PAYMENTS_URL;
  if (address === undefined) throw new Error('E2E_PAYMENTS_URL names no payment providers');
  return address;
}

/** Does at the provider what a payer does whose browser shows none of it: on a phone, or much later. */
export async function payElsewhere(
  request: APIRequestContext,
  number: string,
  deed: 'pay' | 'payUntold' | 'bankPays' | 'bankRefuses' = 'pay',
): Promise<void> {
  const answer = await request.post(`${payments()}/pay/${number}`, {
    form: { do: deed },
    maxRedirects: 0,
  });
  expect(answer.status(), await answer.text()).toBeLessThan(400);
}

/** Asks the bank for the money of an order that Stripe took, or gets it. */
export async function disputeElsewhere(
  request: APIRequestContext,
  number: string,
  status: 'needs_response' | 'lost',
): Promise<void> {
  const answer = await request.post(`${payments()}/dispute/${number}`, { form: { status } });
  expect(answer.status(), await answer.text()).toBeLessThan(400);
}

/**
 * Makes a browser that of WeChat, as far as pages see it: it pays what a page hands to it, at the stand-in, and tells the
 * page.
 */
export async function insideWeChat(page: Page, request: APIRequestContext): Promise<void> {
  await page.exposeFunction('payAtProvider', async (call: object) => {
    const answer = await request.post(`${payments()}/call`, { data: call });
    expect(answer.status(), await answer.text()).toBeLessThan(400);
  });
  await page.addInitScript(() => {
    type Told = (answer: { err_msg: string }) => void;
    const pays = window as unknown as { payAtProvider: (call: object) => Promise<void> };
    const invoke = async (name: string, call: object, told: Told) => {
      if (name !== 'getBrandWCPayRequest') return;
      await pays.payAtProvider(call);
      told({ err_msg: 'get_brand_wcpay_request:ok' });
    };
    Object.assign(window, { WeixinJSBridge: { invoke } });
  });
}

/** The browser inside WeChat on a phone. */
export const WECHAT_USER_AGENT =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50';

/** A reader in a browser of their own. */
export interface Reader {
  page: Page;
  email: string;
}

/** A new browser that nobody is logged in with. */
export async function stranger(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext(options);
  return context.newPage();
}

/** Logs in on the page of a site's login by the code that is sent. */
export async function logInAsReader(
  page: Page,
  request: APIRequestContext,
  email: string,
): Promise<void> {
  await page.locator('#identifier').fill(email);
  await page.locator('form[action="/login/code"] button').click();
  await page.locator('#code').fill(await codeFor(request, email));
  await page.locator('form[action="/login/verify"] button').click();
}

/** A new reader of a shop, logged in and at the paid document. */
export async function readerOf(
  browser: Browser,
  request: APIRequestContext,
  shop: Shop,
  { email = freshEmail('reader'), ...options }: BrowserContextOptions & { email?: string } = {},
): Promise<Reader> {
  const page = await stranger(browser, options);
  await page.goto(
    `${shop.origin}/login?from=${encodeURIComponent(new URL(shop.document).pathname)}`,
  );
  await logInAsReader(page, request, email);
  await expect(page).toHaveURL(shop.document);
  return { page, email };
}

/** Gives a reader a membership, as the console does. */
export async function giveMembership(shop: Shop, { email }: Reader, length: object): Promise<void> {
  const search = encodeURIComponent(email);
  const { members } = await shop.ask<{ members: { id: string }[] }>(
    'get',
    `/members?search=${search}`,
  );
  const headers = { 'idempotency-key': randomUUID() };
  const note = '朋友';
  await shop.ask('post', `/members/${members[0]?.id}/grants`, { ...length, note }, headers);
}

/** Chooses a package on the page of packages: all of its card does. */
export async function choose(page: Page, packageName: string): Promise<void> {
  await page.locator('label').filter({ hasText: packageName }).click();
  await expect(page.getByRole('radio', { name: new RegExp(packageName) })).toBeChecked();
}

/** From the wall to a new order of a package, for who is logged in. */
export async function order(page: Page, packageName: string, method: string): Promise<void> {
  await page
    .getByRole('link', { name: /^(成为会员|续费)$/ })
    .first()
    .click();
  await choose(page, packageName);
  await page.getByRole('radio', { name: new RegExp(`^${method}`) }).check();
  await page.getByRole('button', { name: '提交订单' }).click();
}

/** The number of the order that a page shows. */
export function orderNumber(page: Page): string {
  return /\/orders\/(\w+)/.exec(page.url())?.[1] ?? '';
}

/** Whether all of the paid document is there; its free part always is. */
export async function expectDocument(page: Page, extent: 'whole' | 'cut'): Promise<void> {
  await expect(page.getByText(FREE)).toBeVisible();
  await expect(page.getByText(PAID)).toHaveCount(extent === 'whole' ? 1 : 0);
  if (extent === 'cut') expect(await page.content()).not.toContain(PAID);
}
