import {
  INITIAL_DATA_PAUSE_MS,
  INITIAL_DATA_TRIES,
  SAVE_DELAY_MS,
  SAVE_RETRY_MS,
} from '../../../config/constants';
import { debounce, throttle } from '../../../lib/debounce';
import { StorageError, storageError } from '../../../storage/errors';
import { askToPersist } from '../../../storage/persist';
import {
  type PostChanges,
  type SaveOptions,
  type SaveResult,
  savePost,
} from '../../../storage/posts';
import type { HistoryEntry, PostRecord } from '../../../storage/schema';
import type { AppliedText } from '../../../storage/sync/incoming';
import { forgetUnsaved, keepUnsaved, readUnsaved } from '../../../storage/unsaved';
import type { SaveState } from '../store';

type Write = (
  base: PostRecord,
  changes: PostChanges,
  baseVersion: number | null,
  options: SaveOptions,
) => Promise<SaveResult>;

interface SaverHost {
  /** The text as it is now. */
  text(): string;
  /** What a write changes of the record: the text as it is now, and the fields that are known. */
  changes(): PostChanges;
  onState(state: SaveState): void;
  /** A text was written. */
  onSaved?(changes: PostChanges): void;
}

/** A write that takes longer than this, in milliseconds, is reported as stuck. The start waits as long for the database. */
const STUCK_MS = INITIAL_DATA_TRIES * INITIAL_DATA_PAUSE_MS;

/**
 * Writes one post after every edit, within half a second, one write at a time.
 *
 * - A failed write is tried again after a pause and with the next edit. Until then the text is kept in localStorage.
 * - A conflict stops all writes until the author has chosen a text.
 */
export class Saver {
  readonly #host: SaverHost;
  readonly #write: Write;
  readonly #delayed = throttle(SAVE_DELAY_MS, () => void this.#run());
  readonly #retry = debounce(SAVE_RETRY_MS, () => void this.#run());
  readonly #stuck = debounce(STUCK_MS, () => this.#sayStuck());
  #post: PostRecord;
  #baseVersion: number | null;
  #running: Promise<void> | undefined;
  /** The text of the write that is running. */
  #writing: string | undefined;
  #isDirty = false;
  #isStopped = false;
  #isPaused = false;
  /** The host has another text now: it must not be asked for the text of this post. */
  #isClosed = false;
  #isFailing = false;
  #isKept = true;
  #keepVersion = false;
  /** The longest text that was written since the last version; null while the text of that version only gets shorter. */
  #longest: HistoryEntry | null;
  #writtenLength: number;
  #applied: AppliedText | undefined;

  constructor(post: PostRecord, host: SaverHost, write: Write = savePost) {
    this.#post = post;
    this.#baseVersion = post.updateDatetime;
    this.#longest = { datetime: post.updateDatetime, content: post.content };
    this.#writtenLength = post.content.length;
    this.#host = host;
    this.#write = write;
  }

  /** Closing the page now would lose text: it is neither in the database nor in localStorage. */
  get isAtRisk(): boolean {
    return this.isDirty && !this.#isKept;
  }

  /** Something is not in the database. */
  get isDirty(): boolean {
    return this.#isDirty || this.#running !== undefined;
  }

  /** The record was written by somebody else since it was read here. */
  isBehind(stored: PostRecord): boolean {
    return this.#baseVersion !== null && stored.updateDatetime > this.#baseVersion;
  }

  /** The text was opened from where an earlier page had kept it, and could not be written because of `error`. */
  markFailed(error: StorageError): void {
    this.#isDirty = true;
    this.#isFailing = true;
    this.#host.onState({ kind: 'failed', error });
    this.#retry.schedule();
  }

  /** An edit was made. */
  markDirty(): void {
    this.#isDirty = true;
    if (this.#isStopped) return;
    // A failure stays on screen until a write succeeds. It is not reported again for every letter.
    if (!this.#isFailing) this.#host.onState({ kind: 'saving' });
    this.#delayed.schedule();
  }

  /** The next write keeps the text that it replaces as a version, also when the last version is recent. */
  keepVersion(): void {
    this.#keepVersion = true;
  }

  /** Writes at once a text that has taken the place of this one, which becomes a version. `applied`: what it is of the server. */
  async writeTaken(applied: AppliedText): Promise<void> {
    this.#keepVersion = true;
    this.#applied = applied;
    this.markDirty();
    await this.flush();
  }

  /** Writes at once what is not written yet. */
  async flush(): Promise<void> {
    this.#delayed.flush();
    await this.#running;
    // A write that had begun before may lack the last letters.
    if (this.#delayed.isDue()) {
      this.#delayed.flush();
      await this.#running;
    }
  }

  /** Lets no write begin until {@link resume}. Resolves when the running one has ended. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    this.#delayed.cancel();
    this.#retry.cancel();
    await this.#running;
  }

  /** Ends a pause; what was typed during it is written. */
  resume(): void {
    this.#isPaused = false;
    if (this.#isDirty && !this.#isStopped) this.#delayed.schedule();
  }

  /** The page is about to close: unwritten text goes to localStorage at once, and to the database if there is time. */
  leave(): void {
    if (this.isDirty) this.keep();
    this.#delayed.flush();
  }

  /**
   * Ends the writes of this post. True when none of its text can be lost.
   *
   * Text that could not be written is in localStorage then. It comes back when the post is opened again.
   */
  async close(): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STUCK_MS);
    });
    await Promise.race([this.flush(), late]);
    clearTimeout(timer);
    const isSafe = !this.isDirty || this.keep();
    if (isSafe) this.#close();
    return isSafe;
  }

  /** Ends the writes; unwritten text is dropped. */
  abandon(): void {
    this.#isDirty = false;
    this.#close();
  }

  /** After a conflict: this page's text replaces the other one, which becomes a version. */
  async keepMine(): Promise<void> {
    this.#baseVersion = null;
    this.#isStopped = false;
    this.markDirty();
    await this.flush();
  }

  /** After a conflict: this page shows the other text now, and later writes are based on it. */
  resetTo(theirs: PostRecord): void {
    this.#post = theirs;
    this.#baseVersion = theirs.updateDatetime;
    this.#longest = { datetime: theirs.updateDatetime, content: theirs.content };
    this.#writtenLength = theirs.content.length;
    this.#isDirty = false;
    this.#stop();
    this.#isStopped = false;
    this.#isFailing = false;
    this.#host.onState({ kind: 'saved' });
  }

  #close(): void {
    this.#stop();
    this.#isClosed = true;
  }

  #stop(): void {
    this.#isStopped = true;
    this.#delayed.cancel();
    this.#retry.cancel();
    this.#stuck.cancel();
  }

  /** Keeps the text in localStorage, which needs no database. */
  keep(): boolean {
    this.#isKept = keepUnsaved({
      postId: this.#post.id,
      content: this.#host.text(),
      seen: this.#baseVersion,
      writing: this.#writing,
      datetime: Date.now(),
    });
    return this.#isKept;
  }

  #sayStuck(): void {
    this.#isFailing = true;
    const error = new StorageError('storage.blocked', `not written after ${STUCK_MS} ms`);
    this.#host.onState({ kind: 'failed', error });
  }

  async #run(): Promise<void> {
    // A second write waits for the first. Otherwise the second would find a version that it does not know: a conflict.
    if (this.#running !== undefined) {
      this.keep();
      await this.#running;
      if (this.#isDirty && !this.#isStopped) this.#delayed.schedule();
      return;
    }
    if (this.#isStopped || this.#isPaused) return;
    this.#retry.cancel();
    this.#stuck.schedule();
    this.#running = this.#save();
    await this.#running;
    this.#running = undefined;
    this.#writing = undefined;
    this.#stuck.cancel();
  }

  async #save(): Promise<void> {
    this.#isDirty = false;
    const keepVersion = this.#keepVersion;
    this.#keepVersion = false;
    const applied = this.#applied;
    this.#applied = undefined;
    try {
      const changes = this.#host.changes();
      this.#writing = changes.content;
      const result = await this.#write(this.#post, changes, this.#baseVersion, {
        keepVersion,
        ...(this.#longest === null ? {} : { longest: this.#longest }),
        ...(applied === undefined ? {} : { applied }),
      });
      if (this.#isClosed) {
        this.#finishClosed(result, changes);
        return;
      }
      if (result.state === 'conflict') {
        this.#stop();
        this.#isFailing = false;
        this.#isDirty = true;
        this.keep();
        this.#host.onState({ kind: 'conflict', theirs: result.theirs });
        return;
      }
      this.#baseVersion = result.updateDatetime;
      this.#measure(changes.content, result);
      this.#isFailing = false;
      if (!this.#isDirty) forgetUnsaved(this.#post.id);
      askToPersist();
      this.#host.onState(this.#isDirty ? { kind: 'saving' } : { kind: 'saved' });
      this.#host.onSaved?.(changes);
    } catch (error) {
      // Unwritten text was put into localStorage when the post was closed.
      if (this.#isClosed) return;
      this.#isFailing = true;
      this.#isDirty = true;
      this.#keepVersion ||= keepVersion;
      this.keep();
      this.#host.onState({ kind: 'failed', error: storageError(error) });
      this.#retry.schedule();
    }
  }

  /** Remembers a written text if it is the longest since the last version. */
  #measure(
    content: string,
    { hasVersion, updateDatetime }: { hasVersion?: boolean; updateDatetime: number },
  ): void {
    if (hasVersion) this.#longest = null;
    const isGrown = content.length > this.#writtenLength;
    if (isGrown && content.length > (this.#longest?.content.length ?? 0)) {
      this.#longest = { datetime: updateDatetime, content };
    }
    this.#writtenLength = content.length;
  }

  /** A write ended after its post was closed: the text in localStorage is removed only if it is the one that was written. */
  #finishClosed(result: SaveResult, changes: PostChanges): void {
    if (result.state === 'conflict') return;
    const { id } = this.#post;
    if (readUnsaved(id)?.content === changes.content) forgetUnsaved(id);
    this.#host.onSaved?.(changes);
  }
}
