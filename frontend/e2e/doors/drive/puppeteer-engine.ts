import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, expect } from '@playwright/test';
import puppeteer, {
  type Browser,
  type BrowserContext,
  type ElementHandle,
  type KeyInput,
  type LaunchOptions,
  type Page,
  type Permission,
} from 'puppeteer-core';
import { findChromium, findFirefox } from '../../../../scripts/browsers/find.mjs';
import { CHROMIUM_ARGUMENTS } from '../../support/chromium-arguments';
import {
  ANSWER_MS,
  DOWNLOADS,
  type DrivenWindow,
  type Engine,
  type Point,
  type Profile,
} from './engine';

const CLIPBOARD: Permission[] = ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write'];

/** Starts the Chromium of the journeys, over the DevTools protocol. */
export function startChromium(): Promise<Engine> {
  return PuppeteerEngine.start(() => ({
    browser: 'chrome',
    executablePath: findChromium() ?? chromium.executablePath(),
    args: [...CHROMIUM_ARGUMENTS, '--accept-lang=zh-CN'],
  }));
}

/** Settings of `about:config`. */
export type FirefoxPreferences = Record<string, boolean | number | string>;

/** Starts the machine's Firefox, over WebDriver BiDi. */
export function startFirefox(preferences: FirefoxPreferences): Promise<Engine> {
  return PuppeteerEngine.start((downloads) => ({
    browser: 'firefox',
    executablePath: findFirefox() ?? '',
    extraPrefsFirefox: {
      // Reading the clipboard back without asking a person; writing needs no preference.
      'dom.events.testing.asyncClipboard': true,
      'intl.accept_languages': 'zh-CN',
      'browser.download.folderList': 2,
      'browser.download.dir': downloads,
      ...preferences,
    },
  }));
}

class PuppeteerEngine implements Engine {
  private constructor(
    private readonly browser: Browser,
    private readonly isChromium: boolean,
    private readonly folder: string,
  ) {}

  static async start(options: (downloads: string) => LaunchOptions): Promise<Engine> {
    const folder = await mkdtemp(path.join(tmpdir(), 'moyan-browser-'));
    const chosen = options(path.join(folder, DOWNLOADS));
    const browser = await puppeteer.launch({
      headless: true,
      timeout: ANSWER_MS,
      protocolTimeout: ANSWER_MS,
      ...chosen,
    });
    return new PuppeteerEngine(browser, chosen.browser === 'chrome', folder);
  }

  async newProfile(): Promise<Profile> {
    const downloadPath = path.join(this.folder, DOWNLOADS);
    await mkdir(downloadPath, { recursive: true });
    // Firefox has the folder in its preferences.
    const context = await this.browser.createBrowserContext(
      this.isChromium ? { downloadBehavior: { policy: 'allow', downloadPath } } : {},
    );
    return {
      newWindow: () => PuppeteerWindow.open(context, this.isChromium),
      folder: this.folder,
      close: () => context.close(),
    };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

class PuppeteerWindow implements DrivenWindow {
  readonly errors: string[] = [];
  private readonly allowedOrigins = new Set<string>();

  private constructor(
    private readonly page: Page,
    private readonly isChromium: boolean,
  ) {
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
  }

  static async open(context: BrowserContext, isChromium: boolean): Promise<DrivenWindow> {
    const page = await context.newPage();
    page.setDefaultTimeout(ANSWER_MS);
    // Firefox may still show the tab that it begins with, and a tab behind it draws nothing.
    if (!isChromium) await page.bringToFront();
    return new PuppeteerWindow(page, isChromium);
  }

  async goto(url: string): Promise<void> {
    const { origin } = new URL(url);
    if (this.isChromium && !this.allowedOrigins.has(origin)) {
      this.allowedOrigins.add(origin);
      await this.page.browserContext().overridePermissions(origin, CLIPBOARD);
    }
    await this.page.goto(url);
  }

  // As its button does it: Firefox's driver waits in vain for a page that came from memory.
  async reload(): Promise<void> {
    await this.run('() => { window.isLeft = true; setTimeout(() => location.reload()); }', []);
    await expect
      .poll(() =>
        this.run("() => document.readyState === 'complete' && !window.isLeft", []).catch(
          () => false,
        ),
      )
      .toBe(true);
  }

  resize(width: number, height: number): Promise<void> {
    return this.page.setViewport({ width, height });
  }

  async run(source: string, args: readonly unknown[], frame?: string): Promise<unknown> {
    const expression = `(${source})(...${JSON.stringify(args)})`;
    if (frame === undefined) return this.page.evaluate(expression);
    const inner = await (await this.page.$(frame))?.contentFrame();
    if (!inner) throw new Error(`No frame at ${frame}`);
    return inner.evaluate(expression);
  }

  move({ x, y }: Point): Promise<void> {
    return this.page.mouse.move(x, y);
  }

  click({ x, y }: Point, button: 'left' | 'right'): Promise<void> {
    return this.page.mouse.click(x, y, { button });
  }

  async press(keys: readonly string[]): Promise<void> {
    const { keyboard } = this.page;
    for (const key of keys) await keyboard.down(key as KeyInput);
    for (const key of keys.toReversed()) await keyboard.up(key as KeyInput);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  async insertText(text: string): Promise<void> {
    // Only Chromium's driver takes more than a character, and only so a text reaches its EditContext.
    if (this.isChromium) await this.page.keyboard.sendCharacter(text);
    else await this.run(`(text) => document.execCommand('insertText', false, text)`, [text]);
  }

  async giveFiles(selector: string, paths: readonly string[]): Promise<void> {
    const box = (await this.page.$(selector)) as ElementHandle<HTMLInputElement> | null;
    if (box === null) throw new Error(`No file box at ${selector}`);
    await box.uploadFile(...paths);
  }

  async clipboard(): Promise<Record<string, string>> {
    return this.page.evaluate(async () => {
      const parts: Record<string, string> = {};
      for (const item of await navigator.clipboard.read()) {
        for (const type of item.types) parts[type] = await (await item.getType(type)).text();
      }
      return parts;
    });
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.page.screenshot());
  }

  async beforeLoad(source: string): Promise<void> {
    await this.page.evaluateOnNewDocument(`(${source})()`);
  }
}
