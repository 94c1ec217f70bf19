import {
  DEFAULT_CODE_THEME,
  DEFAULT_COLOR,
  POST_SLIDER_MAX_PX,
  POST_SLIDER_MIN_PX,
  POST_SLIDER_WIDTH_PX,
  SOURCE_SHARE_MAX_PERCENT,
  SOURCE_SHARE_MIN_PERCENT,
  SOURCE_SHARE_PERCENT,
  THEMES,
  type ThemeName,
} from '../config/constants';
import {
  COLOR_PATTERN,
  LETTER_SPACING_TENTHS,
  LINE_HEIGHT_PERCENT,
  PARAGRAPH_SPACING_PX,
  type Range,
  SIZES_PX,
} from '../config/limits';
import { withDatabase } from './db';
import { settingKeys } from './keys';
import { pageMemory } from './page-memory';
import type { SettingRecord } from './schema';
import { inTransaction, onCommit, together } from './transaction';

export const FONTS = ['sans-serif', 'serif', 'monospace'] as const;
export type FontName = (typeof FONTS)[number];
export const LEGENDS = ['title-alt', 'alt-title', 'title', 'alt', 'none'] as const;
export type LegendMode = (typeof LEGENDS)[number];
export const HEADING_STYLES = ['default', 'color', 'underline', 'bar'] as const;
export type HeadingStyle = (typeof HEADING_STYLES)[number];
/** How diagrams are copied: as vectors, or as a picture that readers can tap to enlarge. */
export const DIAGRAM_FORMS = ['svg', 'png'] as const;
export type DiagramForm = (typeof DIAGRAM_FORMS)[number];
const PREVIEW_WIDTHS = ['mobile', 'full'] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];

/** Tabs of the right sidebar. */
export const RIGHT_PANELS = ['style', 'css', 'outline', 'ai'] as const;
export type RightPanel = (typeof RIGHT_PANELS)[number];

/** One custom style sheet. `name` is unique; `title` is shown on its tab. */
export interface CssTab {
  title: string;
  name: string;
  content: string;
}

/** The custom style sheets, of which one is active. No tabs: nothing was written yet. */
export interface CssConfig {
  /** Name of the active tab. */
  active: string;
  tabs: readonly CssTab[];
}

/** A profile card, stored for the next article. */
export interface ProfileCardSetting {
  nickname: string;
  alias: string;
  id: string;
  headimg: string;
  signature: string;
  isVerified: boolean;
}

/** The editor's settings by their stored keys. Source: specification §3, Setting. */
export interface EditorSettings {
  isMacCodeBlock: boolean;
  isEditOnLeft: boolean;
  isCiteStatus: boolean;
  /** Tools of the AI assistant beside a selection. */
  showAIToolbox: boolean;
  isCountStatus: boolean;
  isLineNumber: boolean;
  use_indent: boolean;
  use_justify: boolean;
  isScrollSync: boolean;
  previewWidth: PreviewWidth;
  /** The phone preview shows what WeChat puts around an article. */
  isPhoneFrame: boolean;
  /** The preview's sheet is dimmed while the interface is dark. */
  isSheetDimmed: boolean;
  /** Share of the source pane of both panes, in percent. */
  source_share: number;
  is_open_right_slider: boolean;
  is_open_post_slider: boolean;
  /** CSS pixels. */
  post_slider_width: number;
  /** The window is 768 px wide or less. */
  isMobile: boolean;
  right_panel: RightPanel;
  css_content_config: CssConfig;
  /** The profile card that was inserted last. */
  profile_card: ProfileCardSetting | null;
  theme: ThemeName;
  fonts: FontName;
  /** CSS pixels. */
  size: number;
  /** `#rrggbb`. */
  color: string;
  /** A name of the npm package highlight.js. */
  codeBlockTheme: string;
  legend: LegendMode;
  /** Percent of the font size; null follows the theme, as in the two below. */
  lineHeightPercent: number | null;
  /** Tenths of a CSS pixel. */
  letterSpacingTenths: number | null;
  /** CSS pixels after a paragraph. */
  paragraphSpacingPx: number | null;
  /** Shape of h1 to h6. */
  headingStyles: readonly HeadingStyle[];
  diagramForm: DiagramForm;
  current_kb_id: string;
  current_category_id: string;
  current_post_id: string;
}

/** Default settings. Source: specification §3, Style options. */
export const DEFAULT_SETTINGS: EditorSettings = {
  isMacCodeBlock: true,
  isEditOnLeft: true,
  isCiteStatus: false,
  showAIToolbox: true,
  isCountStatus: false,
  isLineNumber: false,
  use_indent: false,
  use_justify: false,
  isScrollSync: true,
  previewWidth: 'mobile',
  isPhoneFrame: false,
  isSheetDimmed: false,
  source_share: SOURCE_SHARE_PERCENT,
  is_open_right_slider: false,
  is_open_post_slider: true,
  post_slider_width: POST_SLIDER_WIDTH_PX,
  isMobile: false,
  right_panel: 'style',
  css_content_config: { active: '', tabs: [] },
  profile_card: null,
  theme: 'classic',
  fonts: 'sans-serif',
  size: 16,
  color: DEFAULT_COLOR,
  codeBlockTheme: DEFAULT_CODE_THEME,
  legend: 'alt',
  lineHeightPercent: null,
  letterSpacingTenths: null,
  paragraphSpacingPx: null,
  headingStyles: ['default', 'default', 'default', 'default', 'default', 'default'],
  diagramForm: 'svg',
  current_kb_id: '',
  current_category_id: '',
  current_post_id: '',
};

type Check = (value: unknown) => boolean;
const oneOf =
  (values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const isBoolean: Check = (value) => typeof value === 'boolean';
const isCssConfig: Check = (value) => {
  if (typeof value !== 'object' || value === null) return false;
  const { active, tabs } = value as Partial<CssConfig>;
  const isTab = (tab: Partial<CssTab> | null) =>
    [tab?.title, tab?.name, tab?.content].every((part) => typeof part === 'string');
  return typeof active === 'string' && Array.isArray(tabs) && tabs.every(isTab);
};
const isProfileCard: Check = (value) => {
  if (value === null) return true;
  const card = value as Partial<ProfileCardSetting>;
  const texts = [card.nickname, card.alias, card.id, card.headimg, card.signature];
  return texts.every((text) => typeof text === 'string') && typeof card.isVerified === 'boolean';
};
const isString: Check = (value) => typeof value === 'string';
const isWithinOrNull =
  ({ min, max }: Range): Check =>
  (value) =>
    value === null || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max);

const CHECKS: Record<keyof EditorSettings, Check> = {
  isMacCodeBlock: isBoolean,
  isEditOnLeft: isBoolean,
  isCiteStatus: isBoolean,
  showAIToolbox: isBoolean,
  isCountStatus: isBoolean,
  isLineNumber: isBoolean,
  use_indent: isBoolean,
  use_justify: isBoolean,
  isScrollSync: isBoolean,
  previewWidth: oneOf(PREVIEW_WIDTHS),
  isPhoneFrame: isBoolean,
  isSheetDimmed: isBoolean,
  source_share: (value) =>
    typeof value === 'number' &&
    value >= SOURCE_SHARE_MIN_PERCENT &&
    value <= SOURCE_SHARE_MAX_PERCENT,
  is_open_right_slider: isBoolean,
  is_open_post_slider: isBoolean,
  post_slider_width: (value) =>
    typeof value === 'number' && value >= POST_SLIDER_MIN_PX && value <= POST_SLIDER_MAX_PX,
  isMobile: isBoolean,
  right_panel: oneOf(RIGHT_PANELS),
  css_content_config: isCssConfig,
  profile_card: isProfileCard,
  theme: oneOf(THEMES),
  fonts: oneOf(FONTS),
  size: oneOf(SIZES_PX),
  color: (value) => typeof value === 'string' && COLOR_PATTERN.test(value),
  codeBlockTheme: isString,
  legend: oneOf(LEGENDS),
  lineHeightPercent: isWithinOrNull(LINE_HEIGHT_PERCENT),
  letterSpacingTenths: isWithinOrNull(LETTER_SPACING_TENTHS),
  paragraphSpacingPx: isWithinOrNull(PARAGRAPH_SPACING_PX),
  headingStyles: (value) =>
    Array.isArray(value) && value.length === 6 && value.every(oneOf(HEADING_STYLES)),
  diagramForm: oneOf(DIAGRAM_FORMS),
  current_kb_id: isString,
  current_category_id: isString,
  current_post_id: isString,
};

/** All settings; a missing or damaged value takes its default. Errors: {@link StorageError}. */
export function readSettings(): Promise<EditorSettings> {
  return withDatabase(async (db) => settingsOf(held(await db.getAll('settings', settingKeys()))));
}

/** The records, which the page remembers from here on. */
export function held(records: readonly SettingRecord[]): readonly SettingRecord[] {
  for (const record of records) pageMemory().settings.set(record.key, record);
  return records;
}

/** The valid settings among `records`, merged over the defaults. */
export function settingsOf(records: readonly SettingRecord[]): EditorSettings {
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  for (const { key, value } of records) {
    if (Object.hasOwn(CHECKS, key) && CHECKS[key as keyof EditorSettings](value)) {
      settings[key] = value;
    }
  }
  return settings as unknown as EditorSettings;
}

/** Writes the given settings and leaves the others. Errors: {@link StorageError}. */
export function writeSettings(changes: Partial<EditorSettings>): Promise<void> {
  return inTransaction(['settings'], async (transaction) => {
    const rows = Object.entries(changes).map(([key, value]) => ({ key, value }));
    onCommit(transaction, () => held(rows));
    await together(...rows.map((row) => () => transaction.objectStore('settings').put(row)));
  });
}

/** Writes those of the given settings that have no value yet. Errors: {@link StorageError}. */
export function writeAbsentSettings(settings: Partial<EditorSettings>): Promise<void> {
  return inTransaction(['settings'], async (transaction) => {
    const store = transaction.objectStore('settings');
    const known = new Set<string>(await store.getAllKeys());
    const rows = Object.entries(settings).filter(([key]) => !known.has(key));
    await together(
      ...rows.map(
        ([key, value]) =>
          () =>
            store.put({ key, value }),
      ),
    );
  });
}
