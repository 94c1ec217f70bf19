import { SITE_TABS } from '../../src/config/paths';
import { logIn } from '../support/accounts';
import { sellingSite } from '../support/sales';
import { expect, test } from '../support/visitor';

/** Colors and names are judged in Chinese; English is longer and may not overflow. */
const SCHEMES = { 'zh-CN': ['light', 'dark'], en: ['light'] } as const;

for (const locale of ['zh-CN', 'en'] as const) {
  test(`every_tab_is_readable_on_a_desk_and_on_a_phone_${locale}`, async ({
    page,
    request,
    visitor,
  }) => {
    // Sixteen tabs, each looked at up to four times.
    test.setTimeout(10 * 60_000);
    const site = await sellingSite(request);
    const basic = await site.ask<{ data: object; revision: number }>('get', '/basic-info');
    // One line of it is wider than a phone.
    const described = { ...basic.data, description: '从写下第一行字，到读者付费阅读。'.repeat(8) };
    await site.ask('put', '/basic-info', described, { 'if-match': `"${basic.revision}"` });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await logIn(page, site.author, `${site.path}/overview`);
    await page.evaluate((name) => localStorage.setItem('locale', name), locale);
    for (const tab of SITE_TABS) {
      await test.step(tab, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(`${site.path}/${tab}`);
        await expect(page.locator('html')).toHaveAttribute('lang', locale);
        await page.waitForLoadState('networkidle');
        for (const width of [1440, 375]) {
          await page.setViewportSize({ width, height: 900 });
          for (const scheme of SCHEMES[locale]) {
            await page.emulateMedia({ colorScheme: scheme });
            await expect(page.locator('html')).toHaveAttribute('data-theme', scheme);
            const where = `${tab}, ${scheme}, ${width} px`;
            if (locale === 'zh-CN') expect(await visitor.violations(), where).toEqual([]);
            expect(await visitor.overflow(), where).toBe(0);
          }
        }
      });
    }
  });
}
