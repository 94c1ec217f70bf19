import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';
import { closingWindows } from './base';
import { EditorScreen, expect, test as fresh } from './editor';

/** What makes a window another one. */
type Device = Pick<BrowserContextOptions, 'viewport' | 'isMobile' | 'hasTouch'>;

/** The windows of one worker, one for each device, with the editor open from journey to journey. */
class OpenEditors {
  readonly #browser: Browser;
  readonly #options: BrowserContextOptions;
  readonly #editors = new Map<string, EditorScreen>();
  readonly contexts: BrowserContext[] = [];

  constructor(browser: Browser, options: BrowserContextOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  async of(device: Device): Promise<EditorScreen> {
    const key = JSON.stringify(device);
    const open = this.#editors.get(key);
    if (open !== undefined) return open;
    const context = await this.#browser.newContext({ ...this.#options, ...device });
    this.contexts.push(context);
    const editor = new EditorScreen(await context.newPage());
    editor.watch();
    await editor.page.goto('/md');
    await expect(editor.article).toBeAttached();
    this.#editors.set(key, editor);
    return editor;
  }
}

/**
 * Tests of what is typed: all of one worker in one window, whose text is empty at the start of each.
 *
 * - The article is the same one throughout: whoever looks at storage, documents, settings or the first load needs a fresh browser, see `editor.ts`.
 * - After a failure Playwright begins a new worker, and so a new window.
 */
export const test = fresh.extend<object, { openEditors: OpenEditors }>({
  openEditors: [
    async ({ browser }, use, { project }) => {
      const { baseURL, locale, timezoneId, permissions, serviceWorkers } = project.use;
      const options = { baseURL, locale, timezoneId, permissions, serviceWorkers };
      const editors = new OpenEditors(browser, options as BrowserContextOptions);
      await use(editors);
      await Promise.all(editors.contexts.map((context) => context.close()));
    },
    { scope: 'worker' },
  ],
  ownContexts: async ({ browser, openEditors }, use) =>
    await closingWindows(browser, () => use(undefined), openEditors.contexts),
  editor: async ({ openEditors, viewport, isMobile, hasTouch }, use) => {
    const editor = await openEditors.of({ viewport, isMobile, hasTouch });
    if (isMobile) await editor.page.getByRole('textbox', { name: 'Markdown 正文' }).fill('');
    else await editor.write('');
    await use(editor);
    expect(editor.errors).toEqual([]);
  },
  page: async ({ editor }, use) => await use(editor.page),
});

export { expect };
