import type { Page } from '@playwright/test';

/** Holds back what is asked for at `addresses`. The answer lets it through. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await released;
    // A page that was left, or a try that was given up, waits for nothing any more.
    await route.continue().catch(() => undefined);
  });
  return release;
}

/** Holds back the program; style sheets and the scripts of the page itself arrive. */
export const holdProgram = (page: Page) => hold(page, '**/assets/*.js');

/** The screen that stands in the page before any script has run. */
export const renderedScreen = (page: Page) => page.locator('.rendered-screen:visible');
