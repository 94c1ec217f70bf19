import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@playwright/test';
import { DOWNLOADS, type DrivenWindow } from './engine';
import { finderSource, type Step } from './in-page';
import { Place, type Query, stepsOf } from './place';

/** How long a test waits for what it looks at, in milliseconds, and the pauses between two looks. */
export const WAIT_MS = 60_000;
const LOOK_MS = [50, 100, 200];

const PART = /^\.|\.(crdownload|part|wkdownload)$/;

/** A file as it is given to a page, or as a page gives it. */
export interface GivenFile {
  name: string;
  content: string | Buffer;
}

const finder = finderSource();

/** A window of a browser, as a test meets it; the same in every engine. */
export class Tab {
  constructor(
    readonly driven: DrivenWindow,
    /** For files of this browser. */
    private readonly folder: string,
    private readonly baseUrl: string,
  ) {}

  /** Errors of the console and uncaught ones, as far as the driver tells them. A test that provokes some takes them out. */
  get errors(): readonly string[] {
    return this.driven.errors ?? [];
  }

  /** Types an address into the window: a path of the product, or a whole address. */
  async open(address: string): Promise<void> {
    await this.driven.goto(new URL(address, this.baseUrl).href);
  }

  reload(): Promise<void> {
    return this.driven.reload();
  }

  /** Goes back so many pages; it waits for none of them. */
  async back(nPages = 1): Promise<void> {
    await this.evaluate((steps) => void setTimeout(() => history.go(steps)), -nPages);
  }

  /** What stands in the address bar. */
  url(): Promise<string> {
    return this.evaluate(() => location.href);
  }

  /** Waits until the address is as said. */
  async showsAddress(pattern: RegExp | string): Promise<void> {
    const wanted = typeof pattern === 'string' ? new URL(pattern, this.baseUrl).href : pattern;
    await this.until(async () => {
      const url = await this.url();
      if (typeof wanted === 'string') expect(url).toBe(wanted);
      else expect(url).toMatch(wanted);
    });
  }

  /** Runs a function in the page; it sees only its arguments. */
  async evaluate<A extends unknown[], R>(
    look: (...args: A) => R | Promise<R>,
    ...args: A
  ): Promise<R> {
    return (await this.driven.run(look.toString(), args)) as R;
  }

  /** Waits until a function of the page answers something true, and returns it. */
  async waitFor<A extends unknown[], R>(
    look: (...args: A) => R | Promise<R>,
    ...args: A
  ): Promise<R> {
    let found: R | undefined;
    await this.until(async () => {
      found = await this.evaluate(look, ...args);
      expect(found, look.toString()).toBeTruthy();
    });
    return found as R;
  }

  /** Repeats what fails because the page is not ready for it yet. */
  async until(attempt: () => Promise<void>): Promise<void> {
    await expect(attempt).toPass({ timeout: WAIT_MS, intervals: LOOK_MS });
  }

  /** The elements that a query names: a CSS selector, or what people perceive. */
  find(query: Query): Place {
    return new Place(this, stepsOf(query));
  }

  /** The document of a frame of the same origin. */
  frame(selector: string): Place {
    return new Place(this, [{ frame: selector }]);
  }

  /** The document of a frame that the page around it cannot look into. */
  foreignFrame(selector: string): Place {
    return new Place(this, [], selector);
  }

  /** Runs a function of the finder, which is brought along where it is not there yet. */
  async ask(source: string, args: readonly unknown[], frame?: string): Promise<unknown> {
    const isThere = await this.driven.run('() => window.moyanFinder !== undefined', [], frame);
    if (isThere !== true) await this.driven.run(finder, [], frame);
    return this.driven.run(source, args, frame);
  }

  /** Where the middle of a foreign frame's point is in the window. */
  async outer(frame: string, path: readonly Step[]): Promise<unknown> {
    await this.driven.run(
      `(selector) =>
        document.querySelector(selector)?.scrollIntoView({ block: 'nearest', behavior: 'instant' })`,
      [frame],
    );
    const point = await this.ask('(path) => window.moyanFinder.reach(path)', [path], frame);
    if (typeof point !== 'object') return point;
    return this.driven.run(
      `({ x, y }, selector) => {
        const frame = document.querySelector(selector);
        const rect = frame.getBoundingClientRect();
        const scale = rect.width / frame.offsetWidth;
        const at = {
          x: Math.floor(rect.x + (frame.clientLeft + x) * scale),
          y: Math.floor(rect.y + (frame.clientTop + y) * scale),
        };
        return document.elementFromPoint(at.x, at.y) === frame ? at : 'something lies over its frame';
      }`,
      [point, frame],
    );
  }

  /**
   * Presses keys together, as `Control+Shift+K`; `Mod` is the key for shortcuts of the machine.
   */
  press(chord: string): Promise<void> {
    const mod = process.platform === 'darwin' ? 'Meta' : 'Control';
    return this.driven.press(chord.split('+').map((key) => (key === 'Mod' ? mod : key)));
  }

  type(text: string): Promise<void> {
    return this.driven.type(text);
  }

  insertText(text: string): Promise<void> {
    return this.driven.insertText(text);
  }

  resize(widthPx: number, heightPx: number): Promise<void> {
    return this.driven.resize(widthPx, heightPx);
  }

  clipboard(): Promise<Record<string, string>> {
    return this.driven.clipboard();
  }

  /** Chooses files in the dialog that `open` opens for the file box that a selector names. */
  async chooseFiles(
    open: () => Promise<void>,
    selector: string,
    files: readonly GivenFile[],
  ): Promise<void> {
    const folder = await mkdtemp(path.join(this.folder, 'given-'));
    const paths = files.map(({ name }) => path.join(folder, name));
    await Promise.all(files.map(({ content }, index) => writeFile(paths[index] ?? '', content)));
    // Browsers without a person give the dialog up at once, and the product takes its box away then.
    await this.evaluate(() => {
      const { click } = HTMLElement.prototype;
      HTMLInputElement.prototype.click = function () {
        if (this.type !== 'file') click.call(this);
      };
    });
    await open();
    await this.waitFor((css) => document.querySelector(css) !== null, selector);
    await this.driven.giveFiles(selector, paths);
    await this.evaluate(() => {
      Reflect.deleteProperty(HTMLInputElement.prototype, 'click');
    });
  }

  /** Waits for the next file that the browser has downloaded whole, and takes it away. */
  async downloaded(): Promise<GivenFile> {
    const folder = path.join(this.folder, DOWNLOADS);
    let name: string | undefined;
    await this.until(async () => {
      const names = await readdir(folder);
      // Beside a file that is still on its way lies a part of it.
      expect(names.filter((other) => PART.test(other))).toEqual([]);
      [name] = names;
      expect(name).toBeDefined();
    });
    const file = path.join(folder, name ?? '');
    const content = await readFile(file);
    await rm(file);
    return { name: name ?? '', content };
  }

  /** Waits until words stand somewhere in the page. */
  says(words: string | RegExp): Promise<void> {
    return this.find({ css: 'body', having: words }).shows();
  }
}
