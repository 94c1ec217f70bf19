import type { Locale } from '../../../config/constants';
import { engineError } from '../../../engine/errors';
import { loadPart } from '../../../lib/browser/load-part';
import { debounce } from '../../../lib/debounce';
import type { Store } from '../../../lib/store';
import type { PreviewFrame } from '../preview/preview-frame';
import { ScrollSync } from '../preview/scroll-sync';
import type { SourceEditor } from '../source-editor';
import type { EditorState } from '../store';
import { activeCss, styleOptions } from './article-options';
import type { ArticleRenderer } from './article-renderer';

/** How long the selection must rest before it is counted, in milliseconds. */
const SELECTION_DELAY_MS = 80;

/** The two panes: the editor of the source, the preview with its style sheets, and the scroll sync between them. */
export class EditorView {
  readonly #store: Store<EditorState>;
  readonly #renderer: ArticleRenderer;
  readonly #selection = debounce(SELECTION_DELAY_MS, () => this.#storeSelection());
  #source: SourceEditor | null = null;
  #preview: PreviewFrame | null = null;
  #sync: ScrollSync | null = null;
  #codeThemeCss: ((name: string) => string) | null = null;
  #setReady: () => void = () => undefined;
  /** The source editor that this device gets is there: what can wait may load now. */
  readonly sourceReady = new Promise<void>((resolve) => {
    this.#setReady = resolve;
  });

  constructor(store: Store<EditorState>, renderer: ArticleRenderer) {
    this.#store = store;
    this.#renderer = renderer;
  }

  get source(): SourceEditor | null {
    return this.#source;
  }

  get preview(): PreviewFrame | null {
    return this.#preview;
  }

  /** CSS of the article in its order: theme, code theme, the author's own. */
  styleSheets(): [theme: string, codeTheme: string, own: string] {
    const { settings } = this.#store.get();
    return [
      this.#renderer.themeCss(styleOptions(settings)),
      this.#codeThemeCss?.(settings.codeBlockTheme) ?? this.#renderer.firstCodeThemeCss,
      activeCss(settings.css_content_config),
    ];
  }

  /** Connects the editor of the source in place of the one before. Returns a function that disconnects it. */
  attachSource(source: SourceEditor): () => void {
    this.#source = source;
    this.applyReadOnly();
    this.#connectSync();
    return () => {
      if (this.#source !== source) return;
      this.#source = null;
      this.#connectSync();
    };
  }

  /** Connects the preview and shows the whole article in it. Returns a function that disconnects it. */
  attachPreview(preview: PreviewFrame): () => void {
    this.#preview = preview;
    preview.setLanguage(this.#renderer.locale);
    this.applySettings();
    const detach = this.#renderer.attach(preview);
    this.#connectSync();
    return () => {
      detach();
      if (this.#preview !== preview) return;
      this.#preview = null;
      this.#connectSync();
    };
  }

  /** The source editor is there for good. */
  setSourceReady(): void {
    this.#setReady();
  }

  /** Shows another document from its start. */
  open(key: string, text: string): void {
    this.#sync?.keepBy(null);
    this.#source?.open(key, text);
    this.#store.set({ selection: { ...this.#store.get().selection, text: '' } });
    this.applyReadOnly();
    this.#sync?.setLeader('source');
    this.#preview?.scrollTo(0);
  }

  /** Lets the author write, or not, as the store says. */
  applyReadOnly(): void {
    const { isReadOnly, postId } = this.#store.get();
    this.#source?.setReadOnly(isReadOnly || postId === null);
  }

  /** Width, style sheets and scroll sync as the settings say. */
  applySettings(): void {
    const { settings } = this.#store.get();
    if (this.#sync !== null) this.#sync.isOn = settings.isScrollSync;
    const preview = this.#preview;
    if (preview === null) return;
    try {
      preview.keepPlace(() => {
        preview.setWidth(settings.previewWidth);
        const [theme, codeTheme, own] = this.styleSheets();
        preview.setSheet('theme', theme);
        preview.setSheet('code-theme', codeTheme);
        preview.setSheet('own', own);
      });
    } catch (error) {
      this.#store.set({ engineError: engineError(error) });
    }
  }

  setLocale(locale: Locale): void {
    this.#preview?.setLanguage(locale);
  }

  /**
   * Loads the code themes; code is without a background until they are there.
   *
   * What is not urgent waits for the source editor where the first preview has brought the theme in use.
   */
  async prepareCodeThemes({ isUrgent = true } = {}): Promise<void> {
    if (this.#codeThemeCss !== null) return;
    if (!isUrgent && this.#renderer.firstCodeThemeCss !== '') await this.sourceReady;
    this.#codeThemeCss = (await loadPart(() => import('../../../engine/code-themes'))).codeThemeCss;
    this.applySettings();
  }

  /** Puts the cursor at a source line and lets the preview follow. */
  goToLine(line: number): void {
    this.#goTo(line, 'source');
  }

  /** The reader clicked a block of the preview. */
  pickLine(line: number): void {
    this.#goTo(line, 'preview');
  }

  /** Scrolls the preview to the block of the cursor if it is out of view. */
  showCursor(): void {
    const place = this.#cursorPlace();
    if (place !== null) this.#preview?.scrollTo(place);
  }

  /** Where the preview shows the block of the cursor; null where it does already. */
  #cursorPlace(): number | null {
    const preview = this.#preview;
    if (preview === null || this.#source === null) return null;
    const { scrollTop, viewHeight } = preview.port();
    const y = preview.lines().yOf(this.#cursorLine());
    if (viewHeight === 0 || (y >= scrollTop && y <= scrollTop + viewHeight * 0.9)) return null;
    return Math.max(0, y - viewHeight / 3);
  }

  /** `leader`: the pane that stays where it is. */
  #goTo(line: number, leader: 'source' | 'preview'): void {
    this.#sync?.setLeader(leader);
    const go = () => this.#source?.goToLine(line);
    if (this.#store.get().mobilePane === 'edit') {
      go();
      return;
    }
    this.#store.set({ mobilePane: 'edit' });
    // A pane that is hidden takes no focus: it is shown first.
    queueMicrotask(go);
  }

  /** The cursor or the selection of the source moved. */
  readSelection(): void {
    this.#selection.schedule();
  }

  #storeSelection(): void {
    if (this.#source === null) return;
    const { text, start, end } = this.#source.selected();
    const line = this.#cursorLine();
    const isMoved = line !== this.#store.get().selection.line;
    this.#store.set({ selection: { line, text: text.slice(start, end) } });
    // A cursor that nobody has placed leads nowhere, nor does one that the source itself does not show.
    if (!isMoved || !this.#sync?.isOn || this.#sync.used !== 'source') return;
    if (this.#cursorPlace() === null || this.#source.cursorBox() === null) return;
    this.showCursor();
    this.#sync.keepBy(() => this.showCursor());
  }

  /** Line of the cursor, 1-based. */
  #cursorLine(): number {
    const { text = '', start = 0 } = this.#source?.selected() ?? {};
    let line = 1;
    for (let i = text.indexOf('\n'); i !== -1 && i < start; i = text.indexOf('\n', i + 1))
      line += 1;
    return line;
  }

  #connectSync(): void {
    this.#sync?.stop();
    this.#sync = null;
    if (this.#source === null || this.#preview === null) return;
    this.#sync = new ScrollSync(this.#source, this.#preview);
    this.#sync.isOn = this.#store.get().settings.isScrollSync;
  }
}
