import type { WebDriver } from 'selenium-webdriver';

/** Where windows of WebKit appear, and the clipboard that they share. */
export interface Display {
  /** What programs on it find in their environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** For files of the browsers on it, with `Downloads` in it. */
  readonly folder: string;
  clipboard(): Promise<Record<string, string>>;
  close(): Promise<void>;
}

/** A session of a driver, with a browser of its own. */
export interface WebKitSession {
  readonly driver: WebDriver;
  close(): Promise<void>;
}

/** A display with a clipboard of its own; a Mac has one already. */
export function startDisplay(): Promise<Display>;

/** Starts `WebKitWebDriver` or `safaridriver` and its browser, which begins without a profile. */
export function startWebKit(program: string, display: Display): Promise<WebKitSession>;
