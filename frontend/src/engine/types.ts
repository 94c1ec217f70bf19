/**
 * Shapes that cross the boundary of the engine's modules; `shapes.test.ts` compares them with the built ones.
 * Source: docs/article-html.md and the crates' own documentation.
 */

import type { ThemeName } from '../config/constants';

export type Legend = 'title-alt' | 'alt-title' | 'title' | 'alt' | 'none';

/** How an article is rendered; every field has a default in the engine. */
export interface RenderOptions {
  legend: Legend;
  citation: boolean;
  countStatus: boolean;
  breaks: boolean;
  macCodeBlock: boolean;
  lineNumbers: boolean;
  language: 'zh-CN' | 'en';
}

/** How an article looks. */
export interface StyleOptions {
  theme: ThemeName;
  font: 'sans-serif' | 'serif' | 'monospace';
  /** CSS pixels, 14 to 18. */
  sizePx: number;
  /** `#rrggbb`. */
  color: string;
  indent: boolean;
  justify: boolean;
  /** Percent of the font size, 120 to 260; null is the theme's, as in the two below. */
  lineHeightPercent: number | null;
  /** Tenths of a CSS pixel, 0 to 40. */
  letterSpacingTenths: number | null;
  /** CSS pixels, 0 to 60. */
  paragraphSpacingPx: number | null;
  /** Shape of h1 to h6. */
  headings: readonly ('default' | 'color' | 'underline' | 'bar')[];
}

/** One top-level node of the article. */
export interface Block {
  html: string;
  /** The HTML holds the author's own markup and must be sanitized before it is shown. */
  hasRawHtml: boolean;
  hasCode: boolean;
  hasMath: boolean;
  hasDiagram: boolean;
}

/** `remove` blocks leave at `at`, `insert` come in their place. */
export interface PatchOp {
  at: number;
  remove: number;
  insert: Block[];
}

/** Changes in order: `at` counts in the list as the earlier changes left it. */
export interface Patch {
  ops: PatchOp[];
  /** First source line of every block, 1-based. */
  startLines: Uint32Array;
}

export interface Heading {
  level: number;
  text: string;
  id: string;
  line: number;
}

/** A problem of the text; `key` picks the words, `line` is 1-based. */
export interface Warning {
  key: string;
  line: number;
  detail?: string | null;
}

export interface Stats {
  /** Chinese characters and Latin words together. */
  words: number;
  characters: number;
  cjkCharacters: number;
  latinWords: number;
  /** Reading time, rounded up. */
  minutes: number;
}

/** What a text says about itself between two `---` lines at its top. */
export interface FrontMatter {
  title?: string | null;
  sidebarLabel?: string | null;
  date?: string | null;
  tags?: string[];
  draft?: boolean;
  routerPath?: string | null;
  /** Every other key, in the order of the source. */
  other?: FrontMatterField[];
}

/** A key to which the product gives no meaning. */
export interface FrontMatterField {
  key: string;
  value: string | number | boolean | string[] | null;
}

export interface ArticleInfo {
  headings: Heading[];
  frontMatter: FrontMatter;
  stats: Stats;
  warnings: Warning[];
}

/** An article as it was rendered earlier: what can be shown of a text before the module has arrived. */
export interface RenderedArticle {
  text: string;
  /** The first blocks of the article, or all of them. */
  blocks: readonly Block[];
  /** First source line of each of these blocks, 1-based. */
  startLines: readonly number[];
}

/** The article module's engine: one document, patched edit by edit. */
export interface ArticleEngine {
  update(text: string): Patch;
  /** One change of the text, in UTF-16 units; answers as `update` does with the whole text. */
  edit(start: number, removed: number, inserted: string): Patch;
  setOptions(options: RenderOptions): Patch;
  info(): ArticleInfo;
  /** The text may name emoji, and the module has no names yet. */
  lacksEmojiNames(): boolean;
  free(): void;
}

/** What the article module offers. */
export interface ArticleModule {
  createEngine(options: RenderOptions): ArticleEngine;
  /** Loads the names of emoji, once; engines show them from their next answer on. Errors: `engine.load`. */
  loadEmojiNames(): Promise<void>;
  themeCss(style: StyleOptions): string;
}

/** What the source module offers. */
export interface SourceModule {
  /** Spaces between Chinese and Latin, aligned tables; lines stay. */
  formatSource(text: string): string;
  parseFrontMatter(text: string): ParsedFrontMatter;
  /** Changes the named keys and nothing else: comments, unknown keys, quotes and line endings stay. */
  writeFrontMatter(text: string, changes: FrontMatterChanges): string;
  /** A category's slug; empty when the name holds no letter or digit. */
  categorySlug(name: string): string;
}

/** What to write into a text's front matter: a value, or null to take the key out. Other keys stay as they are. */
export interface FrontMatterChanges {
  title?: string | null;
  sidebarLabel?: string | null;
  date?: string | null;
  tags?: string[] | null;
  draft?: boolean | null;
  routerPath?: string | null;
  other?: FrontMatterField[];
}

/** The front matter of a text. */
export interface ParsedFrontMatter {
  frontMatter: FrontMatter;
  /** Where the body begins, in UTF-16 units; 0 when there is no front matter. */
  bodyStart: number;
  /** Source line where the body begins, 1-based. */
  bodyLine: number;
  warnings: Warning[];
}

/** Something in the article that a host fills. */
export interface Slot {
  kind: 'code' | 'math' | 'diagram';
  lang?: string | null;
  display: boolean;
  source: string;
}

/** What a host puts into a slot: HTML, or the reason why there is none. */
export interface Fill {
  slot: Slot;
  html?: string | null;
  error?: string | null;
}

export type ExportTarget = 'preview' | 'wechat' | 'html' | 'plain';

export interface ExportRequest {
  target: ExportTarget;
  html: string;
  css: string;
  fills: Fill[];
  title: string;
  language: string;
}

/** Something the target will not keep, or that was changed to be kept. */
export interface Finding {
  key: string;
  /** At most 120 characters; a longer one is cut and ends in `…`. */
  detail?: string | null;
  /** The slot that kept its source, with the key `export.slot.failed`. */
  slot?: Slot | null;
}

export interface Exported {
  html: string;
  text: string;
  findings: Finding[];
}

/** What the export module offers. */
export interface ExportModule {
  sanitize(html: string): string;
  /** The copied HTML as WeChat's dark mode shows it, for a page of `#191919` with text of `#a3a3a3`. */
  darken(html: string): string;
  slots(html: string): Slot[];
  exportArticle(request: ExportRequest): Exported;
}

/** What the math module offers. */
export interface MathModule {
  /** One `<svg>` of paths. Throws an Error with `key`. */
  formulaSvg(tex: string, display: boolean): string;
}
