import { loadSource } from '../../../../engine/source';
import { loadPart } from '../../../../lib/browser/load-part';
import type { Store } from '../../../../lib/store';
import { restoreBinned } from '../../../../storage/base-bin';
import { type FirstData, type FirstWords, readFirstData } from '../../../../storage/first-data';
import { type LibraryRecords, restoreRecords } from '../../../../storage/knowledge-bases';
import { type BinnedPost, restoreBinnedPost } from '../../../../storage/post-bin';
import { getPost } from '../../../../storage/posts';
import type { Workbench } from '../../workbench';
import type { UndoSteps } from '../undo/undo-steps';
import { BulkOperations } from './bulk-operations';
import { KnowledgeBaseCommands } from './knowledge-base-commands';
import { firstOf, LibraryCore, type LibraryState, type SourceLoader } from './library-core';
import { PostCommands } from './post-commands';

/** The author's documents: their lists, the selection, and all changes. */
export class Library {
  readonly knowledgeBases: KnowledgeBaseCommands;
  readonly posts: PostCommands;
  readonly bulk: BulkOperations;
  readonly #core: LibraryCore;
  #settled: Promise<FirstData> | undefined;

  /** `settled`: what the editor started with, once the database is in order. The lists wait for it. */
  constructor(
    workbench: Workbench,
    source: SourceLoader = loadSource,
    settled?: Promise<FirstData>,
  ) {
    this.#settled = settled;
    this.#core = new LibraryCore(workbench, source);
    this.knowledgeBases = new KnowledgeBaseCommands(this.#core);
    this.posts = new PostCommands(this.#core);
    this.bulk = new BulkOperations(this.#core);
  }

  get store(): Store<LibraryState> {
    return this.#core.store;
  }

  /** Reads the lists and subscribes to the other tabs. Returns a function that ends it. */
  start(recoveredTitle: string): () => void {
    void this.#core.enqueue(() => this.#settle(recoveredTitle));
    return this.#core.start(recoveredTitle);
  }

  /** Waits for everything that was asked for. */
  whenIdle(): Promise<void> {
    return this.#core.whenIdle();
  }

  /** The steps that can be undone and done again. */
  get steps(): UndoSteps {
    return this.#core.steps;
  }

  /** Takes the last change back that can be. False when there is none. */
  undoLast(): Promise<boolean> {
    return this.#core.undoLast();
  }

  /** Tries again to start with the database; text that was typed without it becomes a post. */
  retry(words: FirstWords, title: string): Promise<void> {
    return this.#core.enqueue(async () => {
      const typed = this.#typed();
      await this.#begin(await readFirstData(words), typed, title);
    });
  }

  selectKnowledgeBase(id: string): Promise<void> {
    return this.#core.enqueue(async () => {
      if (id !== this.#core.store.get().knowledgeBaseId) await this.#core.selectKnowledgeBase(id);
    });
  }

  selectCategory(id: string): Promise<void> {
    return this.#core.enqueue(async () => {
      if (id !== this.#core.store.get().categoryId) await this.#core.selectCategory(id);
    });
  }

  openPost(id: string): Promise<void> {
    return this.#core.enqueue(() => this.#core.show(id));
  }

  /** Opens a post of any knowledge base and category. */
  findPost(id: string): Promise<void> {
    return this.#core.enqueue(async () => {
      const post = await getPost(id);
      if (post === undefined) return;
      await this.#core.goTo(post.knowledgeBaseId, post.categoryId);
      await this.#core.show(id);
    });
  }

  /** Opens the post that a link of the open one means; any other link opens nothing. */
  followLink(href: string): Promise<void> {
    const from = this.#core.workbench.post;
    if (from === null) return Promise.resolve();
    return this.#core.enqueue(async () => {
      const { linkedPost } = await loadPart(() => import('./linked-post'));
      const post = await linkedPost(href, from);
      if (post === null) return;
      await this.#core.goTo(post.knowledgeBaseId, post.categoryId);
      await this.#core.show(post.id);
    });
  }

  /** Reads the lists again: records were written from beside the library. */
  refresh(): Promise<void> {
    return this.#core.enqueue(async () => {
      await this.#core.reload();
      this.#core.broadcast();
    });
  }

  /** Puts back what others have deleted. */
  restore(records: LibraryRecords): Promise<void> {
    return this.#core.enqueue(async () => {
      await restoreRecords(records);
      await this.#core.reload();
      this.#core.broadcast();
    });
  }

  /** Puts the open post back, which was deleted from beside this page. Errors: as {@link requireActive}. */
  restoreDeleted(): Promise<void> {
    return this.#core.enqueue(() => this.#core.restoreDeleted());
  }

  /** Leaves the open post, which was deleted from beside this page: the first one of the list is opened. */
  leaveDeleted(): Promise<void> {
    return this.#core.enqueue(() =>
      this.#core.show(firstOf(this.#core.store.get().posts)?.id ?? null),
    );
  }

  /** Takes a post out of the bin and opens it. False when the bin does not hold it any more. */
  restoreBinnedPost(binned: Pick<BinnedPost, 'id' | 'knowledgeBaseId'>): Promise<boolean> {
    return this.#core.enqueue(async () => {
      this.#core.requireActive(binned.knowledgeBaseId);
      const { knowledgeBaseId, categoryId } = this.#core.store.get();
      const post = await restoreBinnedPost(binned, { knowledgeBaseId, categoryId });
      await this.#core.reload();
      this.#core.broadcast();
      if (post === null) return false;
      await this.#core.goTo(post.knowledgeBaseId, post.categoryId);
      await this.#core.show(post.id);
      return true;
    });
  }

  /** Takes a knowledge base out of the bin and selects it. */
  restoreBinnedBase(id: string): Promise<void> {
    return this.#core.enqueue(async () => {
      await restoreBinned(id);
      await this.#core.selectKnowledgeBase(id);
      this.#core.broadcast();
    });
  }

  /** Refuses to change an archived knowledge base. Errors: `knowledgeBase.archived`. */
  requireActive(): void {
    this.#core.requireActive();
  }

  /** Makes this tab the one that writes the open post. */
  takeOver(): Promise<void> {
    return this.#core.enqueue(() => this.#core.open.takeOver());
  }

  /** Another tab has made the first records in the same moment: theirs are opened. */
  async #settle(title: string): Promise<void> {
    const data = await this.#settled;
    this.#settled = undefined;
    if (data === undefined || data.post?.id === this.#core.workbench.post?.id) return;
    await this.#begin(data, this.#typed(), title);
  }

  /** The text that was typed into a post that the database does not hold. */
  #typed(): string | null {
    return this.#core.workbench.session.isTouched ? this.#core.workbench.text : null;
  }

  async #begin(data: FirstData, typed: string | null, title: string): Promise<void> {
    const { current_kb_id, current_category_id } = data.settings;
    this.#core.store.set({ knowledgeBaseId: current_kb_id, categoryId: current_category_id });
    await this.#core.load();
    if (typed === null) await this.#core.show(data.post?.id ?? null);
    else await this.posts.createNow(null, title, typed);
  }
}
