import { SAVE_DELAY_MS } from '../../config/constants';
import { atMostEvery } from '../../lib/debounce';
import { storageError } from '../../storage/errors';
import { askToPersist } from '../../storage/persist';
import { type PostChanges, type SaveResult, savePost } from '../../storage/posts';
import type { PostRecord } from '../../storage/schema';
import { forgetUnsaved, keepUnsaved } from '../../storage/unsaved';
import type { SaveState } from './store';

type Write = (base: PostRecord, changes: PostChanges, seen: number | null) => Promise<SaveResult>;

interface SaverHost {
  /** The text and front matter as they are now. */
  changes(): PostChanges;
  onState(state: SaveState): void;
}

/**
 * Writes one post after every edit, within half a second, one write at a time.
 *
 * A failed write is tried again with the next edit; a conflict stops writing until the author has chosen.
 */
export class Saver {
  readonly #host: SaverHost;
  readonly #write: Write;
  readonly #delayed = atMostEvery(SAVE_DELAY_MS, () => void this.#run());
  #post: PostRecord;
  #seen: number | null;
  #running: Promise<void> | undefined;
  #isDirty = false;
  #isStopped = false;

  constructor(post: PostRecord, host: SaverHost, write: Write = savePost) {
    this.#post = post;
    this.#seen = post.updateDatetime;
    this.#host = host;
    this.#write = write;
  }

  /** An edit was made. */
  touch(): void {
    this.#isDirty = true;
    if (this.#isStopped) return;
    this.#host.onState({ kind: 'saving' });
    this.#delayed.schedule();
  }

  /** Writes at once what is not written yet. */
  async flush(): Promise<void> {
    this.#delayed.flush();
    await this.#running;
  }

  /** The page is about to go: what is not written is kept where there is time to, and written if there is more. */
  leave(): void {
    if (this.#isDirty || this.#running !== undefined) {
      keepUnsaved({
        postId: this.#post.id,
        content: this.#host.changes().content,
        seen: this.#seen,
        datetime: Date.now(),
      });
    }
    this.#delayed.flush();
  }

  /** After a conflict: this page's text replaces the other one. */
  async keepMine(): Promise<void> {
    this.#seen = null;
    this.#isStopped = false;
    this.touch();
    await this.flush();
  }

  /** After a conflict: the other text was taken over. */
  adopt(theirs: PostRecord): void {
    this.#post = theirs;
    this.#seen = theirs.updateDatetime;
    this.#isStopped = false;
    this.#isDirty = false;
    this.#delayed.cancel();
    this.#host.onState({ kind: 'saved' });
  }

  async #run(): Promise<void> {
    // A second write waits for the first, or the two would see each other as strangers.
    if (this.#running !== undefined) {
      await this.#running;
      if (this.#isDirty && !this.#isStopped) this.#delayed.schedule();
      return;
    }
    this.#running = this.#save();
    await this.#running;
    this.#running = undefined;
  }

  async #save(): Promise<void> {
    this.#isDirty = false;
    try {
      const result = await this.#write(this.#post, this.#host.changes(), this.#seen);
      if (result.state === 'conflict') {
        this.#isStopped = true;
        this.#isDirty = true;
        this.#host.onState({ kind: 'conflict', theirs: result.theirs });
        return;
      }
      this.#seen = result.updateDatetime;
      if (!this.#isDirty) forgetUnsaved();
      askToPersist();
      this.#host.onState(this.#isDirty ? { kind: 'saving' } : { kind: 'saved' });
    } catch (error) {
      this.#isDirty = true;
      this.#host.onState({ kind: 'failed', error: storageError(error) });
    }
  }
}
