import { type Browser, type BrowserContext, test as playwright } from '@playwright/test';

/** How many times slower than this machine the pages run: `E2E_SLOWDOWN=6` shows a journey that is right only when it is quick. */
const slowdown = Number(process.env.E2E_SLOWDOWN ?? 1);

function slow(context: BrowserContext): void {
  context.on('page', async (page) => {
    // A page that closes at once cannot be slowed any more.
    const session = await context.newCDPSession(page).catch(() => undefined);
    await session
      ?.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      .catch(() => undefined);
  });
}

/**
 * Runs a journey and closes the windows that it has opened, but for those of `kept`.
 *
 * Playwright closes the first window only; further ones would go on to synchronize until the worker ends.
 */
export async function closingWindows(
  browser: Browser,
  journey: () => Promise<void>,
  kept: readonly BrowserContext[] = [],
): Promise<void> {
  const before = new Set(browser.contexts());
  await journey();
  const opened = browser.contexts().filter((context) => !before.has(context));
  await Promise.all(
    opened.filter((context) => !kept.includes(context)).map((context) => context.close()),
  );
}

/** What every journey starts from. */
export const test = playwright.extend<{ ownContexts: undefined }>({
  ownContexts: [
    async ({ browser }, use) => await closingWindows(browser, () => use(undefined)),
    { auto: true },
  ],
  context: async ({ context }, use) => {
    if (slowdown > 1) slow(context);
    await use(context);
  },
});

export { expect } from '@playwright/test';
