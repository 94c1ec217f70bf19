import { DEFAULT_CODE_THEME, DEFAULT_COLOR } from '../config/constants';
import {
  COLOR_PATTERN,
  LETTER_SPACING_TENTHS,
  LINE_HEIGHT_PERCENT,
  PARAGRAPH_SPACING_PX,
  type Range,
  SIZES_PX,
} from '../config/limits';
import { database } from './db';
import { storageError } from './errors';

export const THEMES = ['classic', 'elegant', 'concise'] as const;
export type ThemeName = (typeof THEMES)[number];
export const FONTS = ['sans-serif', 'serif', 'monospace'] as const;
export type FontName = (typeof FONTS)[number];
export const LEGENDS = ['title-alt', 'alt-title', 'title', 'alt', 'none'] as const;
export type LegendMode = (typeof LEGENDS)[number];
export const HEADING_STYLES = ['default', 'color', 'underline', 'bar'] as const;
export type HeadingStyle = (typeof HEADING_STYLES)[number];
/** How diagrams are copied: as vectors, or as a picture that readers can tap to enlarge. */
export const DIAGRAM_FORMS = ['svg', 'png'] as const;
export type DiagramForm = (typeof DIAGRAM_FORMS)[number];
export const PREVIEW_WIDTHS = ['mobile', 'full'] as const;
export type PreviewWidth = (typeof PREVIEW_WIDTHS)[number];

/** The editor's settings by their stored keys. Source: specification §3, Setting. */
export interface EditorSettings {
  isMacCodeBlock: boolean;
  isEditOnLeft: boolean;
  isCiteStatus: boolean;
  isCountStatus: boolean;
  isLineNumber: boolean;
  use_indent: boolean;
  use_justify: boolean;
  isScrollSync: boolean;
  previewWidth: PreviewWidth;
  is_open_right_slider: boolean;
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

/** What holds before the author chooses. Source: specification §3, Style options. */
export const DEFAULT_SETTINGS: EditorSettings = {
  isMacCodeBlock: true,
  isEditOnLeft: true,
  isCiteStatus: false,
  isCountStatus: false,
  isLineNumber: false,
  use_indent: false,
  use_justify: false,
  isScrollSync: true,
  previewWidth: 'mobile',
  is_open_right_slider: false,
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
const isString: Check = (value) => typeof value === 'string';
const isWithinOrNull =
  ({ min, max }: Range): Check =>
  (value) =>
    value === null || (Number.isInteger(value) && Number(value) >= min && Number(value) <= max);

const CHECKS: Record<keyof EditorSettings, Check> = {
  isMacCodeBlock: isBoolean,
  isEditOnLeft: isBoolean,
  isCiteStatus: isBoolean,
  isCountStatus: isBoolean,
  isLineNumber: isBoolean,
  use_indent: isBoolean,
  use_justify: isBoolean,
  isScrollSync: isBoolean,
  previewWidth: oneOf(PREVIEW_WIDTHS),
  is_open_right_slider: isBoolean,
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
export async function readSettings(): Promise<EditorSettings> {
  try {
    const records = await (await database()).getAll('settings');
    const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
    for (const { key, value } of records) {
      if (key in CHECKS && CHECKS[key as keyof EditorSettings](value)) settings[key] = value;
    }
    return settings as unknown as EditorSettings;
  } catch (error) {
    throw storageError(error);
  }
}

/** Writes the given settings and leaves the others. Errors: {@link StorageError}. */
export async function writeSettings(changes: Partial<EditorSettings>): Promise<void> {
  try {
    const transaction = (await database()).transaction('settings', 'readwrite');
    for (const [key, value] of Object.entries(changes)) {
      void transaction.store.put({ key, value });
    }
    await transaction.done;
  } catch (error) {
    throw storageError(error);
  }
}
