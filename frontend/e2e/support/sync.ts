import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { logIn, logInHere, type Person } from './accounts';
import { EditorScreen } from './editor';
import { takeBrowser } from './kept-tabs';
import { LibraryScreen } from './library';
import { putShortArticle, records } from './storage';

/** Whether a page asks the server about what is synchronized. Its scripts may have the same words in their names. */
export function isExchange(request: Request): boolean {
  return /\/api\/teams\/[^/]+\/(knowledge-bases|sync$)/.test(request.url());
}

/** A row of docs/sync.md, In the browser. */
interface SyncedBase {
  knowledgeBaseId: string;
  teamId: string;
  serverId: string;
}

/** One browser of an author. */
export class Device {
  readonly page: Page;
  readonly editor: EditorScreen;
  readonly library: LibraryScreen;

  constructor(page: Page, editor = new EditorScreen(page)) {
    this.page = page;
    this.editor = editor;
    this.library = new LibraryScreen(page);
  }

  get state() {
    return this.page.getByTestId('sync-state');
  }

  /** Picks an entry of the menu of knowledge bases. */
  async menu(entry: string | RegExp): Promise<void> {
    await this.page.getByRole('button', { name: /^知识库：/ }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Turns sync on for the selected knowledge base. */
  async turnOn(team?: string): Promise<void> {
    await this.menu('开启同步…');
    if (team !== undefined) {
      await this.page.getByRole('combobox', { name: '同步到' }).click();
      await this.page.getByRole('option', { name: team }).click();
    }
    await this.page.getByRole('button', { name: '开启同步' }).click();
    await this.synced();
  }

  async synced(): Promise<void> {
    await expect(this.state).toHaveAttribute('data-state', 'synced');
  }

  /** Gets a knowledge base of the server and opens it. */
  async fetch(title: string): Promise<void> {
    await this.menu('从服务器获取…');
    await this.page.getByRole('button', { name: `获取“${title}”` }).click();
    await this.page.getByRole('button', { name: '打开', exact: true }).click();
    await this.synced();
  }

  async write(text: string): Promise<void> {
    await this.editor.write(text);
    await this.editor.saved();
  }

  /** As {@link write}, until the server has it. */
  async send(text: string): Promise<void> {
    const sent = this.page.waitForResponse(
      (response) => response.url().endsWith('/changes') && response.request().method() === 'POST',
    );
    await this.write(text);
    await sent;
    await this.synced();
  }

  /** Asks whoever synchronizes to look again at once, as when the network has come back. */
  async wake(): Promise<void> {
    await this.page.evaluate(() => dispatchEvent(new Event('online')));
  }

  /** What this browser knows of the knowledge base that it synchronizes. */
  async base(): Promise<SyncedBase> {
    const rows = await records(this.page, 'settings');
    const row = rows.find(({ key }) => String(key).startsWith('~sync:base:'));
    return row?.value as SyncedBase;
  }

  /** Addresses of the API below the knowledge base at the server. */
  async address(): Promise<string> {
    const { teamId, serverId } = await this.base();
    return `/teams/${teamId}/knowledge-bases/${serverId}`;
  }

  /** The text of the open article as the preview shows it. */
  async shows(text: string): Promise<void> {
    await expect(this.editor.article).toContainText(text);
  }
}

/** A browser in which `who` is logged in and has the editor open, and nothing is stored. */
export async function device(browser: Browser, who: Person): Promise<Device> {
  const editor = await takeBrowser(browser);
  const { page } = editor;
  await logInHere(page, who);
  await editor.open();
  await expect(page.getByRole('button', { name: /^知识库：/ })).toBeVisible();
  return new Device(page, editor);
}

/** As {@link device}, of this journey alone. `prepare` runs before every page. */
export async function freshDevice(
  browser: Browser,
  who: Person,
  prepare: () => void = () => undefined,
): Promise<Device> {
  const context = await browser.newContext();
  await context.addInitScript(prepare);
  const made = new Device(await context.newPage());
  await made.page.goto('/robots.txt');
  await putShortArticle(made.page);
  await logIn(made.page, who, '/md');
  await made.editor.ready();
  await expect(made.page.getByRole('button', { name: /^知识库：/ })).toBeVisible();
  return made;
}

/** Two browsers of one author with one knowledge base: its article is open in both. */
export async function twoDevices(
  browser: Browser,
  who: Person,
  make: (browser: Browser, who: Person) => Promise<Device> = device,
): Promise<[Device, Device]> {
  const first = await make(browser, who);
  await first.write('# 起点');
  await first.turnOn();
  const second = await make(browser, who);
  await second.fetch('我的知识库');
  await second.shows('起点');
  return [first, second];
}
