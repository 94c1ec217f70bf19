import type { FrameLocator, Locator, Page, Request } from '@playwright/test';
import { test as base, expect } from './base';
import { putArticle, storeArticle } from './storage';

/** The editor as an author meets it. */
export class EditorScreen {
  readonly page: Page;
  /** What the page has asked of another host, unless its own policy has held it back. None is reached, see `playwright.config.ts`. */
  readonly foreignRequests: string[] = [];
  /** Hosts that a test runs itself. */
  readonly allowed = new Set<string>();
  /** Errors of the console and uncaught ones. */
  readonly errors: string[] = [];

  constructor(page: Page) {
    this.page = page;
  }

  get preview(): FrameLocator {
    return this.page.frameLocator('[data-testid=preview] iframe');
  }

  get article(): Locator {
    return this.preview.locator('section.article');
  }

  get source(): Locator {
    return this.page.locator('[data-testid=source] .monaco-editor').first();
  }

  get saveState(): Locator {
    return this.page.getByTestId('save-state');
  }

  /** Notes the errors of the page and what it asks of others. */
  watch(): void {
    this.page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    this.page.on('pageerror', (error) => this.errors.push(error.message));
    const own = new URL(test.info().project.use.baseURL ?? '').host;
    // Not `page.route`, which takes every request through this process and leaves the browser without its cache.
    const note = (request: Request) => {
      const { protocol, host } = new URL(request.url());
      if (!protocol.startsWith('http') || host === own || this.allowed.has(host)) return;
      if (request.failure()?.errorText !== 'csp') this.foreignRequests.push(request.url());
    };
    this.page.on('requestfinished', note);
    this.page.on('requestfailed', note);
  }

  /** Opens the editor and waits for the preview and for Monaco. */
  async open(path = '/md'): Promise<void> {
    await this.page.goto(path);
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.article).toBeAttached();
    await expect(this.source).toBeVisible();
  }

  /** Replaces the whole text by way of the keyboard. */
  async write(text: string): Promise<void> {
    await this.focusSource();
    await this.page.keyboard.press('ControlOrMeta+A');
    if (text === '') await this.page.keyboard.press('Delete');
    else await this.page.keyboard.insertText(text);
  }

  /** Opens the editor on a text that its storage holds already: for texts that are long to type. */
  async openWith(text: string): Promise<void> {
    await storeArticle(this.page, text);
    await this.open();
  }

  /** Puts a text into the storage, past the open editor. */
  async fill(text: string): Promise<void> {
    await this.page.evaluate(putArticle, text);
  }

  async focusSource(): Promise<void> {
    await this.source.locator('textarea, .native-edit-context').first().focus();
  }

  async saved(): Promise<void> {
    await expect(this.saveState).toHaveAttribute('data-state', 'saved');
  }

  /** Copies the article by the button, whatever the check says, and answers with the copied HTML. */
  async copyForWechat(): Promise<string> {
    await this.page.getByRole('button', { name: '复制到公众号' }).click();
    const done = this.page.getByText('已复制，去公众号后台粘贴即可').first();
    const anyway = this.page.getByRole('button', { name: '照样复制' });
    await expect(done.or(anyway).first()).toBeVisible({ timeout: 45_000 });
    if (await anyway.isVisible()) await anyway.click();
    await expect(done).toBeVisible();
    return (await this.clipboard())['text/html'] ?? '';
  }

  /** What lies on the clipboard, by type. */
  clipboard(): Promise<Record<string, string>> {
    return this.page.evaluate(async () => {
      const parts: Record<string, string> = {};
      for (const item of await navigator.clipboard.read()) {
        for (const type of item.types) parts[type] = await (await item.getType(type)).text();
      }
      return parts;
    });
  }
}

interface Fixtures {
  editor: EditorScreen;
}

/** Tests of the editor: each in a fresh browser profile, none may reach another host or print an error. */
export const test = base.extend<Fixtures>({
  editor: async ({ page }, use) => {
    const editor = new EditorScreen(page);
    editor.watch();
    await use(editor);
    expect(editor.errors).toEqual([]);
  },
});

export { expect };
