import type { APIRequestContext } from '@playwright/test';
import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { siteOf } from '../support/site';

const FIRST = `# 第一节\n\n写给读者的**第一段**。\n\n\`\`\`js\nconst a = 1;\n\`\`\`\n\n## 公式\n\n$E=mc^2$\n\n${'长文。'.repeat(200)}`;

/** A published site with two documents; answers the address of its homepage. */
async function published(request: APIRequestContext): Promise<string> {
  const site = await siteOf(request);
  await site.write('第一篇', FIRST);
  await site.write('第二篇', '# 第二篇\n\n别的内容。');
  await site.publish();
  return site.origin;
}

for (const scheme of ['light', 'dark'] as const) {
  test(`a_stranger_reads_a_published_site_in_the_${scheme}`, async ({ browser, request }) => {
    const origin = await published(request);
    const context = await browser.newContext({
      colorScheme: scheme,
      viewport: { width: 1440, height: 900 },
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    for (const path of ['/', '/docs', '/docs/start', '/search?q=第一段']) {
      await page.goto(origin + path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await faults(page), path).toEqual([]);
    }
    await page.goto(`${origin}/docs`);
    await page
      .getByRole('link', { name: /第一篇/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('第一节');
    await expect(page.getByText('写给读者的')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page
      .getByRole('link', { name: /第二篇/ })
      .last()
      .click();
    await expect(page.getByText('别的内容。')).toBeVisible();
    expect(errors).toEqual([]);
    await context.close();
  });
}

test('a_reader_on_a_phone_needs_no_script', async ({ browser, request }) => {
  const origin = await published(request);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 812 },
  });
  const page = await context.newPage();
  await page.goto(origin);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto(`${origin}/docs`);
  await page
    .getByRole('link', { name: /第一篇/ })
    .first()
    .click();
  await expect(page.getByText('写给读者的')).toBeVisible();
  await expect(page.locator('.hljs-keyword').first()).toBeVisible();
  await expect(page.locator('.math-inline svg').first()).toBeVisible();
  const answer = await page.goto(`${origin}/nothing-here`);
  expect(answer?.status()).toBe(404);
  expect((await page.goto(`${origin}/api/config`))?.status()).toBe(404);
  await context.close();
});

for (const width of [1440, 375]) {
  test(`a_reader_finds_a_document_while_typing_at_${width}`, async ({ browser, request }) => {
    const origin = await published(request);
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${origin}/docs`);
    await page.keyboard.press('ControlOrMeta+k');
    const dialog = page.getByRole('dialog', { name: '搜索' });
    const field = dialog.getByRole('combobox', { name: '搜索' });
    await expect(field).toBeFocused();
    expect(await faults(page)).toEqual([]);
    await field.fill('公式');
    await expect(dialog.getByRole('option')).toHaveCount(1);
    await expect(dialog.getByRole('status')).toContainText('1');
    expect(await faults(page)).toEqual([]);
    await field.press('ArrowDown');
    await expect(dialog.getByRole('option')).toHaveAttribute('aria-selected', 'true');
    await field.press('Enter');
    await expect(page).toHaveURL(/#/);
    await expect(page.getByRole('heading', { name: '公式' })).toBeVisible();
    await page.keyboard.press('/');
    await field.fill('没有的词');
    await expect(dialog.getByRole('status')).not.toContainText('输入几个字');
    await expect(dialog.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await page.keyboard.press('/');
    await field.fill('别的');
    await field.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=/);
    const isWide = 'document.documentElement.scrollWidth > innerWidth';
    expect(await page.evaluate(isWide)).toBe(false);
    await context.close();
  });
}
