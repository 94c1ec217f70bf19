import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test';
import { freshEmail, sessionOf } from './accounts';
import { codeFor } from './outbox';
import { siteOf, type TestSite } from './site';

type Ask = Awaited<ReturnType<typeof sessionOf>>;

/** A published site that sells two packages against transfers. */
export interface SellingSite extends TestSite {
  /** Asks routes below the site, as its author. */
  ask: Ask;
  /** IDs of the packages: 19.90 a month, 199 a year. */
  packages: { month: string; year: string };
}

/** Makes a site that sells; by transfer only. */
export async function sellingSite(request: APIRequestContext): Promise<SellingSite> {
  const site = await siteOf(request);
  const session = await sessionOf(request, site.author);
  const ask: Ask = (method, path, data, headers) =>
    session(method, `/teams/personal/sites/${site.id}${path}`, data, headers);
  const packages = { month: randomUUID(), year: randomUUID() };
  const offer = (id: string, name: string, price: string, period: string) => ({
    id,
    name,
    price,
    period,
    isRecommended: false,
    benefits: [],
    isArchived: false,
  });
  const tab = await ask<{ data: object; revision: number }>('get', '/membership');
  const data = {
    ...tab.data,
    graceDays: 0,
    packages: [
      offer(packages.month, '月度会员', '¥19.90', 'monthly'),
      offer(packages.year, '年度会员', '¥199', 'yearly'),
    ],
  };
  await ask('put', '/membership', data, { 'if-match': `"${tab.revision}"` });
  const manual = { isEnabled: true, isTest: false, settings: { instructions: '请备注订单号' } };
  await ask('put', '/payment-methods/manual', manual);
  await site.write('第一篇', '写给读者的第一段。');
  await site.publish();
  return { ...site, ask, packages };
}

/** A reader of a site, in a browser of their own. */
export interface SiteReader {
  page: Page;
  email: string;
}

/** A new reader, logged in by the code that was sent. */
export async function newReader(
  browser: Browser,
  request: APIRequestContext,
  site: SellingSite,
  name = 'reader',
): Promise<SiteReader> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const email = freshEmail(name);
  await page.goto(`${site.origin}/login`);
  await page.locator('#identifier').fill(email);
  await page.locator('form[action="/login/code"] button').click();
  await page.locator('#code').fill(await codeFor(request, email));
  await page.locator('form[action="/login/verify"] button').click();
  await expect(page).not.toHaveURL(/\/login/);
  return { page, email };
}

/** A reader orders a package and says that it is paid by transfer; answers the number of the order. */
export async function transfer(
  { page }: SiteReader,
  site: SellingSite,
  packageId: string,
  note = '',
): Promise<string> {
  await page.goto(`${site.origin}/plans?package=${packageId}`);
  await page.locator(`input[name="packageId"][value="${packageId}"]`).check({ force: true });
  await page.locator('input[name="method"][value="manual"]').check({ force: true });
  await page.locator('form[action="/orders"] button[type="submit"]').first().click();
  await expect(page).toHaveURL(/\/orders\/\w+/);
  const number = /\/orders\/(\w+)/.exec(page.url())?.[1] ?? '';
  if (note !== '') {
    await page.locator('textarea[name="note"]').fill(note);
    const told = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.locator(`form[action="/orders/${number}/paid"] button`).click();
    expect((await told).status()).toBe(303);
  }
  return number;
}
