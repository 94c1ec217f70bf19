import { type OpenedPost, withUnsaved } from '../../../../storage/first-data';
import { isInArchivedBase } from '../../../../storage/knowledge-bases';
import { getPost } from '../../../../storage/posts';
import type { PostRecord } from '../../../../storage/schema';
import { readIncoming } from '../../../../storage/sync/incoming';
import {
  lockPost,
  type PostLock,
  type PostMessage,
  type TabChannel,
  takePost,
} from '../../../../storage/tabs';
import type { Workbench } from '../../workbench';

/** The post that is open in this tab: its lock, and messages of other tabs about it. */
export class OpenPost {
  readonly #workbench: Workbench;
  readonly #channel: TabChannel;
  readonly #onMerged: () => void;
  #lock: PostLock | null = null;
  /** The post of the lock: while all documents are replaced it is held and no post is open. */
  #lockedId: string | null = null;

  /** `onMerged`: changes of another device came into the text on screen. */
  constructor(workbench: Workbench, channel: TabChannel, onMerged: () => void) {
    this.#workbench = workbench;
    this.#channel = channel;
    this.#onMerged = onMerged;
  }

  /** Takes the lock of the post that is open already. Without the lock the post is read-only, and so is an archived one. */
  async lock(): Promise<void> {
    const { post } = this.#workbench;
    if (post === null || this.#lock !== null) return;
    const isArchived = await isInArchivedBase(post.id);
    this.#hold(post.id, isArchived ? null : await this.#acquire(post.id));
    if (this.#lock === null) this.#workbench.setReadOnly(true, isArchived);
    await this.#catchUp(post.id);
  }

  /** The knowledge base may have been archived, or taken out of the archive: the open post is opened accordingly. */
  async followArchive(): Promise<void> {
    const { post, store } = this.#workbench;
    if (post === null || (await isInArchivedBase(post.id)) === store.get().isArchived) return;
    // It is read again below: what was typed last has to be there.
    await this.#workbench.saveWithFields();
    await this.open(post.id);
  }

  release(): void {
    this.#lock?.release();
    this.#lock = null;
  }

  #hold(id: string | null, lock: PostLock | null): void {
    this.#lock = lock;
    this.#lockedId = id;
  }

  /** Opens another post, or none. False when the one before cannot be closed. */
  async open(id: string | null): Promise<boolean> {
    const isArchived = id !== null && (await isInArchivedBase(id));
    // The lock is this tab's already: asking for it would find it taken.
    const isHeld = id !== null && id === this.#lockedId && this.#lock !== null;
    const isSame = isHeld && !isArchived;
    const mayLock = id !== null && !isArchived;
    const lock = isSame ? this.#lock : mayLock ? await this.#acquire(id) : null;
    const found = id === null ? undefined : await getPost(id);
    const { post, unsaved } = await openedPost(found, lock !== null);
    // The open post is closed last, so that a failure before this line leaves it open.
    if (!(await this.#workbench.closePost())) {
      if (!isSame) lock?.release();
      return false;
    }
    if (!isSame) this.release();
    this.#hold(id, lock);
    this.#workbench.openPost(post, post !== null && lock === null, isArchived);
    if (unsaved !== null) this.#workbench.session.markFailed(unsaved);
    if (id !== null) await this.#catchUp(id);
    return true;
  }

  /** The author wants to write in this tab: the other tab saves and releases the lock. */
  async takeOver(): Promise<void> {
    const id = this.#workbench.post?.id;
    const { isReadOnly, isArchived } = this.#workbench.store.get();
    if (id === undefined || !isReadOnly || isArchived) return;
    this.#hold(id, await takePost(id, this.#channel, () => this.#onLockLost(id)));
    const stored = await getPost(id);
    const { post, unsaved } = await openedPost(stored, true);
    this.#workbench.openPost(post ?? this.#workbench.post, false);
    if (unsaved !== null) this.#workbench.session.markFailed(unsaved);
    await this.#catchUp(id);
  }

  /** The tab that wrote the post may have been closed: this one writes it then. Focus and cursor stay. */
  async claimFree(): Promise<void> {
    const id = this.#workbench.post?.id;
    const { isReadOnly, isArchived } = this.#workbench.store.get();
    if (id === undefined || !isReadOnly || isArchived) return;
    const lock = await this.#acquire(id);
    if (lock === null) return;
    const found = await getPost(id).catch(() => undefined);
    const { post, unsaved } = await openedPost(found, true);
    if (post === null) {
      // It was deleted, which the lists follow, or it cannot be read now and is asked for again.
      lock.release();
      return;
    }
    this.#hold(id, lock);
    this.#workbench.follow(post);
    this.#workbench.setReadOnly(false);
    if (unsaved !== null) this.#workbench.session.markFailed(unsaved);
    await this.#catchUp(id);
  }

  async onMessage(message: PostMessage): Promise<void> {
    const { post, store } = this.#workbench;
    if (post === null || message.postId !== post.id) return;
    const { isReadOnly } = store.get();
    if (message.kind === 'yield' && !isReadOnly) {
      // Text that cannot be written is in localStorage then, where the other tab finds it.
      if (!(await this.#workbench.closePost())) return;
      this.#workbench.setReadOnly(true);
      // The other tab answers for it now.
      this.#workbench.store.set({ save: { kind: 'saved' } });
      this.release();
    }
    if (message.kind === 'incoming' && !isReadOnly) await this.#takeIncoming(post.id);
    if (message.kind === 'saved' && isReadOnly) {
      const fresh = await getPost(post.id);
      if (fresh !== undefined) this.#workbench.follow(fresh);
    }
    if (message.kind === 'written') await this.#followWritten(post.id);
  }

  /**
   * What sync did with the post while it was being opened: nobody held its lock yet, so its text was written beside the
   * tab, or nobody had it open yet, so the offer of a newer text was heard by nobody.
   */
  async #catchUp(id: string): Promise<void> {
    await this.#followWritten(id);
    if (!this.#workbench.store.get().isReadOnly) await this.#takeIncoming(id);
  }

  /** Shows the text that the database has by now, unless the author has changed the one on screen. */
  async #followWritten(id: string): Promise<void> {
    const fresh = await getPost(id);
    if (fresh === undefined || this.#workbench.post?.id !== id) return;
    if (this.#workbench.session.isBehind(fresh)) this.#workbench.follow(fresh);
  }

  /** The server has a newer text: it is taken between two edits, or merged with this one when that was changed elsewhere. */
  async #takeIncoming(id: string): Promise<void> {
    await this.#workbench.saveWithFields();
    const incoming = await readIncoming(id);
    if (incoming === null || this.#workbench.post?.id !== id) return;
    // While the author types, the text waits: it is offered again with the next change.
    const isTaken = incoming.isConflict
      ? await this.#workbench.mergeServerText(incoming)
      : await this.#workbench.takeServerText(incoming.theirs);
    if (!isTaken) return;
    this.#channel.publish({ kind: 'library' });
    if (incoming.isConflict) this.#onMerged();
  }

  #acquire(id: string): Promise<PostLock | null> {
    return lockPost(id, () => this.#onLockLost(id));
  }

  /** Another tab took the lock because this one did not answer in time. */
  #onLockLost(id: string): void {
    if (this.#lockedId === id) this.#lock = null;
    if (this.#workbench.post?.id !== id) return;
    this.#workbench.setReadOnly(true);
    void this.#showTaken(id);
  }

  /** Unwritten text becomes a version; what the other tab has written is shown. What fails here is kept in localStorage. */
  async #showTaken(id: string): Promise<void> {
    await this.#workbench.session.giveWay().catch(() => undefined);
    const fresh = await getPost(id).catch(() => undefined);
    if (fresh !== undefined && this.#workbench.post?.id === id) this.#workbench.follow(fresh);
  }
}

/** Text that a page before has kept in localStorage is taken over by the tab that may write. */
async function openedPost(found: PostRecord | undefined, mayWrite: boolean): Promise<OpenedPost> {
  if (found === undefined) return { post: null, unsaved: null };
  return mayWrite ? withUnsaved(found) : { post: found, unsaved: null };
}
