import type { loadSource } from '../../../../engine/source';
import { throttle } from '../../../../lib/debounce';
import { KeyedError } from '../../../../lib/keyed-error';
import { childrenByParent } from '../../../../lib/posts/post-order';
import { Store } from '../../../../lib/store';
import { listCategories } from '../../../../storage/categories';
import { withDatabase } from '../../../../storage/db';
import { recoverUnsaved } from '../../../../storage/first-data';
import {
  type LibraryRecords,
  listKnowledgeBases,
  removeRecords,
  restoreRecords,
} from '../../../../storage/knowledge-bases';
import { libraryLoss, refreshLoss } from '../../../../storage/library-loss';
import { writeMarker } from '../../../../storage/library-marker';
import { forgetGone } from '../../../../storage/post-bin';
import { getPost, listPosts, type PostChanges } from '../../../../storage/posts';
import type { CategoryRecord, KnowledgeBaseRecord, PostSummary } from '../../../../storage/schema';
import { writeTabSelection } from '../../../../storage/selection';
import { listRemoved } from '../../../../storage/sync/removed';
import { isPostFree, TabChannel, type TabMessage } from '../../../../storage/tabs';
import { forgetUnsaved } from '../../../../storage/unsaved';
import type { Workbench } from '../../workbench';
import { type Change, type StepFacts, type UndoStep, UndoSteps } from '../undo/undo-steps';
import { OpenPost } from './open-post';

export interface LibraryState {
  /** `failed`: the lists could not be read; the editor works without them. */
  status: 'loading' | 'ready' | 'failed';
  knowledgeBases: KnowledgeBaseRecord[];
  categories: CategoryRecord[];
  /** Posts of the selected category, in no order. */
  posts: PostSummary[];
  knowledgeBaseId: string;
  categoryId: string;
  /** What went wrong last; a new object for every failure. */
  problem: { error: unknown } | null;
  /** What the author is told besides; a new object for every message. */
  notice: LibraryNotice | null;
}

export type LibraryNotice =
  /** An undo has left articles as they are that were written since. */
  | { kind: 'keptOnUndo'; count: number }
  /** Changes of another device came into the open text. */
  | { kind: 'merged' };

/** How often a tab that only shows a post looks whether it may write it, in milliseconds. */
const CLAIM_MS = 2_000;

/** After a change, until it is noted what the database should hold, in milliseconds. */
const MARKER_MS = 3_000;

export type SourceLoader = typeof loadSource;

/**
 * The state of the author's documents, and what all changes of them share: the queue, the undo steps, the selection.
 *
 * Changes run one after the other. Each is written before it is shown, so the list never shows what is not stored.
 */
export class LibraryCore {
  readonly store = new Store<LibraryState>({
    status: 'loading',
    knowledgeBases: [],
    categories: [],
    posts: [],
    knowledgeBaseId: '',
    categoryId: '',
    problem: null,
    notice: null,
  });
  readonly workbench: Workbench;
  readonly source: SourceLoader;
  channel = new TabChannel();
  open: OpenPost;
  readonly steps = new UndoSteps({
    enqueue: (change) => this.enqueue(change),
    refuseArchived,
  });
  #queue: Promise<unknown> = Promise.resolve();
  // Without the note a loss is told with fewer words.
  readonly #marker = throttle(MARKER_MS, () => void writeMarker().catch(() => undefined));

  constructor(workbench: Workbench, source: SourceLoader) {
    this.workbench = workbench;
    this.source = source;
    this.open = this.#openPost();
    const { current_kb_id, current_category_id } = workbench.settings;
    this.store.set({ knowledgeBaseId: current_kb_id, categoryId: current_category_id });
  }

  #openPost(): OpenPost {
    const tellMerged = () => this.store.set({ notice: { kind: 'merged' } });
    return new OpenPost(this.workbench, this.channel, tellMerged);
  }

  /** Reads the lists and subscribes to the other tabs. Returns a function that ends it. */
  start(recoveredTitle: string): () => void {
    const channel = new TabChannel();
    this.channel = channel;
    this.open = this.#openPost();
    const unsubscribe = channel.subscribe((message) => this.onMessage(message));
    this.workbench.session.onSaved((postId, changes) => this.handleSaved(postId, changes));
    this.workbench.onCssWritten = () => channel.publish({ kind: 'css' });
    void this.enqueue(() => this.open.lock());
    void this.enqueue(() => this.load());
    void this.enqueue(() => this.recover(recoveredTitle));
    void this.enqueue(() => withDatabase(refreshLoss));
    const unfollow = this.#followLoss();
    // Nobody tells of a tab that is closed. Waiting in the browser's queue would be in the way of a tab that takes over.
    const claiming = setInterval(() => {
      const { isReadOnly, deleted } = this.workbench.store.get();
      if (isReadOnly && deleted === null) void this.enqueue(() => this.open.claimFree());
    }, CLAIM_MS);
    return () => {
      clearInterval(claiming);
      this.#marker.cancel();
      unfollow();
      unsubscribe();
      this.open.release();
      channel.close();
    };
  }

  /** Resolves when all changes that were enqueued so far are done. */
  async whenIdle(): Promise<void> {
    await this.#queue;
  }

  /** Undoes the last step. False when there is none. */
  async undoLast(): Promise<boolean> {
    const { last } = this.steps;
    if (last === null) return false;
    await last.undo();
    return true;
  }

  /** Adds an undo step; see {@link UndoSteps}. */
  pushUndo(undo: Change, facts: StepFacts = {}): UndoStep {
    return this.steps.push(undo, facts);
  }

  /** Saves the open post. Throws when its text could be lost. */
  async saveOpenPost(): Promise<void> {
    await this.workbench.saveWithFields();
    if (this.workbench.session.isAtRisk) throw cannotClose();
  }

  /** Stops the editor from writing deleted posts again. */
  forgetDeleted({ posts }: LibraryRecords): void {
    for (const { id } of posts) {
      forgetUnsaved(id);
      if (this.workbench.post?.id === id) this.workbench.session.abandon();
    }
  }

  /** Refuses to change anything in an archived knowledge base. Errors: `knowledgeBase.archived`. */
  requireActive(knowledgeBaseId = this.store.get().knowledgeBaseId): void {
    refuseArchived(this.store.get().knowledgeBases.find(({ id }) => id === knowledgeBaseId));
  }

  /** The undo of a deletion. */
  pushRestore(deleted: LibraryRecords, openId?: string): UndoStep {
    return this.pushUndo(this.#restoring(deleted, openId), {
      bases: changedBases(deleted),
      nRetaken: deleted.posts.length,
    });
  }

  /** Puts records back. */
  #restoring(deleted: LibraryRecords, openId?: string): Change {
    const [base] = deleted.knowledgeBases;
    const [category] = deleted.categories;
    return async () => {
      await restoreRecords(deleted);
      this.store.set({ knowledgeBases: await listKnowledgeBases() });
      if (base !== undefined) await this.selectKnowledgeBase(base.id);
      else if (category !== undefined) {
        await this.goTo(category.knowledgeBaseId, category.id);
        await this.reload();
      } else {
        const [post] = deleted.posts;
        if (post !== undefined) await this.goTo(post.knowledgeBaseId, post.categoryId);
        await this.reload();
        if (openId !== undefined) await this.show(openId);
      }
      this.broadcast();
      // What the server has of a knowledge base stays there when it is deleted here: only the author does that.
      return base === undefined ? this.removing(deleted, { isBinned: true }) : null;
    };
  }

  /**
   * Takes records out; those that were edited since stay. `more` is done with it, `again` when it is taken back;
   * `isBinned`: into the bin.
   */
  removing(
    records: LibraryRecords,
    { more = () => {}, again = () => {}, isBinned = false } = {},
  ): Change {
    return async () => {
      await this.saveOpenPost();
      const removed = await removeRecords(records, { isBinned });
      this.forgetDeleted(removed);
      more();
      await this.reload();
      this.broadcast();
      return async () => {
        await restoreRecords(removed);
        again();
        await this.reload();
        const [post] = removed.posts;
        if (post !== undefined) {
          await this.goTo(post.knowledgeBaseId, post.categoryId);
          await this.show(post.id);
        }
        this.broadcast();
        return this.removing(removed, { more, again, isBinned });
      };
    };
  }

  /** The browser may empty the database under the page. Returns a function that ends it. */
  #followLoss(): () => void {
    let known = libraryLoss.get().nWrittenBack;
    return libraryLoss.subscribe(() => {
      const { trouble, nWrittenBack } = libraryLoss.get();
      this.workbench.store.set({ storageError: trouble });
      if (nWrittenBack === known) return;
      known = nWrittenBack;
      // What is gone leaves the lists.
      void this.enqueue(() => this.reload());
      this.broadcast();
    });
  }

  async load(): Promise<void> {
    const { knowledgeBaseId, categoryId } = this.store.get();
    const [knowledgeBases, categories, posts] = await Promise.all([
      listKnowledgeBases(),
      listCategories(knowledgeBaseId),
      listPosts(categoryId),
    ]);
    this.store.set({ status: 'ready', knowledgeBases, categories, posts });
    this.#marker.schedule();
  }

  /** Recovers texts that crashed pages could not write. */
  async recover(title: string): Promise<void> {
    const { knowledgeBaseId, categoryId } = this.store.get();
    const isFree = async (id: string) => id !== this.workbench.post?.id && (await isPostFree(id));
    const count = await recoverUnsaved({ knowledgeBaseId, categoryId, title }, isFree);
    if (count === 0) return;
    this.store.set({ posts: await listPosts(categoryId) });
    this.broadcast();
  }

  /**
   * Reads the lists again. A selection that no longer exists moves to the first item.
   *
   * `isFromElsewhere`: another tab or device has changed them. An open article that is gone stays on screen then.
   */
  async reload(isFromElsewhere = false): Promise<void> {
    const before = this.store.get();
    if (isFromElsewhere) await forgetGone();
    const knowledgeBases = await listKnowledgeBases();
    const base =
      knowledgeBases.find(({ id }) => id === before.knowledgeBaseId) ?? knowledgeBases[0];
    if (base === undefined) return;
    const categories = await listCategories(base.id);
    const category = categories.find(({ id }) => id === before.categoryId) ?? categories[0];
    const posts = category === undefined ? [] : await listPosts(category.id);
    this.store.set({
      status: 'ready',
      knowledgeBases,
      categories,
      posts,
      knowledgeBaseId: base.id,
      categoryId: category?.id ?? '',
    });
    // Some of what was lost may have come back.
    if (libraryLoss.get().loss !== null) await withDatabase(refreshLoss);
    const open = this.workbench.post;
    if (open === null) return;
    const { deleted } = this.workbench.store.get();
    if ((await getPost(open.id)) !== undefined) {
      // It may have been moved to another category, which leaves it open, or have come back.
      if (deleted === null) await this.open.followArchive();
      else await this.reopen(open.id);
    } else if (isFromElsewhere) {
      await this.#showDeleted(before.posts.find(({ id }) => id === open.id));
    } else if (deleted === null && !this.workbench.session.isUnsaved) {
      await this.show(firstOf(posts)?.id ?? null);
    }
  }

  /** The open post was deleted from beside this page; `summary`: as the list had it. */
  async #showDeleted(summary: PostSummary | undefined): Promise<void> {
    const { post, session, store } = this.workbench;
    if (post === null) return;
    const removed = await listRemoved(post.knowledgeBaseId);
    const kept = removed.find((one) => one.post.id === post.id);
    // The author types: the save brings the post back, so nothing is lost.
    if (session.isUnsaved || this.workbench.post !== post || store.get().deleted !== null) return;
    forgetUnsaved(post.id);
    const record = kept?.post ?? { ...post, ...summary, content: session.text };
    this.workbench.showDeleted({ by: kept === undefined ? 'tab' : 'device', post: record });
    this.open.release();
  }

  /** Puts the deleted post that is on screen back, into its category or the selected one. */
  async restoreDeleted(): Promise<void> {
    const { deleted } = this.workbench.store.get();
    if (deleted === null) return;
    const { knowledgeBaseId, categoryId } = this.store.get();
    const { post } = deleted;
    const isHomeless = !(await listCategories(post.knowledgeBaseId)).some(
      ({ id }) => id === post.categoryId,
    );
    const home = isHomeless ? { knowledgeBaseId, categoryId, parentId: null } : {};
    this.requireActive(isHomeless ? knowledgeBaseId : post.knowledgeBaseId);
    await restoreRecords({ knowledgeBases: [], categories: [], posts: [{ ...post, ...home }] });
    await this.reload();
    this.broadcast();
  }

  async selectKnowledgeBase(id: string): Promise<void> {
    const [knowledgeBases, categories] = await Promise.all([
      listKnowledgeBases(),
      listCategories(id),
    ]);
    this.store.set({ knowledgeBases, categories, knowledgeBaseId: id });
    await this.selectCategory(categories[0]?.id ?? '');
  }

  async selectCategory(id: string): Promise<void> {
    const posts = await listPosts(id);
    this.store.set({ posts, categoryId: id });
    await this.show(firstOf(posts)?.id ?? null);
  }

  /** Shows the lists of a category without opening a post. */
  async goTo(knowledgeBaseId: string, categoryId: string): Promise<void> {
    const state = this.store.get();
    if (state.categoryId === categoryId) return;
    const categories = await listCategories(knowledgeBaseId);
    const posts = await listPosts(categoryId);
    this.store.set({ knowledgeBaseId, categories, categoryId, posts });
  }

  async show(id: string | null): Promise<void> {
    const { knowledgeBaseId, categoryId } = this.store.get();
    if (id !== (this.workbench.post?.id ?? null) && !(await this.open.open(id))) {
      throw cannotClose();
    }
    writeTabSelection(id ?? '');
    this.workbench.changeSettings({
      current_kb_id: knowledgeBaseId,
      current_category_id: categoryId,
      current_post_id: id ?? '',
    });
  }

  /** Opens a post as the database has it, also if it is open already. */
  async reopen(id: string | null): Promise<void> {
    await this.open.open(id);
    await this.show(id);
  }

  changePost(id: string, changes: Partial<PostSummary>): void {
    const { posts } = this.store.get();
    if (!posts.some((post) => post.id === id)) return;
    this.store.set({
      posts: posts.map((post) => (post.id === id ? { ...post, ...changes } : post)),
    });
  }

  handleSaved(postId: string, changes: PostChanges): void {
    this.channel.publish({ kind: 'saved', postId });
    this.#marker.schedule();
    const head = this.store.get().posts.find((post) => post.id === postId);
    if (head === undefined) return;
    const title = changes.title ?? head.title;
    const frontMatter = changes.frontMatter ?? head.frontMatter;
    const isSame =
      title === head.title && JSON.stringify(frontMatter) === JSON.stringify(head.frontMatter);
    if (!isSame) this.changePost(postId, { title, frontMatter });
  }

  onMessage(message: TabMessage): void {
    if (message.kind === 'library') void this.enqueue(() => this.reload(true));
    else if (message.kind === 'css') this.workbench.css.follow().catch(() => undefined);
    else void this.enqueue(() => this.open.onMessage(message));
  }

  broadcast(): void {
    this.channel.publish({ kind: 'library' });
    this.#marker.schedule();
  }

  /** Runs changes one at a time. A failure is shown and does not stop the next change. */
  enqueue<T>(change: () => Promise<T>): Promise<T> {
    const running = this.#queue.then(change);
    this.#queue = running.catch((error: unknown) => {
      // A failure to read the lists is shown in place of the lists.
      if (this.store.get().status === 'ready') this.store.set({ problem: { error } });
      else this.store.set({ status: 'failed' });
    });
    // The failure is shown already: callers need not handle it.
    running.catch(() => undefined);
    return running;
  }
}

function refuseArchived(base: KnowledgeBaseRecord | undefined): void {
  if (base?.status !== 'archived') return;
  throw new KeyedError('knowledgeBase.archived', 'the knowledge base is archived');
}

/** The knowledge bases that change when these records come or go, but for those that do so themselves. */
export function changedBases({ knowledgeBases, categories, posts }: LibraryRecords): string[] {
  const whole = new Set(knowledgeBases.map(({ id }) => id));
  const homes = new Set([...categories, ...posts].map(({ knowledgeBaseId }) => knowledgeBaseId));
  return [...homes].filter((id) => !whole.has(id));
}

/** The first post of the tree. */
export function firstOf(posts: readonly PostSummary[]): PostSummary | undefined {
  return childrenByParent(posts).get(null)?.[0];
}

/** The open post could not be saved, so it stays open. */
function cannotClose(): KeyedError {
  return new KeyedError('library.cannotClose', 'the open post could not be saved');
}
