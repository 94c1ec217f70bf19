import type { FrontMatter } from '../../../engine/types';
import type { Store } from '../../../lib/store';
import type { StorageError } from '../../../storage/errors';
import { frontMatterFields } from '../../../storage/front-matter-fields';
import { keepOpen } from '../../../storage/page-memory';
import { getPost, keepVersion, type PostChanges } from '../../../storage/posts';
import type { PostFrontMatter, PostRecord } from '../../../storage/schema';
import type { DocumentText } from '../../../storage/sync/common-text';
import type { TheirText } from '../../../storage/sync/rows';
import { forgetUnsaved } from '../../../storage/unsaved';
import type { EditorState } from '../store';
import { Saver } from './saver';

/** Called after every write of a post. */
type SavedListener = (postId: string, changes: PostChanges) => void;

/**
 * The open post: its text, its writes, its conflict with another tab, and its versions.
 *
 * The text here is the source of truth: editors report to it, the preview and the storage follow it. Nothing here calls
 * the engine, so a save needs no rendering. The fields that come from the front matter are written with the text when
 * they have been read of it already, else in a second write after {@link setFrontMatter}.
 */
export class PostSession {
  readonly #store: Store<EditorState>;
  #post: PostRecord | null = null;
  #saver: Saver | null = null;
  #text = '';
  #isTouched = false;
  /** Front matter of the text as it is now; null until it has been read. */
  #frontMatter: FrontMatter | null = null;
  #heading = '';
  /** The last write had only the text. */
  #lacksFields = false;
  /** The server's fields, for the write that takes its text. */
  #applied: DocumentText | null = null;
  /** What the text called its article when the record was written last. */
  #recordedLabel = '';
  #onSaved: SavedListener = () => undefined;

  constructor(store: Store<EditorState>, post: PostRecord | null) {
    this.#store = store;
    this.open(post);
  }

  get text(): string {
    return this.#text;
  }

  /** The post as it was opened; its text is {@link text}. Null when the category has none. */
  get post(): PostRecord | null {
    return this.#post;
  }

  /** The post was edited since it was opened. */
  get isTouched(): boolean {
    return this.#isTouched;
  }

  /** Closing the page now would lose text. */
  get isAtRisk(): boolean {
    return this.#saver?.isAtRisk ?? false;
  }

  /** Something of the post is not in the database. */
  get isUnsaved(): boolean {
    return this.#store.get().save.kind !== 'saved';
  }

  /** Takes a new text from an editor. False when there is nothing to change or no right to. */
  setText(text: string): boolean {
    if (text === this.#text || this.#saver === null || this.#isReadOnly) return false;
    this.#text = text;
    this.#frontMatter = null;
    this.#isTouched = true;
    this.#saver.markDirty();
    return true;
  }

  /** The front matter of the text as it is now has been read, and its first heading, which may be empty. */
  setFrontMatter(frontMatter: FrontMatter, heading: string): void {
    this.#frontMatter = frontMatter;
    this.#heading = heading;
    if (this.#lacksFields && !this.#isReadOnly) this.#saver?.markDirty();
    this.#lacksFields = false;
  }

  /** Begins with another post, or none; the one before must be closed. */
  open(post: PostRecord | null, isReadOnly = false): void {
    this.follow(post);
    this.#isTouched = false;
    this.#store.set({ postId: post?.id ?? null, isReadOnly, save: { kind: 'saved' } });
  }

  /** The text that was opened could not be written because of `error`: an earlier page had kept it. */
  markFailed(error: StorageError): void {
    if (!this.#isReadOnly) this.#saver?.markFailed(error);
  }

  /** Another tab has taken the post: nothing is written any more, and unwritten text becomes a version. */
  async giveWay(): Promise<void> {
    const { id } = this.#post ?? {};
    if (id === undefined || this.#saver === null) return;
    const isDirty = this.#saver.isDirty;
    const text = this.#text;
    if (isDirty) this.#saver.keep();
    this.abandon();
    this.#store.set({ save: { kind: 'saved' } });
    if (!isDirty) return;
    await keepVersion(id, text);
    forgetUnsaved(id);
  }

  /** The record is newer than the text here, and nothing of that is unwritten. */
  isBehind(post: PostRecord): boolean {
    return !this.isUnsaved && (this.#saver?.isBehind(post) ?? true);
  }

  /** Takes over what was written of the post from beside this page, which has changed nothing. */
  follow(post: PostRecord | null): void {
    keepOpen(post?.id ?? null);
    this.#post = post;
    this.#text = textOf(post);
    this.#frontMatter = null;
    this.#lacksFields = false;
    this.#recordedLabel = labelOf(post?.frontMatter);
    this.#saver = post === null ? null : this.#saverOf(post);
  }

  /** Saves the post, so that another one can be opened. False when its text would be lost. */
  async close(): Promise<boolean> {
    return this.#saver === null || this.#isReadOnly ? true : this.#saver.close();
  }

  /** The post was deleted: nothing is written of it any more. */
  abandon(): void {
    this.#saver?.abandon();
    this.#saver = null;
  }

  /** All posts are about to be replaced: nothing is written until {@link resume} or {@link abandon}. */
  async pause(): Promise<void> {
    await this.#saver?.pause();
  }

  /** Nothing was replaced: the post is written as before. */
  resume(): void {
    this.#saver?.resume();
  }

  /** The record of a post got another name, and maybe other fields, from beside the editor. */
  rename(id: string, named: Partial<Pick<PostRecord, 'title' | 'frontMatter' | 'isNamed'>>): void {
    if (this.#post?.id !== id) return;
    this.#post = { ...this.#post, ...named };
    if (named.frontMatter !== undefined) this.#recordedLabel = labelOf(named.frontMatter);
    const { info } = this.#store.get();
    // The title on screen follows what was read of the text.
    if (info !== null) this.#store.set({ info: { ...info } });
  }

  /** A post was written from beside the editor. */
  tellSaved(postId: string, changes: PostChanges): void {
    this.#onSaved(postId, changes);
  }

  /** Calls `listen` after every write of a post. */
  onSaved(listen: SavedListener): void {
    this.#onSaved = listen;
  }

  /** Writes at once what is not saved yet. */
  async save(): Promise<void> {
    await this.#saver?.flush();
  }

  /** The page is hidden or closed. */
  leave(): void {
    if (!this.#isReadOnly) this.#saver?.leave();
  }

  /** The next write keeps the text that it replaces as a version. */
  keepVersion(): void {
    this.#saver?.keepVersion();
  }

  /**
   * After a conflict: the text of the other tab takes this one's place, which becomes a version.
   *
   * `replaceText` puts the text into the editor.
   */
  async takeTheirs(replaceText: (text: string) => void): Promise<void> {
    const { save } = this.#store.get();
    if (this.#post === null || save.kind !== 'conflict') return;
    await keepVersion(this.#post.id, this.#text);
    const theirs = (await getPost(this.#post.id)) ?? save.theirs;
    this.#post = theirs;
    this.#recordedLabel = labelOf(theirs.frontMatter);
    replaceText(textOf(theirs));
    this.#saver?.resetTo(theirs);
    forgetUnsaved(theirs.id);
  }

  /**
   * Puts the server's text in the place of this one, which becomes a version. False when something is not written yet,
   * or another tab writes the post.
   *
   * `merged`: what this text and the server's make together, in place of the server's alone. `replaceText` puts the text into the editor. No key can come between that and the write.
   */
  async takeServerText(
    theirs: TheirText,
    replaceText: (text: string) => void,
    merged: DocumentText | null = null,
  ): Promise<boolean> {
    if (this.#post === null || this.#saver === null || this.#isReadOnly || this.isUnsaved) {
      return false;
    }
    const taken = merged ?? theirs;
    const { title, isNamed, router_path, frontMatter } = taken;
    this.#applied = taken;
    this.#post = { ...this.#post, title, isNamed, router_path, frontMatter };
    this.#recordedLabel = labelOf(frontMatter);
    replaceText(textOf(taken));
    const writing = this.#saver.writeTaken({ theirs, isMerged: merged !== null });
    this.#applied = null;
    await writing;
    return true;
  }

  /** After a conflict: this page's text is kept; the other one becomes a version. */
  async keepMine(): Promise<void> {
    await this.#saver?.keepMine();
  }

  /** The author gave the title. In an older record: it is not what the text calls itself. */
  get isNamed(): boolean {
    if (this.#post === null) return false;
    return this.#post.isNamed ?? this.#post.title !== labelOf(this.#post.frontMatter);
  }

  get #isReadOnly(): boolean {
    return this.#store.get().isReadOnly;
  }

  #saverOf(post: PostRecord): Saver {
    return new Saver(post, {
      text: () => this.#text,
      changes: () => this.#changes(),
      onState: (save) => {
        // The last state of a post that was closed meanwhile is not about the one on screen.
        if (this.#post?.id === post.id) this.#store.set({ save });
      },
      onSaved: (changes) => {
        if (this.#post?.id === post.id && changes.frontMatter !== undefined) {
          this.#recordedLabel = labelOf(changes.frontMatter);
        }
        this.#onSaved(post.id, changes);
      },
    });
  }

  /** What a write changes of the record. A field that the text does not name stays. */
  #changes(): PostChanges {
    if (this.#applied !== null) {
      const { content, title, isNamed, router_path, frontMatter } = this.#applied;
      return { content, title, isNamed, router_path, frontMatter };
    }
    const front = this.#frontMatter;
    this.#lacksFields = front === null;
    if (front === null || this.#post === null) return { content: this.#text };
    const own = front.title || this.#heading;
    const label = front.sidebarLabel || (this.isNamed ? '' : own || this.#post.title);
    return {
      content: this.#text,
      // A title that the author gave in the list stays until the text names the article otherwise.
      ...(label === this.#recordedLabel || label === '' ? {} : { title: label }),
      ...frontMatterFields(this.#post.frontMatter, front, this.#heading),
    };
  }
}

/** What the text of a record calls its article in lists. */
function labelOf(recorded: PostFrontMatter | undefined): string {
  return recorded?.sidebar_label || recorded?.title || '';
}

/** The text of a post as the editor holds it: lines end with LF. */
export function textOf(post: { content: string } | null): string {
  return (post?.content ?? '').replace(/\r\n?/g, '\n');
}
