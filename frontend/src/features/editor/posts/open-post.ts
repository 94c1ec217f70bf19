import { withUnsaved } from '../../../storage/first-data';
import { getPost } from '../../../storage/posts';
import {
  lockPost,
  type PostLock,
  type TabChannel,
  type TabMessage,
  takePost,
} from '../../../storage/tabs';
import type { Workbench } from '../workbench';

/** The one post that this tab has open: its lock, and what the other tabs say about it. */
export class OpenPost {
  readonly #workbench: Workbench;
  readonly #channel: TabChannel;
  #lock: PostLock | null = null;

  constructor(workbench: Workbench, channel: TabChannel) {
    this.#workbench = workbench;
    this.#channel = channel;
  }

  /** Takes the lock of the post that is open already; without it the post is only shown. */
  async hold(): Promise<void> {
    const { post } = this.#workbench;
    if (post === null || this.#lock !== null) return;
    this.#lock = await this.#acquire(post.id);
    if (this.#lock === null) this.#workbench.setReadOnly(true);
  }

  release(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  /** Opens another post, or none. False when the one before cannot be closed. */
  async open(id: string | null): Promise<boolean> {
    // The post that is open already is opened anew: its lock is held.
    const isSame = id !== null && id === this.#workbench.post?.id && this.#lock !== null;
    const lock = id === null ? null : isSame ? this.#lock : await this.#acquire(id);
    const found = id === null ? undefined : await getPost(id);
    // An edit that a dead page left behind is taken over by the tab that may write.
    const post = found === undefined ? null : lock === null ? found : await withUnsaved(found);
    // Closed last: whatever fails before leaves the post that is open as it is.
    if (!(await this.#workbench.closePost())) {
      if (!isSame) lock?.release();
      return false;
    }
    if (!isSame) this.release();
    this.#lock = lock;
    this.#workbench.openPost(post, post !== null && lock === null);
    return true;
  }

  /** The author wants to write here: the other tab saves and lets go. */
  async takeOver(): Promise<void> {
    const id = this.#workbench.post?.id;
    if (id === undefined || !this.#workbench.store.get().isReadOnly) return;
    this.#lock = await takePost(id, this.#channel, () => this.#lose(id));
    const stored = await getPost(id);
    const post = stored === undefined ? this.#workbench.post : await withUnsaved(stored);
    this.#workbench.openPost(post, false);
  }

  async onMessage(message: TabMessage): Promise<void> {
    const { post, store } = this.#workbench;
    if (message.kind === 'library' || post === null || message.postId !== post.id) return;
    const { isReadOnly } = store.get();
    if (message.kind === 'yield' && !isReadOnly) {
      // What cannot be written is in localStorage then, where the other tab finds it.
      if (!(await this.#workbench.closePost())) return;
      this.#workbench.setReadOnly(true);
      this.release();
    }
    if (message.kind === 'saved' && isReadOnly) {
      const fresh = await getPost(post.id);
      if (fresh !== undefined) this.#workbench.follow(fresh);
    }
  }

  #acquire(id: string): Promise<PostLock | null> {
    return lockPost(id, () => this.#lose(id));
  }

  /** Another tab took the lock without waiting: this one was asleep. */
  #lose(id: string): void {
    if (this.#workbench.post?.id !== id) return;
    this.#lock = null;
    this.#workbench.session.leave();
    this.#workbench.setReadOnly(true);
  }
}
