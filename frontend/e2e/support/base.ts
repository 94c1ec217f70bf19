import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as playwright,
} from '@playwright/test';

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

/** Browser profiles that stay open from journey to journey; they end with their browser, which is the worker's. */
export class KeptContexts {
  readonly #browser: Browser;
  readonly #contexts = new Map<string, BrowserContext>();
  readonly #ends: (() => Promise<void>)[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** The profile of this name; a new one when there is none, or when a journey has closed it. */
  async of(name: string, options?: BrowserContextOptions): Promise<BrowserContext> {
    const known = this.#contexts.get(name);
    if (known !== undefined) return known;
    const context = await this.#browser.newContext(options);
    this.#contexts.set(name, context);
    context.on('close', () => this.#contexts.delete(name));
    if (slowdown > 1) slow(context);
    return context;
  }

  get all(): BrowserContext[] {
    return [...this.#contexts.values()];
  }

  /** Runs `end` when the journey has ended well; after a failure the browser ends. */
  whenOver(end: () => Promise<void>): void {
    this.#ends.push(end);
  }

  async endJourney(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
  }
}

const kept = new WeakMap<Browser, KeptContexts>();

/** What stays open in this browser. */
export function keptContexts(browser: Browser): KeptContexts {
  const contexts = kept.get(browser) ?? new KeptContexts(browser);
  kept.set(browser, contexts);
  return contexts;
}

/** What every journey starts from. */
export const test = playwright.extend<{ ownContexts: undefined }>({
  // Playwright closes the first window only; further ones would go on to synchronize until the worker ends.
  ownContexts: [
    async ({ browser }, use, { errors }) => {
      await use(undefined);
      const contexts = keptContexts(browser);
      if (errors.length === 0) await contexts.endJourney();
      const opened = browser.contexts().filter((context) => !contexts.all.includes(context));
      await Promise.all(opened.map((context) => context.close()));
    },
    { auto: true },
  ],
  context: async ({ context }, use) => {
    if (slowdown > 1) slow(context);
    await use(context);
  },
});

export { expect } from '@playwright/test';
