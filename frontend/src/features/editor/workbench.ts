import type { Locale } from '../../config/constants';
import type { ArticleModule } from '../../engine/types';
import type { KeptWork } from '../../lib/browser/unsaved-work';
import type { Store } from '../../lib/store';
import type { UnchangedText } from '../../lib/text/text-change';
import type { FirstData } from '../../storage/first-data';
import { isInArchivedBase } from '../../storage/knowledge-bases';
import type { PostRecord } from '../../storage/schema';
import { type EditorSettings, writeSettings } from '../../storage/settings';
import type { Incoming } from '../../storage/sync/incoming';
import type { TheirText } from '../../storage/sync/rows';
import type { Edit, Selected, SourceEditor } from './source-editor';
import { createEditorStore, type DeletedBeside, type EditorState } from './store';
import { ArticleRenderer } from './workbench/article-renderer';
import { CssPlans } from './workbench/css-plans';
import { EditorView } from './workbench/editor-view';
import type { FirstPreview } from './workbench/first-preview';
import { PostSession, textOf } from './workbench/post-session';
import { SettingsSaver } from './workbench/settings-saver';
import { archived, changeStoredPost, refuseReadOnly } from './workbench/stored-post';
import { TextPlace } from './workbench/text-place';
import { type TextUndo, undoOf, undoOfStored } from './workbench/text-undo';

/** Where something is inserted that is not ready yet. */
export interface HeldPlace {
  /** The post of the place; null when the category has none. */
  readonly postId: string | null;
  /**
   * Replaces what was selected there, in this post even when another one is open by now. The cursor goes behind the
   * text, unless the author has moved it. `adapt` may make another edit of it.
   *
   * Errors: `library.postGone`, `library.openElsewhere` and `knowledgeBase.archived` when the post was deleted by then,
   * is written in another tab or by nobody; {@link StorageError}.
   */
  insert(text: string, adapt?: Adapt): Promise<void>;
}

/** The edit that inserts a text so that it does not break what is around; null where it may be inserted as it is. */
type Adapt = (selected: Selected, text: string) => Edit | null;

/**
 * The open article. It joins three parts, which do not know each other's insides:
 *
 * - `session`: the open post, its text and its writes,
 * - `renderer`: the text as blocks of HTML, and what the preview shows first,
 * - `view`: the two panes on screen.
 *
 * A method is here when it needs more than one of them.
 */
export class Workbench {
  readonly store: Store<EditorState>;
  readonly session: PostSession;
  readonly renderer: ArticleRenderer;
  readonly view: EditorView;
  /** The author's style sheets, as they are written and followed. */
  readonly css: CssPlans;
  /** Places of the texts where something will be inserted. */
  readonly #held = new Set<{ place: TextPlace; postId: string | null }>();
  readonly #settingsSaver = new SettingsSaver(
    (changes) => this.#writeSettings(changes),
    (settingsError) => this.store.set({ settingsError }),
  );
  /** Called when style sheets were written. */
  onCssWritten: () => void = () => undefined;

  /** `start`: the article module, or what is shown until {@link connect}. */
  constructor(data: FirstData, start: ArticleModule | FirstPreview, locale: Locale) {
    this.store = createEditorStore(data.settings);
    this.session = new PostSession(this.store, data.post);
    this.renderer = new ArticleRenderer(start, this.store, locale, (frontMatter, heading) =>
      this.session.setFrontMatter(frontMatter, heading),
    );
    this.view = new EditorView(this.store, this.renderer);
    this.css = new CssPlans({
      get: () => this.settings.css_content_config,
      set: (css_content_config) => {
        this.store.set({ settings: { ...this.settings, css_content_config } });
        this.view.applySettings();
      },
      onWritten: () => this.onCssWritten(),
    });
    this.renderer.open(this.session.text);
    if (data.unsaved) this.session.markFailed(data.unsaved);
  }

  /** The article module has arrived. */
  async connect(module: ArticleModule): Promise<void> {
    await this.renderer.connect(module);
    this.view.applySettings();
  }

  /** The text of the open post. */
  get text(): string {
    return this.session.text;
  }

  /** The open post as it was opened. Null when the category has none. */
  get post(): PostRecord | null {
    return this.session.post;
  }

  /** The editor of the source, or null while there is none. */
  get source(): SourceEditor | null {
    return this.view.source;
  }

  /** Closing the page now would lose text or settings. */
  get isAtRisk(): boolean {
    return this.session.isAtRisk || this.#settingsSaver.isFailing;
  }

  /** Puts what is typed and not written where it outlives the page. */
  keepText(): KeptWork {
    if (!this.session.isTouched) return 'nothing';
    this.session.leave();
    return this.isAtRisk ? 'lost' : 'kept';
  }

  get settings(): EditorSettings {
    return this.store.get().settings;
  }

  get locale(): Locale {
    return this.renderer.locale;
  }

  /** What the article is called in the editor, as in the list: `sidebar_label`, else the author's name for it, else its title. */
  get name(): string {
    const label = this.store.get().info?.frontMatter.sidebarLabel;
    return label || (this.session.isNamed && this.post?.title) || this.title;
  }

  /** The title that readers see: front matter, else first heading, else the post's own. */
  get title(): string {
    const { info } = this.store.get();
    return info?.frontMatter.title || info?.headings[0]?.text || this.post?.title || '';
  }

  /** An editor reports a new text, see {@link SourceHost.onText}. */
  setText(text: string, unchanged?: UnchangedText): void {
    for (const { place, postId } of this.#held) {
      if (postId === this.post?.id) place.follow(this.text, text);
    }
    if (this.session.setText(text)) this.renderer.schedule(text, unchanged);
  }

  /** Remembers the selection until `run` has ended: it follows what the author writes meanwhile. */
  async holdPlace(run: (held: HeldPlace) => Promise<void>): Promise<void> {
    const { start, end } = this.source?.selected() ?? { start: 0, end: 0 };
    const place = new TextPlace(start, end);
    const postId = this.post?.id ?? null;
    const entry = { place, postId };
    this.#held.add(entry);
    try {
      await run({ postId, insert: (text, adapt) => this.#insertAt(place, postId, text, adapt) });
    } finally {
      this.#held.delete(entry);
    }
  }

  async #insertAt(
    { start, end }: TextPlace,
    postId: string | null,
    insert: string,
    adapt: Adapt = () => null,
  ): Promise<void> {
    if (insert === '') return;
    const cursor = start + insert.length;
    const plain = { from: start, to: end, insert, selectStart: cursor, selectEnd: cursor };
    const editOf = (text: string) => adapt({ text, start, end }, insert) ?? plain;
    if (postId === (this.post?.id ?? null)) {
      this.#refuseReadOnly();
      const selected = this.source?.selected();
      const edit = editOf(this.text);
      if (this.source !== null && selected?.start === start && selected.end === end) {
        this.source.apply(edit);
      } else this.splice(edit.from, edit.to, edit.insert);
      return;
    }
    const changes = await changeStoredPost(postId ?? '', ({ content }) => {
      const edit = editOf(content);
      return { content: content.slice(0, edit.from) + edit.insert + content.slice(edit.to) };
    });
    this.session.tellSaved(postId ?? '', changes);
  }

  /**
   * Changes the text of a post, whichever is open by now, as one step that can be undone; `change` gets it as it is by
   * now. Returns what takes it back, null when nothing changed.
   *
   * Errors: as {@link HeldPlace.insert}.
   */
  async changeTextOf(
    postId: string | null,
    change: (text: string) => string,
  ): Promise<TextUndo | null> {
    if (postId === (this.post?.id ?? null)) {
      this.#refuseReadOnly();
      const next = change(this.text);
      if (next === this.text) return null;
      const undo = undoOf(this);
      this.changeText(next);
      return undo;
    }
    if (await isInArchivedBase(postId ?? '')) throw archived();
    let undo: TextUndo | null = null;
    const changes = await changeStoredPost(postId ?? '', (post) => {
      const content = change(post.content);
      if (content !== post.content) undo = undoOfStored(this, post);
      return { content };
    });
    this.session.tellSaved(postId ?? '', changes);
    return undo;
  }

  #refuseReadOnly(): void {
    refuseReadOnly(this.store.get());
  }

  /** Replaces a part of the text; cursor and scroll stay. */
  splice(from: number, to: number, insert: string): void {
    if (this.source === null) this.setText(this.text.slice(0, from) + insert + this.text.slice(to));
    else this.source.splice(from, to, insert);
  }

  /** Replaces the text as one step that can be undone. */
  replaceText(text: string): void {
    if (this.source === null) this.setText(text);
    else this.source.replaceAll(text);
  }

  /** Changes the text from beside the editor, as one step that can be undone; focus and cursor stay. */
  changeText(text: string): void {
    if (this.source === null) this.setText(text);
    else this.source.change(text);
  }

  /** Replaces the text as a whole; the one before becomes a version. Returns what takes it back. */
  async rewrite(text: string): Promise<TextUndo> {
    await this.session.save();
    const undo = undoOf(this);
    this.session.keepVersion();
    this.changeText(text);
    await this.saveWithFields();
    return undo;
  }

  /**
   * Writes at once what is not saved yet, with all fields that come from the text.
   *
   * For callers that read the record next. Saving alone, `session.save`, never renders and may write the fields later.
   */
  saveWithFields(): Promise<void> {
    this.renderer.readInfoNow();
    return this.session.save();
  }

  /** Opens a post, or none; the one before must be closed. `isArchived`: why it is read-only. */
  openPost(post: PostRecord | null, isReadOnly: boolean, isArchived = false): void {
    this.store.set({ isArchived, deleted: null });
    this.session.open(post, isReadOnly);
    this.view.open(post?.id ?? '', this.text);
    this.renderer.open(this.text);
  }

  /** Saves the open post with all its fields, so that another one can be opened. False when its text would be lost. */
  closePost(): Promise<boolean> {
    this.renderer.readInfoNow();
    return this.session.close();
  }

  /** Shows what another tab, or sync, has written of the open post; the text here must be written. */
  follow(post: PostRecord): void {
    this.session.follow(post);
    this.source?.change(this.text);
    this.renderer.show(this.text);
  }

  /** Another tab has taken the post, or left it to this one; `isArchived`: nobody may write it. */
  setReadOnly(isReadOnly: boolean, isArchived = false): void {
    this.store.set({ isReadOnly, isArchived });
    this.view.applyReadOnly();
  }

  /** The open post was deleted from beside this page, and nothing of it waits to be written: it is only shown from here on. */
  showDeleted(deleted: DeletedBeside): void {
    this.session.abandon();
    this.store.set({ deleted });
    this.setReadOnly(true);
  }

  /** After a conflict: the text of the other tab takes this one's place, which becomes a version. */
  takeTheirs(): Promise<void> {
    return this.session.takeTheirs((text) => this.replaceText(text));
  }

  /** Puts the server's text in the place of this one, as one step that can be undone. False when it must wait. */
  takeServerText(theirs: TheirText): Promise<boolean> {
    return this.session.takeServerText(theirs, (text) => this.changeText(text));
  }

  /** Puts what this text and the server's make together in its place. False when it must wait, or the text is another. */
  async mergeServerText({ theirs, mine, merged }: Incoming): Promise<boolean> {
    if (merged === null || this.text !== textOf({ content: mine })) return false;
    return this.session.takeServerText(theirs, (text) => this.changeText(text), merged);
  }

  changeSettings(changes: Partial<EditorSettings>): void {
    this.store.set({ settings: { ...this.settings, ...changes } });
    this.renderer.applyOptions();
    this.view.applySettings();
    this.#settingsSaver.change(changes);
  }

  async #writeSettings({ css_content_config, ...others }: Partial<EditorSettings>): Promise<void> {
    await Promise.all([
      writeSettings(others),
      ...(css_content_config === undefined ? [] : [this.css.save()]),
    ]);
  }

  setLocale(locale: Locale): void {
    if (locale === this.locale) return;
    this.view.setLocale(locale);
    this.renderer.setLocale(locale);
  }
}
