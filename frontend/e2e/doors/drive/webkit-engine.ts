import { By, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { findWebKitDriver } from '../../../../scripts/browsers/find.mjs';
import {
  type Display,
  startDisplay,
  startWebKit,
  type WebKitSession,
} from '../../../../scripts/browsers/webkit.mjs';
import { ANSWER_MS, type DrivenWindow, type Engine, type Point, type Profile } from './engine';

/** What a driver answers for a function that threw. */
interface Answer {
  /** JSON; absent for undefined. */
  value?: string | null;
  error?: string | null;
}

/** Starts a display for WebKit; each profile is a session of the driver, which begins without one. */
export async function startWebKitEngine(): Promise<Engine> {
  const program = findWebKitDriver();
  if (program === undefined) throw new Error('This machine has no driver of WebKit');
  const display = await startDisplay();
  const profiles: Profile[] = [];
  return {
    newProfile: async () => {
      const session = await startWebKit(program, display);
      await session.driver.manage().setTimeouts({ script: ANSWER_MS });
      const profile = new WebKitProfile(session, display);
      profiles.push(profile);
      return profile;
    },
    close: async () => {
      await Promise.all(profiles.map((profile) => profile.close()));
      await display.close();
    },
  };
}

/** Drives one window of a session at a time. */
class WebKitProfile implements Profile {
  private last: Promise<unknown> = Promise.resolve();
  private current = '';
  private isFirstTaken = false;
  private closing: Promise<void> | undefined;

  constructor(
    private readonly session: WebKitSession,
    readonly display: Display,
  ) {}

  get folder(): string {
    return this.display.folder;
  }

  async newWindow(): Promise<DrivenWindow> {
    if (this.isFirstTaken) await this.session.driver.switchTo().newWindow('window');
    this.isFirstTaken = true;
    this.current = await this.session.driver.getWindowHandle();
    return new WebKitWindow(this, this.current);
  }

  /** Does something with a window after everything that was begun before. */
  with<T>(handle: string, work: (driver: WebDriver) => Promise<T>): Promise<T> {
    const next = this.last.then(async () => {
      if (this.current !== handle) await this.session.driver.switchTo().window(handle);
      this.current = handle;
      return work(this.session.driver);
    });
    this.last = next.catch(() => undefined);
    return next;
  }

  close(): Promise<void> {
    this.closing ??= this.session.close();
    return this.closing;
  }
}

class WebKitWindow implements DrivenWindow {
  constructor(
    private readonly profile: WebKitProfile,
    private readonly handle: string,
  ) {}

  private with<T>(work: (driver: WebDriver) => Promise<T>): Promise<T> {
    return this.profile.with(this.handle, work);
  }

  goto(url: string): Promise<void> {
    return this.with((driver) => driver.get(url));
  }

  reload(): Promise<void> {
    return this.with((driver) => driver.navigate().refresh());
  }

  resize(width: number, height: number): Promise<void> {
    return this.with(async (driver) => {
      const size = 'return [outerWidth - innerWidth, outerHeight - innerHeight]';
      const [right = 0, bar = 0] = await driver.executeScript<number[]>(size);
      const window = driver.manage().window();
      await window.setRect({ x: 0, y: 0, width: width + right, height: height + bar });
    });
  }

  run(source: string, args: readonly unknown[], frame?: string): Promise<unknown> {
    return this.with(async (driver) => {
      if (frame === undefined) return call(driver, source, args);
      await driver.switchTo().frame(await driver.findElement(By.css(frame)));
      try {
        return await call(driver, source, args);
      } finally {
        // The driver gives the frame the keys, too; with the window they go to where they went before.
        await driver.switchTo().window(this.handle);
      }
    });
  }

  move({ x, y }: Point): Promise<void> {
    return this.with((driver) =>
      driver
        .actions({ async: true })
        .move({ x, y, origin: Origin.VIEWPORT, duration: 0 })
        .perform(),
    );
  }

  click({ x, y }: Point, button: 'left' | 'right'): Promise<void> {
    const number = button === 'left' ? 0 : 2;
    return this.with((driver) =>
      driver
        .actions({ async: true })
        .move({ x, y, origin: Origin.VIEWPORT, duration: 0 })
        .press(number)
        .release(number)
        .perform(),
    );
  }

  press(keys: readonly string[]): Promise<void> {
    const codes = keys.map(keyCode);
    return this.with((driver) => {
      const actions = driver.actions({ async: true });
      for (const code of codes) actions.keyDown(code);
      for (const code of codes.toReversed()) actions.keyUp(code);
      return actions.perform();
    });
  }

  type(text: string): Promise<void> {
    return this.with((driver) => driver.actions({ async: true }).sendKeys(text).perform());
  }

  async insertText(text: string): Promise<void> {
    await this.run(`(text) => document.execCommand('insertText', false, text)`, [text]);
  }

  giveFiles(selector: string, paths: readonly string[]): Promise<void> {
    return this.with(async (driver) => {
      await driver.findElement(By.css(selector)).sendKeys(paths.join('\n'));
    });
  }

  clipboard(): Promise<Record<string, string>> {
    return this.profile.display.clipboard();
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(await this.with((driver) => driver.takeScreenshot()), 'base64');
  }
}

/** Calls a function and waits for what it promises. */
async function call(driver: WebDriver, source: string, args: readonly unknown[]) {
  const answer = await driver.executeAsyncScript<Answer>(
    `const done = arguments[arguments.length - 1];
    Promise.resolve(arguments[0]).then((args) => (${source})(...args)).then(
      (value) => done({ value: JSON.stringify(value) }),
      (error) => done({ error: String(error) }),
    );`,
    args,
  );
  if (typeof answer.error === 'string') throw new Error(answer.error);
  return typeof answer.value === 'string' ? JSON.parse(answer.value) : undefined;
}

const KEYS: Record<string, string> = {
  Alt: Key.ALT,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  Backspace: Key.BACK_SPACE,
  Control: Key.CONTROL,
  Delete: Key.DELETE,
  End: Key.END,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Home: Key.HOME,
  Meta: Key.META,
  PageDown: Key.PAGE_DOWN,
  PageUp: Key.PAGE_UP,
  Shift: Key.SHIFT,
  Tab: Key.TAB,
};

function keyCode(key: string): string {
  const code = KEYS[key] ?? (/^F\d+$/.test(key) ? Key[key as 'F1'] : key);
  if ([...code].length !== 1) throw new Error(`Unknown key: ${key}`);
  return code;
}
