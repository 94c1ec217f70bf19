import type { Page } from '@playwright/test';
import { logIn } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

const TABS = ['overview', 'homepage', 'members', 'orders', 'domains', 'payments'];

/** Texts whose lines lie over each other. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement } = node;
      if (parentElement === null || !parentElement.checkVisibility()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const tops = [...new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))];
      const sizePx = Number.parseFloat(getComputedStyle(parentElement).fontSize);
      const isOver = tops.some((top, at) => at > 0 && top - (tops[at - 1] ?? 0) < sizePx * 1.1);
      if (isOver) found.push(`${sizePx}px: ${node.textContent}`);
    }
    return found;
  });
}

const withFonts = (blink: string) => ({
  launchOptions: { args: ['--no-sandbox', `--blink-settings=${blink}`] },
});

test.describe('with_a_smallest_size', () => {
  test.use({ ...withFonts('minimumFontSize=20'), viewport: { width: 375, height: 812 } });

  test('no_line_lies_over_another', async ({ page, request, visitor: _ }) => {
    const site = await siteOf(request);
    await logIn(page, site.author, '/account');
    for (const tab of TABS) {
      await page.goto(`${site.path}/${tab}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(await overlaps(page), tab).toEqual([]);
    }
  });
});

test.describe('with_a_larger_size', () => {
  test.use(withFonts('defaultFontSize=24'));

  test('the_interface_follows', async ({ page, request, visitor: _ }) => {
    const site = await siteOf(request);
    await logIn(page, site.author, `${site.path}/domains`);
    const button = page.getByRole('button', { name: '更改地址' });
    await expect(button).toHaveCSS('font-size', '19.5px');
    expect((await button.boundingBox())?.height).toBe(48);
  });
});
