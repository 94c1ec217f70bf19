/** Sizes of the article's text that an author may choose, in CSS pixels. Source: specification §3. */
export const SIZES_PX = [14, 15, 16, 17, 18] as const;

/** The free color picker gives `#rrggbb` and nothing else. */
export const COLOR_PATTERN = /^#[0-9a-f]{6}$/i;

/** From this length on, in UTF-16 units, the preview waits for a pause in typing. */
export const SYNCHRONOUS_TEXT_MAX = 2_000_000;

/** Largest image that the editor uploads, in bytes. Source: specification §5 and §9 (10 MB). */
export const EDITOR_IMAGE_MAX_BYTES = 10 * 1024 * 1024;

/** Repositories of an image host on GitHub. Source: specification §3. */
export const GITHUB_REPOSITORIES_MAX = 20;
