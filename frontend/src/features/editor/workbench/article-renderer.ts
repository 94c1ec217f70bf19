import type { Locale } from '../../../config/constants';
import { ArticleSession } from '../../../engine/article-session';
import { engineError } from '../../../engine/errors';
import { loadExport } from '../../../engine/export';
import type {
  ArticleEngine,
  ArticleModule,
  Block,
  ExportModule,
  FrontMatter,
  Patch,
  Stats,
} from '../../../engine/types';
import { afterRest } from '../../../lib/debounce';
import type { Store } from '../../../lib/store';
import type { EditorState } from '../store';
import { renderOptions } from './article-options';

/** Blocks of an article that may be visible first. Raw HTML below them is sanitized when the editor is ready. */
const FIRST_VIEW_BLOCKS = 12;

/** How long typing must pause before headings, counts and warnings are read again, in milliseconds. */
const INFO_DELAY_MS = 120;

/** What shows the rendered article: the preview. */
export interface ArticleOutput {
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
 */
export class ArticleRenderer {
  readonly #module: ArticleModule;
  readonly #article: ArticleSession;
  readonly #store: Store<EditorState>;
  readonly #onFrontMatter: (frontMatter: FrontMatter) => void;
  readonly #info = afterRest(INFO_DELAY_MS, () => this.#readInfo());
  #locale: Locale;
  #text = '';
  #output: ArticleOutput | null = null;
  #frame = 0;
  #isRendered = true;
  #export: ExportModule | null = null;
  #counter: ArticleEngine | null = null;
  #isEmojiMissing = false;

  /** `onFrontMatter` gets the front matter of the text as it is now, every time it was read. */
  constructor(
    module: ArticleModule,
    store: Store<EditorState>,
    locale: Locale,
    onFrontMatter: (frontMatter: FrontMatter) => void,
  ) {
    this.#module = module;
    this.#store = store;
    this.#locale = locale;
    this.#onFrontMatter = onFrontMatter;
    this.#article = new ArticleSession(module, renderOptions(store.get().settings, locale));
  }

  /** The blocks of the last text that was rendered. */
  get blocks(): readonly Block[] {
    return this.#article.blocks;
  }

  /** First source line of every block, 1-based. */
  get startLines(): Uint32Array {
    return this.#article.startLines;
  }

  get locale(): Locale {
    return this.#locale;
  }

  /** The sanitizer, or null while the export module is not loaded. */
  get sanitize(): ((html: string) => string) | null {
    return this.#export?.sanitize ?? null;
  }

  /** Renders another article at once and reads its facts. */
  open(text: string): void {
    this.#isEmojiMissing = false;
    this.#text = text;
    this.#render();
    this.#readInfo();
  }

  /** Renders a new text of the same article at once. Its facts are read later. */
  show(text: string): void {
    this.#text = text;
    this.#render();
    this.#info.schedule();
  }

  /** Renders a new text of the same article in the next animation frame. */
  schedule(text: string): void {
    this.#text = text;
    this.#isRendered = false;
    this.#info.schedule();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#render());
  }

  /** Renders what is scheduled, without waiting for the next frame. */
  renderNow(): void {
    if (!this.#isRendered) this.#render();
  }

  /** Reads the facts of the text if they are due. */
  readInfoNow(): void {
    this.#info.flush();
  }

  /**
   * Connects the preview. The answer disconnects it.
   *
   * This is where the first content of the preview comes from: all blocks of the open post, which the constructor of
   * the workbench has rendered before there is a preview, as one patch that inserts them. Later patches follow it.
   */
  attach(output: ArticleOutput): () => void {
    this.#output = output;
    const { blocks, startLines } = this.#article;
    const ops = [{ at: 0, remove: 0, insert: [...blocks] }];
    output.apply({ ops, startLines }, lineCount(this.#text));
    if (blocks.slice(0, FIRST_VIEW_BLOCKS).some((block) => block.hasRawHtml)) {
      void this.prepareExport();
    }
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
    this.#guarded(() => this.#article.setOptions(options));
    this.#info.schedule();
  }

  /** Length of a part of the text, counted as the article is; null when it is empty or the engine fails on it. */
  statsOf(text: string): Stats | null {
    if (text === '') return null;
    try {
      this.#counter ??= this.#module.createEngine(this.#article.options);
      this.#counter.update(text);
      return this.#counter.info().stats;
    } catch {
      this.#counter = null;
      return null;
    }
  }

  /** The blocks without title bars and line numbers of code, for an export with fewer characters. */
  leanBlocks(): readonly Block[] {
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
    if (!this.#article.lacksEmojiNames) return;
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

  #render(): void {
    cancelAnimationFrame(this.#frame);
    this.#isRendered = true;
    this.#guarded(() => this.#article.update(this.#text));
  }

  #readInfo(): void {
    this.renderNow();
    try {
      const info = this.#article.info();
      this.#store.set({ info });
      this.#onFrontMatter(info.frontMatter);
    } catch (error) {
      this.#store.set({ engineError: engineError(error) });
    }
  }

  #guarded(run: () => Patch): void {
    try {
      const patch = run();
      this.#output?.apply(patch, lineCount(this.#text));
      this.#store.set({ engineError: null, isEmpty: this.#article.blocks.length === 0 });
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
