import { loadSource } from '../../../engine/source';
import type { Store } from '../../../lib/store';
import { type FirstWords, readFirstData } from '../../../storage/first-data';
import { getPost } from '../../../storage/posts';
import type { Workbench } from '../workbench';
import { Homes } from './homes';
import { LibraryCore, type LibraryState, type SourceLoader } from './library-core';
import { PostChanges } from './post-changes';
import { WholeLibrary } from './whole-library';

/** The author's documents: what there is, what is selected, and every change of it. */
export class Library {
  readonly homes: Homes;
  readonly posts: PostChanges;
  readonly whole: WholeLibrary;
  readonly #core: LibraryCore;

  constructor(workbench: Workbench, source: SourceLoader = loadSource) {
    this.#core = new LibraryCore(workbench, source);
    this.homes = new Homes(this.#core);
    this.posts = new PostChanges(this.#core);
    this.whole = new WholeLibrary(this.#core);
  }

  get store(): Store<LibraryState> {
    return this.#core.store;
  }

  /** Reads the lists and begins to listen to the other tabs. The answer ends it. */
  start(recoveredTitle: string): () => void {
    return this.#core.start(recoveredTitle);
  }

  /** Waits for everything that was asked for. */
  settled(): Promise<void> {
    return this.#core.settled();
  }

  /** Takes the last change back that can be. False when there is none. */
  undoLast(): Promise<boolean> {
    return this.#core.undoLast();
  }

  /** The start without a database is tried again; what was typed meanwhile becomes a post. */
  retry(words: FirstWords, title: string): Promise<void> {
    return this.#core.run(async () => {
      const typed = this.#core.workbench.session.isTouched ? this.#core.workbench.text : null;
      const data = await readFirstData(words);
      const { current_kb_id, current_category_id } = data.settings;
      this.#core.store.set({ knowledgeBaseId: current_kb_id, categoryId: current_category_id });
      await this.#core.load();
      if (typed === null) await this.#core.show(data.post?.id ?? null);
      else await this.posts.createNow(null, title, typed);
    });
  }

  selectKnowledgeBase(id: string): Promise<void> {
    return this.#core.run(async () => {
      if (id !== this.#core.store.get().knowledgeBaseId) await this.#core.selectKnowledgeBase(id);
    });
  }

  selectCategory(id: string): Promise<void> {
    return this.#core.run(async () => {
      if (id !== this.#core.store.get().categoryId) await this.#core.selectCategory(id);
    });
  }

  openPost(id: string): Promise<void> {
    return this.#core.run(() => this.#core.show(id));
  }

  /** Opens a post wherever it stands. */
  findPost(id: string): Promise<void> {
    return this.#core.run(async () => {
      const post = await getPost(id);
      if (post === undefined) return;
      await this.#core.goTo(post.knowledgeBaseId, post.categoryId);
      await this.#core.show(id);
    });
  }

  /** Takes the open post over from the tab that writes it. */
  takeOver(): Promise<void> {
    return this.#core.run(() => this.#core.open.takeOver());
  }
}
