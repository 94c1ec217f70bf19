/** Sizes of the article's text that an author may choose, in CSS pixels. Source: specification §3. */
export const SIZES_PX = [14, 15, 16, 17, 18] as const;

/** The free color picker gives `#rrggbb` and nothing else. */
export const COLOR_PATTERN = /^#[0-9a-f]{6}$/i;

/** Largest image that the editor uploads, in bytes. Source: specification §5 and §9 (10 MB). */
export const EDITOR_IMAGE_MAX_BYTES = 10 * 1024 * 1024;

/** Repositories of an image host on GitHub. Source: specification §3. */
export const GITHUB_REPOSITORIES_MAX = 20;

/** Whole numbers that an author may choose from, in the unit that the name says. */
export interface Range {
  min: number;
  max: number;
  step: number;
}

/** Spacing of the article, within what the engine takes. */
export const LINE_HEIGHT_PERCENT: Range = { min: 120, max: 260, step: 5 };
export const LETTER_SPACING_TENTHS: Range = { min: 0, max: 40, step: 1 };
export const PARAGRAPH_SPACING_PX: Range = { min: 0, max: 60, step: 2 };

/** Characters of a pasted article, styles included, from which WeChat's draft interface refuses it. */
export const DRAFT_MAX_CHARS = 20_000;
