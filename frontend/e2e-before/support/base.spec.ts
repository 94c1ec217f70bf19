import type { BrowserContext } from '@playwright/test';
import { expect, test } from './base';

test.describe('windows of a journey', () => {
  // One after the other in one browser.
  test.describe.configure({ mode: 'serial' });
  let second: BrowserContext;

  test('a_journey_may_open_a_second_window', async ({ browser }) => {
    second = await browser.newContext();
    expect(browser.contexts()).toContain(second);
  });

  test('no_window_stays_open_behind_its_journey', async ({ browser }) => {
    expect(second).toBeDefined();
    expect(browser.contexts()).not.toContain(second);
  });
});
