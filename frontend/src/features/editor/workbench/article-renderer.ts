import type { Locale } from '../../../config/constants';
import { ArticleSession } from '../../../engine/article-session';
import { EngineError, engineError } from '../../../engine/errors';
import { loadExport } from '../../../engine/export';
import type {
  ArticleEngine,
  ArticleModule,
  Block,
  ExportModule,
  FrontMatter,
  Patch,
  Stats,
  StyleOptions,
} from '../../../engine/types';
import { debounce } from '../../../lib/debounce';
import type { Store } from '../../../lib/store';
import type { Unchanged, UnchangedText } from '../../../lib/text/text-change';
import type { EditorState } from '../store';
import { renderOptions } from './article-options';
import type { FirstPreview } from './first-preview';

/** Blocks of an article that may be visible first. Raw HTML below them is sanitized when the editor is ready. */
const FIRST_VIEW_BLOCKS = 12;

/** How long typing must pause before headings, counts and warnings are read again, in milliseconds. */
const INFO_DELAY_MS = 120;

/** A text like this may name an emoji, such as `:tea:`. */
const EMOJI_NAME = /:[a-z][\w+-]*:/i;

/** Gets the front matter of the text as it is now, and its first heading, or an empty text. */
type FrontMatterListener = (frontMatter: FrontMatter, heading: string) => void;

/** What shows the rendered article: the preview. */
interface ArticleOutput {
  /** Shows a patch. `lineCount` is the number of source lines. */
  apply(patch: Patch, lineCount: number): void;
  /** The sanitizer has arrived: shows the author's own HTML. */
  refreshRawHtml(): void;
}

/**
 * Renders the text of the open post into blocks and hands each patch to the output.
 *
 * - A typed text is rendered once per animation frame. Its facts (headings, counts, warnings) follow when typing pauses.
 * - A failure of the engine goes to the store. The output then keeps the last article.
 * - It can begin with what was rendered earlier. Until {@link connect} the output keeps that.
 */
export class ArticleRenderer {
  #module: ArticleModule | null;
  readonly #first: FirstPreview | null;
  readonly #article: ArticleSession;
  readonly #store: Store<EditorState>;
  readonly #onFrontMatter: FrontMatterListener;
  readonly #info = debounce(INFO_DELAY_MS, () => this.#readInfo());
  #locale: Locale;
  #text = '';
  #output: ArticleOutput | null = null;
  #frame = 0;
  #isRendered = true;
  /** What the edits since the last rendering have left alone, where that is known. */
  #unchanged: Unchanged | undefined;
  #export: ExportModule | null = null;
  #counter: ArticleEngine | null = null;
  #isEmojiMissing = false;
  #setConnected: () => void = () => undefined;
  #setFailed: (error: unknown) => void = () => undefined;
  readonly #connected = new Promise<void>((resolve, reject) => {
    this.#setConnected = resolve;
    this.#setFailed = reject;
  });
  #setWanted: () => void = () => undefined;
  /** Something cannot wait for the module any longer: the text has changed, or is to be exported. */
  readonly wanted = new Promise<void>((resolve) => {
    this.#setWanted = resolve;
  });

  /**
   * `start`: the module, or what is shown until it arrives.
   * `onFrontMatter` is called every time that the text was read.
   */
  constructor(
    start: ArticleModule | FirstPreview,
    store: Store<EditorState>,
    locale: Locale,
    onFrontMatter: FrontMatterListener,
  ) {
    const isModule = 'createEngine' in start;
    this.#module = isModule ? start : null;
    this.#first = isModule ? null : start;
    // A copy that waits for the module handles the failure; other code need not.
    this.#connected.catch(() => undefined);
    if (isModule) this.#setConnected();
    this.#store = store;
    this.#locale = locale;
    this.#onFrontMatter = onFrontMatter;
    this.#article = new ArticleSession(start, renderOptions(store.get().settings, locale));
  }

  /** The blocks of the last text that was rendered. */
  get blocks(): readonly Block[] {
    return this.#article.blocks;
  }

  /** The text that the blocks are made of. */
  get renderedText(): string {
    return this.#article.text;
  }

  /** First source line of every block, 1-based. */
  get startLines(): Uint32Array {
    return this.#article.startLines;
  }

  get locale(): Locale {
    return this.#locale;
  }

  /** Sanitized HTML; null while the export module is not loaded and the first preview does not know the answer. */
  sanitize(html: string): string | null {
    if (this.#export !== null) return this.#export.sanitize(html);
    return this.#first?.sanitized.find(([raw]) => raw === html)?.[1] ?? null;
  }

  /** Whether the module has arrived. */
  get isConnected(): boolean {
    return this.#article.isConnected;
  }

  /** Waits until the blocks are those of the text. Rejects with `engine.load` when the module does not arrive. */
  whenConnected(): Promise<void> {
    this.#setWanted();
    return this.#connected;
  }

  /** The blocks are those of the text, with everything that the engine can show of it. */
  get isCurrent(): boolean {
    return this.isConnected && this.#isRendered && !this.#article.lacksEmojiNames;
  }

  /** Raw HTML of the blocks that are visible first, as far as its sanitized form is known. */
  sanitizedFirst(): [raw: string, clean: string][] {
    return this.blocks.slice(0, FIRST_VIEW_BLOCKS).flatMap(({ hasRawHtml, html }) => {
      const clean = hasRawHtml ? this.sanitize(html) : null;
      return clean === null ? [] : [[html, clean]];
    });
  }

  /** CSS of a theme; while there is no module that of the first preview. Errors: `engine.failed`. */
  themeCss(style: StyleOptions): string {
    return this.#module?.themeCss(style) ?? this.#first?.css.theme ?? '';
  }

  /** CSS of the code theme for as long as the code themes are not loaded. */
  get firstCodeThemeCss(): string {
    return this.#first?.css.codeTheme ?? '';
  }

  /** The module has arrived: renders the text as it is now. Blocks that stay as they were shown keep their nodes. */
  async connect(module: ArticleModule): Promise<void> {
    // With the names there at once no emoji turns into its name and back.
    if (EMOJI_NAME.test(this.#text)) await module.loadEmojiNames().catch(() => undefined);
    if (this.#module !== null) return;
    this.#module = module;
    this.applyOptions();
    this.#guarded(() => this.#article.connect(module));
    this.#isRendered = true;
    this.#readInfo();
    this.#setConnected();
  }

  /** The module does not arrive: what is shown stays, and the author is told. */
  fail(error: unknown): void {
    this.#store.set({ engineError: engineError(error) });
    this.#setFailed(error);
  }

  /** Renders another article at once and reads its facts. */
  open(text: string): void {
    this.#isEmojiMissing = false;
    this.#text = text;
    if (!this.isConnected && text !== this.#article.text)
      this.#guarded(() => this.#article.clear());
    this.#render();
    this.#readInfo();
  }

  /** Renders a new text of the same article at once. Its facts are read later. */
  show(text: string): void {
    this.#text = text;
    this.#render();
    this.#info.schedule();
  }

  /** Renders a new text of the same article in the next animation frame. `unchanged`: see {@link SourceHost.onText}. */
  schedule(text: string, unchanged?: UnchangedText): void {
    this.#follow(unchanged);
    this.#text = text;
    this.#isRendered = false;
    this.#info.schedule();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#render(this.#unchanged));
  }

  /** One more edit since the last rendering. */
  #follow(edit: UnchangedText | undefined): void {
    if (edit?.before !== this.#text) this.#unchanged = undefined;
    else if (this.#isRendered) this.#unchanged = edit;
    else if (this.#unchanged !== undefined) {
      const { start, end } = this.#unchanged;
      this.#unchanged = { start: Math.min(start, edit.start), end: Math.min(end, edit.end) };
    }
  }

  /** Renders what is scheduled, without waiting for the next frame. */
  renderNow(): void {
    if (!this.#isRendered) this.#render(this.#unchanged);
  }

  /** Reads the facts of the text if they are due. */
  readInfoNow(): void {
    this.#info.flush();
  }

  /**
   * Connects the preview. Returns a function that disconnects it.
   *
   * This is where the first content of the preview comes from: all blocks of the open post, which the constructor of
   * the workbench has rendered before there is a preview, as one patch that inserts them. Later patches follow it.
   */
  attach(output: ArticleOutput): () => void {
    this.#output = output;
    const { blocks, startLines } = this.#article;
    const ops = [{ at: 0, remove: 0, insert: [...blocks] }];
    output.apply({ ops, startLines }, lineCount(this.#text));
    const isWaiting = ({ hasRawHtml, html }: Block) => hasRawHtml && this.sanitize(html) === null;
    if (blocks.slice(0, FIRST_VIEW_BLOCKS).some(isWaiting)) void this.prepareExport();
    return () => {
      if (this.#output === output) this.#output = null;
    };
  }

  setLocale(locale: Locale): void {
    this.#locale = locale;
    this.applyOptions();
  }

  /** Renders again if the settings or the language ask for another article. */
  applyOptions(): void {
    const options = renderOptions(this.#store.get().settings, this.#locale);
    if (JSON.stringify(options) === JSON.stringify(this.#article.options)) return;
    this.#setWanted();
    this.#guarded(() => this.#article.setOptions(options));
    this.#info.schedule();
  }

  /** Length of a part of the text, counted as the article is; null when it is empty or the engine fails on it. */
  statsOf(text: string): Stats | null {
    if (text === '' || this.#module === null) return null;
    try {
      this.#counter ??= this.#module.createEngine(this.#article.options);
      this.#counter.update(text);
      return this.#counter.info().stats;
    } catch {
      this.#counter = null;
      return null;
    }
  }

  /** The blocks without title bars and line numbers of code, for an export with fewer characters. Needs the module. */
  leanBlocks(): readonly Block[] {
    if (this.#module === null) throw new EngineError('engine.load', 'the module has not arrived');
    const options = { ...this.#article.options, macCodeBlock: false, lineNumbers: false };
    const engine = this.#module.createEngine(options);
    try {
      return engine.update(this.#text).ops.flatMap((op) => op.insert);
    } finally {
      engine.free();
    }
  }

  /** Loads sanitizer and export before they are needed. Failures stay quiet: the copy tries again and reports. */
  async prepareExport(): Promise<void> {
    if (this.#export !== null) return;
    try {
      this.#export = await loadExport();
      this.#output?.refreshRawHtml();
    } catch {
      // Raw HTML stays escaped, which is safe.
    }
  }

  /** Loads the names of emoji when the article has any. Without them it shows the names, as the author wrote them. */
  async prepareEmoji(): Promise<void> {
    if (this.#module === null || !this.#article.lacksEmojiNames) return;
    try {
      await this.#module.loadEmojiNames();
    } catch {
      // The next copy and the next article try again, but not every letter.
      this.#isEmojiMissing = true;
      return;
    }
    // What was rendered meanwhile may have them already.
    if (!this.#article.lacksEmojiNames) return;
    this.#guarded(() => this.#article.setOptions(this.#article.options));
    this.#info.schedule();
  }

  #render(unchanged?: Unchanged): void {
    if (this.#text !== this.#first?.text) this.#setWanted();
    cancelAnimationFrame(this.#frame);
    this.#isRendered = true;
    this.#guarded(() => this.#article.update(this.#text, unchanged));
  }

  #readInfo(): void {
    this.renderNow();
    try {
      const info = this.#article.info();
      if (info === null) return;
      this.#store.set({ info });
      this.#onFrontMatter(info.frontMatter, info.headings[0]?.text ?? '');
    } catch (error) {
      this.#store.set({ engineError: engineError(error) });
    }
  }

  #guarded(run: () => Patch): void {
    try {
      const patch = run();
      this.#output?.apply(patch, lineCount(this.#text));
      const isEmpty = this.isConnected && this.#article.blocks.length === 0;
      this.#store.set({ engineError: null, isEmpty });
      // Without an output nothing is visible; `attach` looks at what will be visible first.
      const isNew = patch.ops.some((op) => op.insert.some((block) => block.hasRawHtml));
      if (this.#output !== null && isNew) void this.prepareExport();
      if (!this.#isEmojiMissing) void this.prepareEmoji();
    } catch (error) {
      this.#store.set({ engineError: engineError(error) });
    }
  }
}

function lineCount(text: string): number {
  let count = 1;
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) count += 1;
  return count;
}
