import type { Locale } from '../../../config/constants';
import type { Block, RenderedArticle } from '../../../engine/types';
import type { EditorSettings } from '../../../storage/settings';
import { renderOptions, styleOptions } from './article-options';

/**
 * What the preview shows of an article before the article module has arrived.
 *
 * It is cached in the browser, or made at build time for the tutorial. What comes back is checked, and what it holds is shown in
 * the preview's frame only, which runs no script. The engine's own blocks take its place when the module has arrived.
 */
export interface FirstPreview extends RenderedArticle {
  /** The settings under which it was rendered, as {@link renderKeyOf} writes them. */
  renderKey: string;
  /** CSS of the theme and of the code theme. */
  css: { theme: string; codeTheme: string };
  /** Raw HTML of blocks that are visible first, each with its sanitized form. */
  sanitized: readonly (readonly [raw: string, clean: string])[];
}

/** A first preview as the browser keeps it. */
export interface CachedPreview extends FirstPreview {
  /** The module that rendered it: `ARTICLE_VERSION`. */
  engine: string;
}

/** UTF-16 units of HTML that are cached at most. The blocks of a longer article are cached up to there. */
export const CACHED_MAX_CHARS = 600_000;

/** Everything about the settings that changes the blocks or the style sheets, as one string to compare. */
export function renderKeyOf(settings: EditorSettings, locale: Locale): string {
  return JSON.stringify([
    renderOptions(settings, locale),
    styleOptions(settings),
    settings.codeBlockTheme,
  ]);
}

/** `preview` if it shows this text under these settings, else null. */
export function matching(
  preview: FirstPreview | null,
  text: string,
  renderKey: string,
): FirstPreview | null {
  return preview?.text === text && preview.renderKey === renderKey ? preview : null;
}

/** The cached preview if it has the right shape and was made by this version of the engine, else null. */
export function checkedPreview(value: unknown, engine: string): CachedPreview | null {
  const cached = value as Partial<CachedPreview> | null | undefined;
  const isValid =
    typeof cached === 'object' &&
    cached !== null &&
    cached.engine === engine &&
    typeof cached.text === 'string' &&
    typeof cached.renderKey === 'string' &&
    isListOf(cached.blocks, isBlock) &&
    isListOf(cached.startLines, (line) => Number.isInteger(line)) &&
    cached.startLines?.length === cached.blocks?.length &&
    typeof cached.css?.theme === 'string' &&
    typeof cached.css.codeTheme === 'string' &&
    isListOf(cached.sanitized, (pair) => isListOf(pair, isString) && pair.length === 2);
  return isValid ? (cached as CachedPreview) : null;
}

/** The blocks from the first one on that together stay within {@link CACHED_MAX_CHARS}. */
export function cachedBlocks(blocks: readonly Block[]): readonly Block[] {
  let chars = 0;
  const end = blocks.findIndex(({ html }) => {
    chars += html.length;
    return chars > CACHED_MAX_CHARS;
  });
  return end === -1 ? blocks : blocks.slice(0, end);
}

function isListOf<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): value is unknown[];
function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isBlock(value: unknown): value is Block {
  const block = value as Partial<Block> | null;
  return (
    typeof block?.html === 'string' &&
    [block.hasRawHtml, block.hasCode, block.hasMath, block.hasDiagram].every(
      (flag) => typeof flag === 'boolean',
    )
  );
}
