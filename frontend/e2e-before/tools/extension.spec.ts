import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, type Page, test } from '@playwright/test';
import { findChromium } from '../../../scripts/browsers/find.mjs';

const EXTENSION = path.resolve(import.meta.dirname, '../../extension');

/** A page that has the WeChat editor's own interface. */
const DRAFT =
  '<!doctype html><meta charset="utf-8"><div id="editor"></div><script>window.__MP_Editor_JSAPI__ = { invoke: (call) => { if (call.apiName === "mp_editor_set_content") document.querySelector("#editor").innerHTML = call.apiParam.content; } };</script>';

/** What the extension's worker has. */
declare const chrome: {
  storage: Record<
    'local' | 'session',
    { get(key: string): Promise<object>; set(items: object): Promise<void> }
  >;
};

let context: BrowserContext;
let profile: string;

test.beforeEach(async () => {
  const { launchOptions, locale } = test.info().project.use;
  profile = await mkdtemp(path.join(tmpdir(), 'moyan-extension-'));
  const executablePath = findChromium({ takesExtensions: true });
  context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(executablePath === undefined ? {} : { executablePath }),
    headless: true,
    locale: locale ?? 'zh-CN',
    args: [
      ...(launchOptions?.args ?? []),
      '--headless=new',
      `--disable-extensions-except=${EXTENSION}`,
      `--load-extension=${EXTENSION}`,
    ],
  });
});

test.afterEach(async () => {
  await context.close();
  await rm(profile, { recursive: true, force: true });
});

/** A page of another site, at the path of the editor. */
async function siteAt(origin: string): Promise<Page> {
  await context.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
  );
  const page = await context.newPage();
  await page.goto(`${origin}/md`);
  await expect(page.locator('html')).toHaveAttribute('data-moyan-extension', 'true');
  return page;
}

const send = (page: Page, content: string) =>
  page.evaluate((detail) => dispatchEvent(new CustomEvent('copyToMp', { detail })) && undefined, {
    content,
  });

/** The question that is asked when `page` sends an article. */
async function askedBy(page: Page, content: string): Promise<Page> {
  const asked = context.waitForEvent('page');
  await send(page, content);
  return asked;
}

test('the_extension_brings_the_article_into_the_wechat_editor', async () => {
  await context.route('https://mp.weixin.qq.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: DRAFT }),
  );
  const wechat = await context.newPage();
  await wechat.goto('https://mp.weixin.qq.com/cgi-bin/appmsg?t=media/appmsg_edit');
  const page = await context.newPage();
  await page.goto(`${test.info().project.use.baseURL}/md`);
  const source = page.locator('[data-testid=source] .monaco-editor').first();
  await expect(source).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-moyan-extension', 'true');
  await source.locator('textarea, .native-edit-context').first().focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('## 送过去的标题');
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  const asked = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: '发送到公众号后台' }).click();
  // The first time the author says that this site may.
  const question = await asked;
  await expect(question.locator('#origin')).toHaveText(new URL(page.url()).origin);
  await question.locator('#allow').click();
  await expect(wechat.locator('#editor h2')).toContainText('送过去的标题');
  // The finished article: styles are on the elements, no class is left.
  await expect(wechat.locator('#editor h2')).toHaveAttribute('style', /./);
  await expect(wechat.locator('#editor [class]')).toHaveCount(0);

  // From then on it is not asked again.
  const { length } = context.pages();
  await source.locator('textarea, .native-edit-context').first().focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.insertText('## 第二次');
  await page.getByRole('button', { name: '更多复制与导出方式' }).click();
  await page.getByRole('menuitem', { name: '发送到公众号后台' }).click();
  await expect(wechat.locator('#editor h2')).toContainText('第二次');
  expect(context.pages()).toHaveLength(length);
});

test('a_page_of_another_site_does_not_touch_the_draft', async () => {
  await context.route('https://mp.weixin.qq.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: DRAFT }),
  );
  const wechat = await context.newPage();
  await wechat.goto('https://mp.weixin.qq.com/cgi-bin/appmsg?t=media/appmsg_edit');
  const question = await askedBy(await siteAt('https://elsewhere.test'), '<p>owned</p>');
  await expect(question.locator('#origin')).toHaveText('https://elsewhere.test');
  await question.locator('#refuse').click();
  await expect(wechat.locator('#editor')).toBeEmpty();
});

test('a_site_that_asks_while_another_is_asked_about_is_not_allowed_in_its_place', async () => {
  await context.route('https://mp.weixin.qq.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: DRAFT }),
  );
  const wechat = await context.newPage();
  await wechat.goto('https://mp.weixin.qq.com/cgi-bin/appmsg?t=media/appmsg_edit');
  const own = await siteAt('https://own.test');
  const other = await siteAt('https://elsewhere.test');
  const question = await askedBy(own, '<p>mine</p>');
  await expect(question.locator('#origin')).toHaveText('https://own.test');
  await send(other, '<p>owned</p>');
  await expect(question.locator('#origin')).toHaveText('https://own.test');
  await question.locator('#allow').click();
  await expect(wechat.locator('#editor')).toHaveText('mine');
  // The other one is still asked about.
  const second = await askedBy(other, '<p>owned</p>');
  await expect(second.locator('#origin')).toHaveText('https://elsewhere.test');
  await second.locator('#refuse').click();
  await expect(wechat.locator('#editor')).toHaveText('mine');
});

test('what_is_allowed_is_the_site_that_was_shown', async () => {
  const own = await siteAt('https://own.test');
  const question = await askedBy(own, '<p>mine</p>');
  await expect(question.locator('#origin')).toHaveText('https://own.test');
  const [worker] = context.serviceWorkers();
  if (worker === undefined) throw new Error('no service worker');
  await worker.evaluate(() =>
    chrome.storage.session.set({ waiting: { origin: 'https://elsewhere.test', content: 'x' } }),
  );
  await question.locator('#allow').click();
  await expect.poll(() => question.isClosed()).toBe(true);
  expect(await worker.evaluate(() => chrome.storage.local.get('allowed'))).toEqual({});
});
