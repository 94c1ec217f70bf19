import type { Page } from '@playwright/test';
import { faults } from './axe';
import { test as base, expect } from './base';

/** A visitor without an account, with the errors that the page reports. */
export class Visitor {
  readonly page: Page;
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(error.message));
    page.on('console', (message) => {
      // The browser itself logs every refused call; those that a test provokes are part of it.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        this.errors.push(message.text());
      }
    });
  }

  /** Accessibility faults of a screen that is there. */
  async violations(state: 'closed' | 'popup' = 'closed'): Promise<string[]> {
    // A screen that is still being fetched is no screen to judge.
    if (state === 'closed') await expect(this.page.locator('h1').first()).toBeVisible();
    return faults(this.page, state);
  }

  /** How far the page can be moved sideways, in pixels. */
  overflow(): Promise<number> {
    return this.page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  }
}

/** Tests of the pages around the editor: none may print an error. */
export const test = base.extend<{ visitor: Visitor }>({
  visitor: async ({ page }, use) => {
    const visitor = new Visitor(page);
    await use(visitor);
    expect(visitor.errors).toEqual([]);
  },
});

export { expect };
