import type { FrameLocator, Locator, Page, Request } from '@playwright/test';
import { test as base, expect } from './base';
import { putArticle, putSettings, putShortArticle, storeArticle } from './storage';

const baseUrl = () => test.info().project.use.baseURL ?? '';

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

  /** The source on a touch screen. */
  get textBox(): Locator {
    return this.page.locator('#source textarea');
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
    const own = new URL(baseUrl()).host;
    // Not `page.route`, which takes every request through this process and leaves the browser without its cache.
    const note = (request: Request) => {
      const { protocol, host } = new URL(request.url());
      if (!protocol.startsWith('http') || host === own || this.allowed.has(host)) return;
      if (request.failure()?.errorText !== 'csp') this.foreignRequests.push(request.url());
    };
    this.page.on('requestfinished', note);
    this.page.on('requestfailed', note);
  }

  /**
   * Opens the editor and waits for the preview and for the source.
   *
   * In a browser without articles it shows a short one, which is drawn in half the time of the tutorial.
   */
  async open(path = '/md'): Promise<void> {
    if (this.page.url() === 'about:blank') {
      await this.page.goto(new URL('/robots.txt', new URL(path, baseUrl())).href);
      await putShortArticle(this.page);
    }
    await this.page.goto(path);
    await this.ready();
  }

  /** Opens the editor as on a first visit: it shows the tutorial. */
  async openForTheFirstTime(): Promise<void> {
    await this.page.goto('/md');
    await this.ready();
  }

  async ready(): Promise<void> {
    await expect(this.article).toBeAttached();
    // Touch screens get no Monaco.
    const isTouch = await this.page.evaluate(() => matchMedia('(pointer: coarse)').matches);
    await expect(isTouch ? this.textBox : this.source).toBeVisible();
  }

  /** Replaces the whole text by way of the keyboard. */
  async write(text: string): Promise<void> {
    await this.focusSource();
    await this.page.keyboard.press('ControlOrMeta+A');
    if (text === '') await this.page.keyboard.press('Delete');
    else await this.page.keyboard.insertText(text);
  }

  /** Opens the editor on a text and settings that its storage holds already: for texts that are long to type. */
  async openWith(text: string, settings: Record<string, unknown> = {}): Promise<void> {
    await storeArticle(this.page, text);
    await putSettings(this.page, settings);
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
    // What was said of the last copy may still be there: the clipboard tells this one's end.
    await this.page.evaluate(() => navigator.clipboard.writeText('before'));
    await this.page.getByRole('button', { name: '复制到公众号' }).click();
    const anyway = this.page.getByRole('button', { name: '照样复制' });
    // The clipboard may change while it is read.
    const copied = () =>
      this.clipboard().then(
        (parts) => parts['text/html'] ?? '',
        () => '',
      );
    await expect
      .poll(async () => (await anyway.isVisible()) || (await copied()) !== '', { timeout: 90_000 })
      .toBe(true);
    if (await anyway.isVisible()) await anyway.click();
    await expect.poll(copied).not.toBe('');
    await expect(this.page.getByText('已复制，去公众号后台粘贴即可').first()).toBeVisible();
    return copied();
  }

  /** What lies on the clipboard, by type. It is read again when something is copied meanwhile. */
  clipboard(): Promise<Record<string, string>> {
    return this.page.evaluate(async () => {
      for (;;) {
        try {
          const parts: Record<string, string> = {};
          for (const item of await navigator.clipboard.read()) {
            for (const type of item.types) parts[type] = await (await item.getType(type)).text();
          }
          return parts;
        } catch (error) {
          if (!(error instanceof DOMException && error.name === 'InvalidStateError')) throw error;
        }
      }
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
