import {
  childrenByParent,
  type MoveTarget,
  neighborOf,
  orderAtEnd,
  plannedMove,
  renumbered,
  subtreeOf,
} from '../../../../lib/posts/post-order';
import {
  createPost,
  deletePosts,
  getPost,
  listPosts,
  type PostFieldChanges,
  savePost,
  setAllCollapsed,
  updatePostFields,
} from '../../../../storage/posts';
import { summaryOf } from '../../../../storage/repair';
import type { CategoryRecord, PostSummary } from '../../../../storage/schema';
import { renamePost, requirePrintable, withLabel } from '../rename/rename-post';
import type { Change, UndoStep } from '../undo/undo-steps';
import type { LibraryCore } from './library-core';

/** Changes single posts and their tree. */
export class PostCommands {
  readonly #core: LibraryCore;
  #nCreating = 0;

  constructor(core: LibraryCore) {
    this.#core = core;
  }

  /** Creates a post below `parentId` (null: at the top level), last among its siblings, and opens it. */
  async create(parentId: string | null, title: string): Promise<string> {
    this.#nCreating += 1;
    try {
      return await this.#core.enqueue(() => {
        this.#core.requireActive();
        return this.createNow(parentId, title, '');
      });
    } finally {
      this.#nCreating -= 1;
    }
  }

  /** A post that was asked for is not there yet. */
  get isCreating(): boolean {
    return this.#nCreating > 0;
  }

  /** See {@link renamePost}. */
  rename(id: string, title: string): Promise<void> {
    return this.#core.enqueue(() => renamePost(this.#core, id, title));
  }

  /** Names a post that was just created; its text stays as it is. The name that it was made with is none. */
  name(id: string, title: string): Promise<void> {
    return this.#core.enqueue(async () => {
      const name = title.trim();
      const post = await getPost(id);
      if (post === undefined || name === '' || name === post.title) return;
      requirePrintable(name);
      // What has been written meanwhile may have a title of its own.
      const isEmpty = post.content === '' && this.#core.workbench.text === '';
      const frontMatter = isEmpty ? { ...post.frontMatter, title: name } : post.frontMatter;
      const named = { title: name, frontMatter, isNamed: true };
      await updatePostFields([{ id, ...named }]);
      this.#core.changePost(id, named);
      this.#core.workbench.session.rename(id, named);
      this.#core.broadcast();
    });
  }

  /** Adds a copy right after a post and opens the copy. A text that says its name in lists says the new one. */
  duplicate(id: string, titleOf: (title: string) => string): Promise<void> {
    return this.#core.enqueue(async () => {
      this.#core.requireActive();
      await this.#core.workbench.saveWithFields();
      const post = await getPost(id);
      if (post === undefined) return;
      const { posts } = this.#core.store.get();
      const siblings = childrenByParent(posts).get(post.parentId) ?? [];
      const title = titleOf(post.title);
      const text = withLabel(await this.#core.source(), post, title);
      const made = await createPost({ ...post, ...text, title, order: orderAtEnd(siblings) });
      await savePost(made, text, null);
      this.#core.store.set({ posts: [...posts, summaryOf(made)] });
      await this.#move(made.id, { kind: 'after', of: id });
      await this.#core.show(made.id);
      this.#core.broadcast();
    });
  }

  /** Deletes a post with everything below it and selects its neighbor. `isFinal`: the bin has no room for it. */
  delete(id: string): Promise<{ undo: UndoStep; count: number; isFinal: boolean }> {
    return this.#core.enqueue(async () => {
      this.#core.requireActive();
      const { posts } = this.#core.store.get();
      const subtree = subtreeOf(posts, id).map((post) => post.id);
      const next = neighborOf(posts, id);
      const openId = this.#core.workbench.post?.id;
      const isOpen = openId !== undefined && subtree.includes(openId);
      await this.#core.saveOpenPost();
      const deleted = await deletePosts(subtree);
      this.#core.forgetDeleted(deleted);
      this.#core.store.set({ posts: posts.filter((post) => !subtree.includes(post.id)) });
      if (isOpen) await this.#core.show(next?.id ?? null);
      this.#core.broadcast();
      return {
        undo: this.#core.pushRestore(deleted, isOpen ? openId : undefined),
        count: subtree.length,
        isFinal: deleted.isFinal,
      };
    });
  }

  /** Null when the move changes nothing. */
  move(id: string, place: MoveTarget): Promise<UndoStep | null> {
    return this.#core.enqueue(async () => {
      const undo = await this.#move(id, place);
      this.#core.broadcast();
      return undo;
    });
  }

  /** Moves a post and everything below it to the end of another category, of any knowledge base. */
  moveTo(id: string, category: CategoryRecord): Promise<UndoStep> {
    return this.#core.enqueue(async () => {
      const { posts, categoryId } = this.#core.store.get();
      const { knowledgeBaseId } = category;
      this.#core.requireActive(knowledgeBaseId);
      const order = orderAtEnd((await listPosts(category.id)).filter((post) => !post.parentId));
      const subtree = subtreeOf(posts, id);
      const changes = subtree.map((post, i): PostFieldChanges => {
        const target = { id: post.id, categoryId: category.id, knowledgeBaseId };
        return i === 0 ? { ...target, parentId: null, order } : target;
      });
      const undo = await this.#changeFields(changes, subtree);
      const movedIds = new Set(subtree.map((post) => post.id));
      if (category.id !== categoryId) {
        const next = neighborOf(posts, id);
        const isOpen = movedIds.has(this.#core.workbench.post?.id ?? '');
        this.#core.store.set({ posts: posts.filter((post) => !movedIds.has(post.id)) });
        if (isOpen) await this.#core.show(next?.id ?? null);
      }
      this.#core.broadcast();
      return undo;
    });
  }

  /** Numbers the siblings of a post 10, 20, 30 and so on. */
  renumber(id: string): Promise<UndoStep | null> {
    return this.#core.enqueue(async () => {
      const children = [...childrenByParent(this.#core.store.get().posts).values()];
      const siblings = children.find((list) => list.some((post) => post.id === id)) ?? [];
      const changes = renumbered(siblings);
      if (changes.length === 0) return null;
      const undo = await this.#changeFields(changes, siblings);
      this.#core.broadcast();
      return undo;
    });
  }

  setCollapsed(id: string, collapsed: boolean): Promise<void> {
    this.#core.changePost(id, { collapsed });
    return this.#core.enqueue(() => updatePostFields([{ id, collapsed }]));
  }

  /** Sets the flag on every post. Source: specification §4. */
  setAllCollapsed(collapsed: boolean): Promise<void> {
    const { posts } = this.#core.store.get();
    this.#core.store.set({ posts: posts.map((post) => ({ ...post, collapsed })) });
    return this.#core.enqueue(async () => {
      await setAllCollapsed(collapsed);
      this.#core.broadcast();
    });
  }

  /** As {@link create}, inside a change that is running already. */
  async createNow(parentId: string | null, title: string, content: string): Promise<string> {
    const { posts, knowledgeBaseId, categoryId } = this.#core.store.get();
    const siblings = childrenByParent(posts).get(parentId) ?? [];
    const order = orderAtEnd(siblings);
    const place = { knowledgeBaseId, categoryId, parentId, order };
    const made = await createPost({ title, content, ...place });
    const parent = posts.find((post) => post.id === parentId);
    if (parent?.collapsed) await updatePostFields([{ id: parent.id, collapsed: false }]);
    this.#core.store.set({
      posts: [
        ...posts.map((post) => (post === parent ? { ...post, collapsed: false } : post)),
        summaryOf(made),
      ],
    });
    await this.#core.show(made.id);
    this.#core.broadcast();
    return made.id;
  }

  async #move(id: string, place: MoveTarget): Promise<UndoStep | null> {
    const { posts } = this.#core.store.get();
    const changes: PostFieldChanges[] | null = plannedMove(posts, id, place);
    if (changes === null) return null;
    // The parent is expanded, so that the moved post stays in view.
    const parent = posts.find((post) => place.kind === 'child' && post.id === place.of);
    if (parent?.collapsed) changes.push({ id: parent.id, collapsed: false });
    return this.#changeFields(changes, posts);
  }

  async #changeFields(
    changes: readonly PostFieldChanges[],
    before: readonly PostSummary[],
  ): Promise<UndoStep> {
    this.#core.requireActive();
    await updatePostFields(changes);
    const byId = new Map(changes.map((change) => [change.id, change]));
    const { posts } = this.#core.store.get();
    this.#core.store.set({ posts: posts.map((post) => ({ ...post, ...byId.get(post.id) })) });
    const back = before
      .filter((post) => byId.has(post.id))
      .map(({ id, parentId, order, categoryId, knowledgeBaseId, collapsed }) => {
        return { id, parentId, order, categoryId, knowledgeBaseId, collapsed };
      });
    const bases = [...changes, ...back].flatMap(({ knowledgeBaseId: id }) => (id ? [id] : []));
    const giving = (fields: readonly PostFieldChanges[], others: typeof fields): Change => {
      return async () => {
        await updatePostFields(fields);
        await this.#core.reload();
        this.#core.broadcast();
        return giving(others, fields);
      };
    };
    return this.#core.pushUndo(giving(back, changes), { bases });
  }
}
