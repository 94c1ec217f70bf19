/** The engines that people have. */
export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** How long a browser may take for its start, a page or a function, in milliseconds: a busy machine is no fault. */
export const ANSWER_MS = 120_000;

/** Where in its folder a browser puts what is downloaded. */
export const DOWNLOADS = 'Downloads';

/** A running browser of one of the engines. */
export interface Engine {
  /** A browser as somebody has it who uses it for the first time. */
  newProfile(): Promise<Profile>;
  close(): Promise<void>;
}

/** Storage, cookies and caches that belong to one person. */
export interface Profile {
  newWindow(): Promise<DrivenWindow>;
  /** A folder for files of this browser, which goes with it. */
  readonly folder: string;
  close(): Promise<void>;
}

/** A place in a window, in CSS pixels from the upper left of the page. */
export interface Point {
  x: number;
  y: number;
}

/** What each driver can do with a window; everything else is written once on top of it, in `Tab`. */
export interface DrivenWindow {
  /** Opens an address and waits until it has loaded. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  resize(widthPx: number, heightPx: number): Promise<void>;
  /**
   * Runs a function in the page, or in the frame that a selector names, and answers what it returns or resolves to.
   *
   * - `source`: the text of a function; it sees only its arguments, which are JSON as its answer is.
   */
  run(source: string, args: readonly unknown[], frame?: string): Promise<unknown>;
  move(point: Point): Promise<void>;
  click(point: Point, button: 'left' | 'right'): Promise<void>;
  /** Presses the last key while the others are held. Named keys are named as in `KeyboardEvent.key`. */
  press(keys: readonly string[]): Promise<void>;
  /** Presses a key for each character. */
  type(text: string): Promise<void>;
  /** Puts a text where the cursor is, as an input method does. */
  insertText(text: string): Promise<void>;
  /** Gives files of this machine to the file box that a selector names. */
  giveFiles(selector: string, paths: readonly string[]): Promise<void>;
  /** What lies on the clipboard, by type, after the browser has written it. */
  clipboard(): Promise<Record<string, string>>;
  /** A PNG of what the window shows. */
  screenshot(): Promise<Buffer>;
  /** Runs a function before each further page loads. WebKit's driver cannot. */
  beforeLoad?(source: string): Promise<void>;
  /** Errors of the console and uncaught ones. WebKit's driver does not tell them. */
  readonly errors?: readonly string[];
}
