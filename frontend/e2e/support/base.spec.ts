import { expect, test } from './base';

test.describe('windows of a journey', () => {
  // One after the other in one browser.
  test.describe.configure({ mode: 'serial' });

  test('a_journey_may_open_a_second_window', async ({ browser, page }) => {
    await page.goto('about:blank');
    await browser.newContext();
    expect(browser.contexts()).toHaveLength(2);
  });

  test('no_window_stays_open_behind_its_journey', async ({ browser, page }) => {
    await page.goto('about:blank');
    expect(browser.contexts()).toHaveLength(1);
  });
});
