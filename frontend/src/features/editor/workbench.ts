import type { Locale } from '../../config/constants';
import { ArticleSession } from '../../engine/article-session';
import type { EngineError } from '../../engine/errors';
import { engineError } from '../../engine/errors';
import { loadExport } from '../../engine/export';
import type {
  ArticleEngine,
  ArticleModule,
  ExportModule,
  FrontMatter,
  Stats,
} from '../../engine/types';
import { afterRest } from '../../lib/debounce';
import type { Store } from '../../lib/store';
import { storageError } from '../../storage/errors';
import type { FirstData } from '../../storage/first-data';
import { getPost, keepVersion, type PostChanges } from '../../storage/posts';
import type { PostRecord } from '../../storage/schema';
import { type EditorSettings, writeSettings } from '../../storage/settings';
import { forgetUnsaved } from '../../storage/unsaved';
import { activeCss } from './css/css-tabs';
import { recordedFront } from './posts/recorded-front';
import type { PreviewFrame } from './preview/preview-frame';
import { ScrollSync } from './preview/scroll-sync';
import { Saver } from './saver';
import type { SourceEditor } from './source-editor';
import { createEditorStore, type EditorState } from './store';
import { renderOptions, styleOptions } from './style/article-options';

/** Blocks of an article that may be seen first: raw HTML further down is cleaned when the editor stands. */
const FIRST_VIEW_BLOCKS = 12;

/** Hears of every write of a post. */
type SavedListener = (postId: string, changes: PostChanges) => void;

/** How long typing must rest before headings, counts and warnings are read again, in milliseconds. */
const INFO_DELAY_MS = 120;

/** How long the selection must rest before it is counted, in milliseconds. */
const SELECTION_DELAY_MS = 80;

/**
 * The open article: joins the text, the engine, the preview, the storage and the settings.
 *
 * The text here is the truth; editors report to it, the preview and the storage follow it.
 */
export class Workbench {
  readonly store: Store<EditorState>;
  readonly module: ArticleModule;
  readonly article: ArticleSession;
  readonly #info = afterRest(INFO_DELAY_MS, () => this.#readInfo());
  readonly #selection = afterRest(SELECTION_DELAY_MS, () => {
    if (this.#source === null) return;
    const { text, start, end } = this.#source.selected();
    let line = 1;
    for (let i = text.indexOf('\n'); i !== -1 && i < start; i = text.indexOf('\n', i + 1))
      line += 1;
    this.store.set({ selection: { line, text: text.slice(start, end) } });
  });
  #locale: Locale;
  #post: PostRecord | null;
  #saver: Saver | null = null;
  #text = '';
  #source: SourceEditor | null = null;
  #preview: PreviewFrame | null = null;
  #sync: ScrollSync | null = null;
  #frame = 0;
  #isRendered = true;
  #openedLabel = '';
  #onSaved: SavedListener = () => undefined;
  #isTouched = false;
  #export: ExportModule | null = null;
  #counter: ArticleEngine | null = null;
  #setReady: () => void = () => undefined;
  /** The editor that this device gets stands: what can wait may load now. */
  readonly sourceReady = new Promise<void>((resolve) => {
    this.#setReady = resolve;
  });
  #codeThemeCss: ((name: string) => string) | null = null;
  #isEmojiMissing = false;

  constructor(data: FirstData, module: ArticleModule, locale: Locale) {
    this.store = createEditorStore(data.settings);
    this.module = module;
    this.#locale = locale;
    this.#post = data.post;
    this.#text = textOf(data.post);
    this.article = new ArticleSession(module, renderOptions(data.settings, locale));
    this.#saver = this.#saverOf(data.post);
    this.store.set({ postId: data.post?.id ?? null });
    this.#guarded(() => this.article.update(this.#text));
    this.#readInfo();
    this.#openedLabel = labelOf(this.store.get().info?.frontMatter);
  }

  get text(): string {
    return this.#text;
  }

  /** The open post as it was opened; its text is {@link text}. Null when the category has none. */
  get post(): PostRecord | null {
    return this.#post;
  }

  /** Closing the page now would lose text. */
  get isAtRisk(): boolean {
    return this.#saver?.isAtRisk ?? false;
  }

  /** The open post was edited since it was opened. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  /** Something of the open post is not in the database. */
  get isUnsaved(): boolean {
    return this.store.get().save.kind !== 'saved';
  }

  get settings(): EditorSettings {
    return this.store.get().settings;
  }

  get locale(): Locale {
    return this.#locale;
  }

  get source(): SourceEditor | null {
    return this.#source;
  }

  get preview(): PreviewFrame | null {
    return this.#preview;
  }

  /** The sanitizer, or null while the export module is not loaded. */
  get sanitize(): ((html: string) => string) | null {
    return this.#export?.sanitize ?? null;
  }

  /** The article's title: front matter, else first heading, else the post's own. */
  get title(): string {
    const info = this.store.get().info;
    return info?.frontMatter.title || info?.headings[0]?.text || this.#post?.title || '';
  }

  /** An editor reports a new text. */
  setText(text: string): void {
    if (text === this.#text || this.#saver === null || this.store.get().isReadOnly) return;
    this.#text = text;
    this.#isRendered = false;
    this.#isTouched = true;
    this.#saver.touch();
    this.#info.schedule();
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#render());
  }

  /** The editor's cursor or selection moved. */
  readSelection(): void {
    this.#selection.schedule();
  }

  /** Length of a part of the text, counted as the article is; null when it is empty or the engine fails on it. */
  statsOf(text: string): Stats | null {
    if (text === '') return null;
    try {
      this.#counter ??= this.module.createEngine(this.article.options);
      this.#counter.update(text);
      return this.#counter.info().stats;
    } catch {
      this.#counter = null;
      return null;
    }
  }

  /** Replaces a part of the text; cursor and scroll stay. */
  splice(from: number, to: number, insert: string): void {
    if (this.#source === null) {
      this.setText(this.#text.slice(0, from) + insert + this.#text.slice(to));
    } else this.#source.splice(from, to, insert);
  }

  /** Replaces the text as one step that can be undone. */
  replaceText(text: string): void {
    if (this.#source === null) this.setText(text);
    else this.#source.replaceAll(text);
  }

  /** Changes the text from beside the editor, as one step that can be undone; focus and cursor stay. */
  changeText(text: string): void {
    if (this.#source === null) this.setText(text);
    else this.#source.change(text);
  }

  /** Replaces the text as a whole; the one before becomes a version. */
  async rewrite(text: string): Promise<void> {
    await this.saveNow();
    this.#saver?.keepVersion();
    this.changeText(text);
    await this.saveNow();
  }

  /** Saves the open post, so that another one can be opened. False when its text would be lost. */
  async closePost(): Promise<boolean> {
    const saver = this.#saver;
    return saver === null || this.store.get().isReadOnly ? true : saver.close();
  }

  /** A post got another name in the list. */
  retitle(id: string, title: string): void {
    if (this.#post?.id !== id) return;
    this.#post = { ...this.#post, title };
    const { info } = this.store.get();
    // The title on screen follows what was read of the text.
    if (info !== null) this.store.set({ info: { ...info } });
  }

  /** The open post was deleted: nothing is written of it any more. */
  forgetPost(): void {
    this.#saver?.abandon();
    this.#saver = null;
  }

  /** Opens a post, or none; the one before must be closed. */
  openPost(post: PostRecord | null, isReadOnly: boolean): void {
    this.#post = post;
    this.#text = textOf(post);
    this.#saver = this.#saverOf(post);
    this.#isTouched = false;
    this.#isEmojiMissing = false;
    this.store.set({ postId: post?.id ?? null, isReadOnly, save: { kind: 'saved' } });
    this.#source?.open(post?.id ?? '', this.#text);
    this.#source?.setReadOnly(isReadOnly || post === null);
    this.#sync?.lead('source');
    this.#preview?.scrollTo(0);
    cancelAnimationFrame(this.#frame);
    this.#render();
    this.#readInfo();
    this.#openedLabel = labelOf(this.store.get().info?.frontMatter);
  }

  /** Shows what another tab has written of the post that is open here for reading. */
  follow(post: PostRecord): void {
    this.#post = post;
    this.#text = textOf(post);
    this.#saver = this.#saverOf(post);
    this.#source?.change(this.#text);
    this.#render();
    this.#info.schedule();
  }

  /** Another tab has taken the post, or left it to this one. */
  setReadOnly(isReadOnly: boolean): void {
    this.store.set({ isReadOnly });
    this.#source?.setReadOnly(isReadOnly || this.#post === null);
  }

  /** Calls `listen` after every write of a post. */
  onSaved(listen: SavedListener): void {
    this.#onSaved = listen;
  }

  /** Brings engine and preview up to the last letter, without waiting for the next frame. */
  renderNow(): void {
    if (this.#isRendered) return;
    cancelAnimationFrame(this.#frame);
    this.#render();
  }

  /** Writes at once what is not saved yet. */
  async saveNow(): Promise<void> {
    await this.#saver?.flush();
  }

  /** The page is hidden or closed. */
  leave(): void {
    if (!this.store.get().isReadOnly) this.#saver?.leave();
  }

  changeSettings(changes: Partial<EditorSettings>): void {
    const settings = { ...this.settings, ...changes };
    this.store.set({ settings });
    this.#applyOptions();
    this.#applyLook();
    writeSettings(changes).catch((error: unknown) => {
      this.store.set({ save: { kind: 'failed', error: storageError(error) } });
    });
  }

  setLocale(locale: Locale): void {
    if (locale === this.#locale) return;
    this.#locale = locale;
    this.#preview?.setLanguage(locale);
    this.#applyOptions();
  }

  /** Connects the editor; the one before it is no longer asked. */
  attachSource(source: SourceEditor): () => void {
    this.#source = source;
    source.setReadOnly(this.store.get().isReadOnly || this.#post === null);
    this.#connectSync();
    return () => {
      if (this.#source !== source) return;
      this.#source = null;
      this.#connectSync();
    };
  }

  /** Connects the preview and shows the whole article in it. */
  attachPreview(preview: PreviewFrame): () => void {
    this.#preview = preview;
    preview.setLanguage(this.#locale);
    this.#applyLook();
    const { blocks, startLines } = this.article;
    preview.apply({ ops: [{ at: 0, remove: 0, insert: [...blocks] }], startLines }, this.#lines());
    this.#connectSync();
    if (blocks.slice(0, FIRST_VIEW_BLOCKS).some((block) => block.hasRawHtml)) {
      void this.prepareExport();
    }
    return () => {
      if (this.#preview !== preview) return;
      this.#preview = null;
      this.#connectSync();
    };
  }

  /** The pane where the author writes is there for good. */
  settleSource(): void {
    this.#setReady();
  }

  /** Loads sanitizer and export before they are needed. Failures stay quiet: the copy tries again and reports. */
  async prepareExport(): Promise<void> {
    if (this.#export !== null) return;
    try {
      this.#export = await loadExport();
      this.#preview?.refreshRawHtml();
    } catch {
      // Raw HTML stays escaped, which is safe.
    }
  }

  /** Loads the names of emoji when the article has any. Without them it shows the names, as the author wrote them. */
  async prepareEmoji(): Promise<void> {
    if (!this.article.lacksEmojiNames) return;
    try {
      await this.module.loadEmojiNames();
    } catch {
      // The next copy and the next article try again, but not every letter.
      this.#isEmojiMissing = true;
      return;
    }
    // What was rendered meanwhile may have them already.
    if (!this.article.lacksEmojiNames) return;
    this.#guarded(() => this.article.setOptions(this.article.options));
    this.#info.schedule();
  }

  /** Loads the code themes; code is without a background until they are there. */
  async prepareCodeThemes(): Promise<void> {
    if (this.#codeThemeCss !== null) return;
    this.#codeThemeCss = (await import('./style/code-themes')).codeThemeCss;
    this.#applyLook();
  }

  /** Puts the cursor at a source line and lets the preview follow. */
  goToLine(line: number): void {
    this.store.set({ mobilePane: 'edit' });
    this.#sync?.lead('source');
    this.#source?.goToLine(line);
  }

  /** The reader clicked a block of the preview. */
  pickLine(line: number): void {
    this.#sync?.lead('preview');
    this.#source?.goToLine(line);
  }

  /** After a conflict: the text of the other tab takes this one's place, which becomes a version. */
  async takeTheirs(): Promise<void> {
    const { save } = this.store.get();
    if (this.#post === null || save.kind !== 'conflict') return;
    const mine = this.#text;
    await keepVersion(this.#post.id, mine);
    const theirs = (await getPost(this.#post.id)) ?? save.theirs;
    this.#post = theirs;
    this.replaceText(textOf(theirs));
    this.#saver?.adopt(theirs);
    forgetUnsaved(theirs.id);
  }

  /** After a conflict: this page's text is kept; the other one becomes a version. */
  async keepMine(): Promise<void> {
    await this.#saver?.keepMine();
  }

  /** CSS of the article in its order: theme, code theme, the author's own. */
  sheets(): [theme: string, codeTheme: string, own: string] {
    const { settings } = this;
    return [
      this.module.themeCss(styleOptions(settings)),
      this.#codeThemeCss?.(settings.codeBlockTheme) ?? '',
      activeCss(settings.css_content_config),
    ];
  }

  #render(): void {
    this.#isRendered = true;
    this.#guarded(() => this.article.update(this.#text));
  }

  #applyOptions(): void {
    const options = renderOptions(this.settings, this.#locale);
    if (JSON.stringify(options) === JSON.stringify(this.article.options)) return;
    this.#guarded(() => this.article.setOptions(options));
    this.#info.schedule();
  }

  #applyLook(): void {
    const preview = this.#preview;
    if (this.#sync !== null) this.#sync.isOn = this.settings.isScrollSync;
    if (preview === null) return;
    preview.setWidth(this.settings.previewWidth);
    try {
      const [theme, codeTheme, own] = this.sheets();
      preview.setSheet('theme', theme);
      preview.setSheet('code-theme', codeTheme);
      preview.setSheet('own', own);
    } catch (error) {
      this.store.set({ engineError: engineError(error) });
    }
  }

  #guarded(run: () => ReturnType<ArticleSession['update']>): void {
    try {
      const patch = run();
      this.#preview?.apply(patch, this.#lines());
      this.store.set({ engineError: null, isEmpty: this.article.blocks.length === 0 });
      // Before there is a preview nothing is shown; attachPreview looks at what will be seen first.
      const isShown = this.#preview !== null;
      const isNew = patch.ops.some((op) => op.insert.some((block) => block.hasRawHtml));
      if (isShown && isNew) void this.prepareExport();
      if (!this.#isEmojiMissing) void this.prepareEmoji();
    } catch (error) {
      this.store.set({ engineError: engineError(error) as EngineError });
    }
  }

  #readInfo(): void {
    this.renderNow();
    try {
      this.store.set({ info: this.article.info() });
    } catch (error) {
      this.store.set({ engineError: engineError(error) });
    }
  }

  #connectSync(): void {
    this.#sync?.stop();
    this.#sync = null;
    if (this.#source === null || this.#preview === null) return;
    this.#sync = new ScrollSync(this.#source, this.#preview);
    this.#sync.isOn = this.settings.isScrollSync;
  }

  #lines(): number {
    let count = 1;
    for (let i = this.#text.indexOf('\n'); i !== -1; i = this.#text.indexOf('\n', i + 1))
      count += 1;
    return count;
  }

  #saverOf(post: PostRecord | null): Saver | null {
    if (post === null) return null;
    return new Saver(post, {
      changes: () => this.#changes(post),
      onState: (save) => {
        // The last word of a post that was closed meanwhile is not about the one on screen.
        if (this.#post?.id === post.id) this.store.set({ save });
      },
      onSaved: (changes) => this.#onSaved(post.id, changes),
    });
  }

  /** Front matter and title of `post` as its text has them now; what the text does not say stays as it was. */
  #changes(post: PostRecord): PostChanges {
    this.#info.flush();
    const front = this.store.get().info?.frontMatter;
    const named = labelOf(front);
    const recorded = front === undefined ? {} : recordedFront(post.frontMatter, front);
    return {
      content: this.#text,
      // A title that the author gave in the list stays until the text names the article otherwise.
      ...(named === this.#openedLabel || named === '' ? {} : { title: named }),
      ...recorded,
    };
  }
}

/** What a text calls its article in lists; empty when it does not say. */
function labelOf(front: FrontMatter | undefined): string {
  return front?.sidebarLabel || front?.title || '';
}

/** The text of a post as the editor holds it: lines end with LF. */
function textOf(post: PostRecord | null): string {
  return (post?.content ?? '').replace(/\r\n?/g, '\n');
}
