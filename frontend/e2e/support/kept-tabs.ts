import type { Browser, BrowserContext } from '@playwright/test';
import { keptContexts } from './base';
import { EditorScreen, expect } from './editor';
import { putArticle, putShortArticle } from './storage';

/** An address of the app that shows little: from here the router opens the editor as if for the first time. */
const ASIDE = '/aside';

/** Runs in the page: goes to another screen as the browser's buttons do, without loading the page. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Runs in the page: whether the router is at work; a screen that the build has rendered stands until then. */
function isStarted(): boolean {
  const isRendered = document.querySelector('.rendered-screen') !== null;
  return !isRendered && Boolean(document.getElementById('root')?.hasChildNodes());
}

/** Runs in the page: what journeys put in the place of the browser's own, and have not put back. */
function replaced(): string[] {
  const own = { put: IDBObjectStore.prototype.put, open: window.open, print: window.print };
  return Object.entries(own)
    .filter(([, value]) => !String(value).includes('[native code]'))
    .map(([name]) => name);
}

/**
 * Runs in the page: forgets all that is stored, and who is logged in. False when something was written meanwhile.
 *
 * The row that names the database stays: without it the page would take its loss for an accident, and write back what it
 * holds.
 */
async function forget(): Promise<boolean> {
  for (const button of document.querySelectorAll<HTMLElement>(
    '[data-sonner-toast] [data-close-button]',
  )) {
    button.click();
  }
  localStorage.clear();
  sessionStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes('md_editor_db')) return true;
  const isOwn = (key: IDBValidKey) => key !== '~identity';
  const clear = () =>
    new Promise<number>((resolve, reject) => {
      const open = indexedDB.open('md_editor_db');
      open.onerror = () => reject(open.error);
      open.onsuccess = () => {
        const transaction = open.result.transaction([...open.result.objectStoreNames], 'readwrite');
        let nRows = 0;
        for (const name of open.result.objectStoreNames) {
          const store = transaction.objectStore(name);
          store.getAllKeys().onsuccess = (event) => {
            const keys = (event.target as IDBRequest<IDBValidKey[]>).result.filter(isOwn);
            nRows += keys.length;
            for (const key of keys) store.delete(key);
          };
        }
        transaction.onabort = () => reject(transaction.error);
        transaction.oncomplete = () => {
          open.result.close();
          resolve(nRows);
        };
      };
    });
  await clear();
  // What was on its way to the database when the editor closed.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 50 }));
  return (await clear()) === 0 && localStorage.length === 0;
}

/** A tab that stays open: the editor is opened in it again and again, and loaded once. */
export class KeptEditor extends EditorScreen {
  /** The editor is open, and no journey but those that only type has been here since. */
  isPlain = false;
  /** A screen without the editor is shown. */
  #isAside = false;

  /** Leaves the editor. */
  async goAside(): Promise<void> {
    const { page } = this;
    this.isPlain = false;
    await page.unrouteAll();
    await page.emulateMedia({ reducedMotion: null, colorScheme: null });
    if (await page.evaluate(isStarted)) {
      expect(await page.evaluate(replaced)).toEqual([]);
      // What waits to be written would be written after the end.
      await expect(
        this.saveState.and(page.locator('[data-state=saving], [data-state=failed]')),
      ).toHaveCount(0);
      await page.mouse.move(0, 0);
      await page.evaluate(goTo, ASIDE);
    } else await page.goto(ASIDE);
    await expect(page.locator('#source, [role=dialog]')).toHaveCount(0);
    await expect(page.locator('main h1')).toBeVisible();
    this.#isAside = true;
  }

  /** Forgets what is stored, and what was noted of the page. */
  async forget(): Promise<void> {
    await expect.poll(() => this.page.evaluate(forget)).toBe(true);
    await expect(this.page.locator('[data-sonner-toast]')).toHaveCount(0);
    this.errors.length = 0;
    this.foreignRequests.length = 0;
    this.allowed.clear();
  }

  /** Goes to the editor; from a screen of the app nothing is loaded again. */
  override async open(path = '/md'): Promise<void> {
    if (!this.#isAside) return await super.open(path);
    await putShortArticle(this.page);
    await this.#goIn(path);
  }

  override openForTheFirstTime(): Promise<void> {
    return this.#goIn('/md');
  }

  async #goIn(path: string): Promise<void> {
    this.#isAside = false;
    await this.page.evaluate(goTo, path);
    await this.ready();
  }

  override async openWith(text: string): Promise<void> {
    await this.page.evaluate(putArticle, text);
    await this.open();
  }
}

/** The tabs of a kept profile: the first one, and the others of those journeys that have several. */
export class KeptTabs {
  readonly #context: BrowserContext;
  #tabs: KeptEditor[] = [];

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async at(n: number): Promise<KeptEditor> {
    const known = this.#tabs[n];
    if (known?.page.isClosed() === false) return known;
    const tab = new KeptEditor(await this.#context.newPage());
    tab.watch();
    this.#tabs[n] = tab;
    await tab.goAside();
    // The server has said that the address is none.
    tab.errors.length = 0;
    return tab;
  }

  /** All tabs show something else, and nothing is stored, as in a browser that has not been here. */
  async reset(): Promise<void> {
    await this.#context.setOffline(false);
    await this.#context.unrouteAll();
    this.#tabs = this.#tabs.filter(({ page }) => !page.isClosed());
    const kept = this.#tabs.map(({ page }) => page);
    const opened = this.#context.pages().filter((page) => !kept.includes(page));
    await Promise.all(opened.map((page) => page.close()));
    for (const tab of this.#tabs) await tab.goAside();
    // The last one leaves nothing that an earlier one could write again.
    for (const tab of this.#tabs) await tab.forget();
  }
}

const tabsOf = new WeakMap<BrowserContext, KeptTabs>();

/** The tabs that stay open in a kept profile. */
export function keptTabs(context: BrowserContext): KeptTabs {
  const tabs = tabsOf.get(context) ?? new KeptTabs(context);
  tabsOf.set(context, tabs);
  return tabs;
}

const taken = new WeakMap<Browser, number>();

/** A browser of somebody, with nothing stored: until the journey ends the next call gives another one. */
export async function takeBrowser(browser: Browser): Promise<KeptEditor> {
  const contexts = keptContexts(browser);
  const n = taken.get(browser) ?? 0;
  taken.set(browser, n + 1);
  const context = await contexts.of(`browser ${n}`);
  const tabs = keptTabs(context);
  const editor = await tabs.at(0);
  contexts.whenOver(async () => {
    taken.delete(browser);
    // It would go on to synchronize, unless the journey has closed it.
    if (contexts.all.includes(context)) await tabs.reset();
  });
  return editor;
}
