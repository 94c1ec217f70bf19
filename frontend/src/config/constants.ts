/**
 * Numbers and fixed choices of the product, each with its unit.
 * Source: specification §3 (defaults) and §9 (business constants).
 */

/** Browser database. Source: specification §9. */
export const DATABASE_NAME = 'md_editor_db';
export const DATABASE_VERSION = 1;

/** How long the splash slogan stays at least, in milliseconds. Source: specification §9. */
export const SPLASH_MS = 100;

/** Wait for stored data at start: tries and the pause between two, in milliseconds. Source: specification §9. */
export const INITIAL_DATA_TRIES = 50;
export const INITIAL_DATA_PAUSE_MS = 100;

/** At or below this width of the window, in CSS pixels, one pane shows at a time. Source: specification §9. */
export const MOBILE_BREAKPOINT_PX = 768;

/** At or below this width of the window, in CSS pixels, side panels lie over the panes. */
export const PANELS_OVER_MAX_PX = 1100;
/** Width of the right sidebar, whichever panel it shows, in CSS pixels. */
export const SIDE_PANEL_PX = 360;
/** Width of a phone, in previews and in the pictures of an article, in CSS pixels. Source: specification §9. */
export const PHONE_PX = 375;
/** Room that the preview takes at least: a phone with its frame, in CSS pixels. */
export const PREVIEW_MIN_PX = PHONE_PX + 17;
/** Room that both panes need beside side panels, in CSS pixels. */
export const PANES_MIN_PX = PREVIEW_MIN_PX + 320;

/** Share of the source pane of both, in percent. */
export const SOURCE_SHARE_PERCENT = 50;
export const SOURCE_SHARE_MIN_PERCENT = 20;
export const SOURCE_SHARE_MAX_PERCENT = 80;

/** Width of the documents sidebar at first, in CSS pixels. Source: specification §9. */
export const POST_SLIDER_WIDTH_PX = 350;
/** Between these the sidebar can be dragged, in CSS pixels. */
export const POST_SLIDER_MIN_PX = 220;
export const POST_SLIDER_MAX_PX = 560;

/** Order of a new sibling over the last one, and of siblings that are numbered anew. Source: specification §9. */
export const ORDER_STEP = 1;
export const ORDER_RENUMBER_STEP = 10;

/** Longest time an edit may wait before it is written, in milliseconds: the promise is 500, the rest is for the disk. */
export const SAVE_DELAY_MS = 350;

/** Pause before a failed write is tried again without a new edit, in milliseconds. */
export const SAVE_RETRY_MS = 4_000;

/** Automatic versions of a post: shortest time between two, in milliseconds. */
export const VERSION_INTERVAL_MS = 60_000;
/** Automatic versions that a post keeps at most, and their text together, in UTF-16 units. */
export const HISTORY_MAX_VERSIONS = 200;
export const HISTORY_MAX_CHARS = 2_000_000;

/** Name part of an exported file, in characters. Source: specification §9. */
export const FILE_NAME_MAX_CHARS = 100;
/** The same in bytes of UTF-8: Linux takes 255, and an ending and a number follow. */
export const FILE_NAME_MAX_BYTES = 240;

/** How long a diagram's source must rest before it is drawn again, in milliseconds. */
export const DIAGRAM_DELAY_MS = 250;

/** Colored code kept, source and result together, in characters: an article of 1 MB needs two million. */
export const CODE_CACHE_CHARS = 8_000_000;

/** Longest time that a running worker may take for one code block, in milliseconds. What takes longer stays plain. */
export const CODE_TIMEOUT_MS = 6000;

/** Results kept by source: formulas, diagrams. */
export const FORMULA_CACHE_ENTRIES = 1000;
export const DIAGRAM_CACHE_ENTRIES = 60;

/** Widest diagram, in CSS pixels: WeChat's article column. A wider one is scaled down to it and scrolls on a phone. */
export const DIAGRAM_MAX_WIDTH_PX = 677;

/** Letters of a diagram are not shrunk below this; a wider diagram scrolls. */
export const DIAGRAM_LEAST_LETTERS_PX = 10;

/** Share of a frame that filling formulas may take, in milliseconds. */
export const FILL_BUDGET_MS = 8;

/** Longest wait for one diagram or one code block while copying, in milliseconds. */
export const FILL_TIMEOUT_MS = 20_000;

/** The primary color at first. Source: specification §3. */
export const DEFAULT_COLOR = '#0F4C81';

/** The code theme at first, a name of the npm package highlight.js. */
export const DEFAULT_CODE_THEME = 'atom-one-dark';

/** Languages of the interface, the default first. Source: specification §9. */
export const LOCALES = ['zh-CN', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'zh-CN';
/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Locale, string> = { 'zh-CN': '简体中文', en: 'English' };

/** How long printing waits for the pictures, in milliseconds. */
export const PRINT_WAIT_MS = 10_000;

/** How often a page that stays open asks for a new version of the app, in milliseconds. */
export const UPDATE_CHECK_MS = 60 * 60 * 1000;

/** Themes of an article, as the engine names them. */
export const THEMES = ['classic', 'elegant', 'concise'] as const;
export type ThemeName = (typeof THEMES)[number];

/** Theme of the interface; `system` follows the operating system. */
export const UI_THEMES = ['system', 'light', 'dark'] as const;
export type UiTheme = (typeof UI_THEMES)[number];

/** How long an export may take before its progress shows, in milliseconds. */
export const PROGRESS_DELAY_MS = 600;

/** How many articles keep their talk with the assistant, those that were used last. */
export const AI_TALKS_MAX = 100;
/** What is kept of a talk with the assistant: the newest turns, and so many UTF-16 units of them. */
export const AI_TALK_MAX_TURNS = 100;
export const AI_TALK_MAX_CHARS = 200_000;
