import type { LaunchOptions, Page } from '@playwright/test';
import { test as base, expect } from '../support/base';
import { shopOf } from '../support/shop';
import { siteOf } from '../support/site';

const ARTICLE =
  '# 磨墨\n\n一段文字。\n\n```js\nconst a = 1;\n```\n\n## 后来\n\n又一段。\n\n## 最后\n\n完。\n';

/** How bright the ground and the letters are, from 0 to 255. */
function brightness(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const mean = (color: string) => {
      const parts = (color.match(/\d+/g) ?? []).slice(0, 3).map(Number);
      return parts.reduce((sum, part) => sum + part, 0) / 3;
    };
    const paper = getComputedStyle(document.documentElement).backgroundColor;
    const letters = [...document.querySelectorAll('.article p, .article code span')];
    return [paper, ...letters.map((element) => getComputedStyle(element).color)].map(mean);
  });
}

base('paper_is_light_whatever_the_screen_is', async ({ page, request }) => {
  const site = await siteOf(request);
  await site.write('磨墨', ARTICLE);
  await site.publish();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${site.origin}/docs/start/${encodeURIComponent('磨墨')}`);
  for (const scheme of ['dark', 'light'] as const) {
    await base.step(`of the system: ${scheme}, chosen: dark`, async () => {
      await page.emulateMedia({ media: 'screen', colorScheme: scheme });
      if (scheme === 'light') await page.locator('.scheme-button').click();
      const [screen = 0, ...bright] = await brightness(page);
      expect(screen).toBeLessThan(60);
      expect(Math.min(...bright)).toBeGreaterThan(90);
      await page.emulateMedia({ media: 'print' });
      const [paper = 0, ...dark] = await brightness(page);
      expect(paper).toBe(255);
      expect(Math.max(...dark)).toBeLessThan(160);
    });
  }
});

base('what_a_browser_lacks_ends_one_enhancement_and_no_other', async ({ page, request }) => {
  const site = await siteOf(request);
  await site.write('磨墨', ARTICLE);
  await site.publish();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'IntersectionObserver');
    Reflect.deleteProperty(Array.prototype, 'at');
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal');
  });
  await page.goto(`${site.origin}/docs/start/${encodeURIComponent('磨墨')}`);
  await expect(page.locator('.scheme-button')).toBeVisible();
  await expect(page.locator('.copy-code')).toHaveCount(1);
  await expect(page.locator('h2 > .anchor')).toHaveCount(2);
  expect(errors).toEqual([expect.stringContaining('IntersectionObserver')]);
});

const SIZE_PX = 24;
/** A reader who has set letters to be half as large again. */
const test = base.extend<object, { launchOptions: LaunchOptions }>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        args: [...(launchOptions.args ?? []), `--blink-settings=defaultFontSize=${SIZE_PX}`],
      }),
    { scope: 'worker' },
  ],
});

test('pages_follow_the_size_that_the_reader_has_set', async ({ page, request }) => {
  const shop = await shopOf(request, { level: 'free' });
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/docs', '/plans', '/login', new URL(shop.document).pathname]) {
      await page.goto(shop.origin + path);
      const sizes = await page.evaluate(() => ({
        room: document.documentElement.clientWidth,
        width: document.documentElement.scrollWidth,
        // Small print has three quarters of it, or more.
        letters: [...document.querySelectorAll('p, a, label, li, dt, dd, button, summary')]
          .filter((element) => element.checkVisibility() && element.textContent !== '')
          .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      }));
      expect(sizes.width, `${path} at ${width}`).toBeLessThanOrEqual(sizes.room);
      expect(Math.min(...sizes.letters), path).toBeGreaterThanOrEqual(SIZE_PX * 0.74);
    }
  }
  await expect(page.locator('.article p').first()).toHaveCSS('font-size', `${SIZE_PX}px`);
});
