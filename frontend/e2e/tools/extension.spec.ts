import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { findChromium } from '../../../scripts/browsers/find.mjs';

const EXTENSION = path.resolve(import.meta.dirname, '../../extension');

/** A page that has the WeChat editor's own interface. */
const DRAFT =
  '<!doctype html><meta charset="utf-8"><div id="editor"></div><script>window.__MP_Editor_JSAPI__ = { invoke: (call) => { if (call.apiName === "mp_editor_set_content") document.querySelector("#editor").innerHTML = call.apiParam.content; } };</script>';

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
  await context.route('https://elsewhere.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' }),
  );
  const wechat = await context.newPage();
  await wechat.goto('https://mp.weixin.qq.com/cgi-bin/appmsg?t=media/appmsg_edit');
  const page = await context.newPage();
  await page.goto('https://elsewhere.test/md');
  await expect(page.locator('html')).toHaveAttribute('data-moyan-extension', 'true');
  const asked = context.waitForEvent('page');
  await page.evaluate(() =>
    dispatchEvent(new CustomEvent('copyToMp', { detail: { content: '<p>owned</p>' } })),
  );
  const question = await asked;
  await expect(question.locator('#origin')).toHaveText('https://elsewhere.test');
  await question.locator('#refuse').click();
  await expect(wechat.locator('#editor')).toBeEmpty();
});
