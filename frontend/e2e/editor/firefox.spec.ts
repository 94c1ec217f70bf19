import { expect, test } from '@playwright/test';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findFirefox } from '../../../scripts/browsers/find.mjs';

// Playwright drives only a Firefox of its own making; this is the one that people have, over WebDriver BiDi.

let browser: Browser;
let page: Page;

test.beforeAll(async () => {
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    headless: true,
    extraPrefsFirefox: {
      // Reading the clipboard back without asking a person; writing needs no preference.
      'dom.events.testing.asyncClipboard': true,
      'intl.accept_languages': 'zh-CN',
    },
  });
});

test.afterAll(async () => {
  await browser?.close();
});

test.beforeEach(async ({ baseURL }) => {
  test.slow();
  page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  await page.goto(`${baseURL}/md`);
  await page.waitForSelector('[data-testid=source] .monaco-editor');
  await write('# 大题\n\n第一段有**重点**与 $x^2$。\n\n```js\nconst a = 1;\n```\n\n尾段。\n');
  await expect.poll(() => inArticle((root) => root.querySelector('.katex') !== null)).toBe(true);
});

test.afterEach(async () => {
  await page.close();
});

async function write(text: string): Promise<void> {
  await page.focus('[data-testid=source] .monaco-editor textarea');
  await page.keyboard.down('Control');
  await page.keyboard.press('a');
  await page.keyboard.up('Control');
  await page.keyboard.press('Delete');
  await page.evaluate((content) => document.execCommand('insertText', false, content), text);
}

function inArticle<T>(look: (root: Element) => T): Promise<T> {
  return page.evaluate(
    `(${look.toString()})(document.querySelector('[data-testid=preview] iframe').contentDocument.querySelector('section.article'))`,
  ) as Promise<T>;
}

async function clipboard(): Promise<Record<string, string>> {
  return page.evaluate(async () => {
    const parts: Record<string, string> = {};
    for (const item of await navigator.clipboard.read()) {
      for (const type of item.types) parts[type] = await (await item.getType(type)).text();
    }
    return parts;
  });
}

const said = (words: string) =>
  expect
    .poll(() => page.evaluate((text) => document.body.innerText.includes(text), words), {
      timeout: 30_000,
    })
    .toBe(true);

test('firefox_shows_and_copies_the_article', async () => {
  await page.click('button[aria-label=复制到公众号]');
  await said('已复制，去公众号后台粘贴即可');
  const { 'text/html': html = '', 'text/plain': text = '' } = await clipboard();
  expect(html).toMatch(/<strong[^>]*style="[^"]*"[^>]*>重点/);
  expect(html).toContain('<svg');
  expect(html).not.toMatch(/\sclass=|<style|hljs-/);
  expect(text).toContain('第一段有重点');
});

test('firefox_copies_a_selection_when_the_clipboard_service_refuses', async () => {
  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await page.click('button[aria-label=复制到公众号]');
  await said('已复制，去公众号后台粘贴即可');
  const { 'text/html': html = '' } = await clipboard();
  expect(html).toMatch(/<strong[^>]*style="[^"]*"[^>]*>重点/);
});

test('firefox_copies_what_is_selected_in_the_preview', async () => {
  const frame = await (await page.$('[data-testid=preview] iframe'))?.contentFrame();
  await frame?.click('p');
  await inArticle((root) => {
    const last = root.querySelectorAll('p')[1];
    const document = root.ownerDocument;
    document.defaultView?.focus();
    if (last) document.getSelection()?.setBaseAndExtent(last, 0, last, 1);
  });
  await page.keyboard.down('Control');
  await page.keyboard.press('c');
  await page.keyboard.up('Control');
  await said('已复制所选内容');
  const { 'text/html': html = '', 'text/plain': text = '' } = await clipboard();
  expect(html).toContain('尾段');
  expect(html).not.toContain('大题');
  expect(text.trim()).toBe('尾段。');
});
