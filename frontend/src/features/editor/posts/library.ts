import { loadSource } from '../../../engine/source';
import { KeyedError } from '../../../lib/keyed-error';
import { newId } from '../../../lib/new-id';
import {
  childrenByParent,
  neighborOf,
  orderAtEnd,
  type Place,
  plannedMove,
  renumbered,
  subtreeOf,
} from '../../../lib/post-order';
import { Store } from '../../../lib/store';
import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from '../../../storage/categories';
import { type Everything, readEverything, replaceEverything } from '../../../storage/everything';
import { type FirstWords, readFirstData, recoverUnsaved } from '../../../storage/first-data';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  type LibraryRecords,
  listKnowledgeBases,
  removeRecords,
  restoreRecords,
  updateKnowledgeBase,
} from '../../../storage/knowledge-bases';
import { newPost } from '../../../storage/new-records';
import {
  createPost,
  deletePosts,
  getPost,
  type HeadChanges,
  listPosts,
  type PostChanges,
  savePost,
  setAllCollapsed,
  updateHeads,
} from '../../../storage/posts';
import { headOf } from '../../../storage/repair';
import type {
  CategoryRecord,
  KnowledgeBaseRecord,
  PostHead,
  PostRecord,
} from '../../../storage/schema';
import { writeTabSelection } from '../../../storage/selection';
import { isPostFree, TabChannel, type TabMessage } from '../../../storage/tabs';
import { forgetUnsaved } from '../../../storage/unsaved';
import type { Workbench } from '../workbench';
import type { PlannedPost } from './backup/plan-import';
import { OpenPost } from './open-post';
import { recordedFront } from './recorded-front';
import type { ReplacedPost } from './search/search-posts';

export interface LibraryState {
  /** `failed`: the lists could not be read; the editor works on, without them. */
  status: 'loading' | 'ready' | 'failed';
  knowledgeBases: KnowledgeBaseRecord[];
  categories: CategoryRecord[];
  /** Posts of the selected category, in no order. */
  posts: PostHead[];
  knowledgeBaseId: string;
  categoryId: string;
  /** What went wrong last; a new object for every failure. */
  problem: { error: unknown } | null;
}

/** A change that can be taken back, once. */
export interface Undoable {
  undo(): Promise<void>;
}

/** What a replacement has done. */
export interface ReplaceResult {
  undo: Undoable;
  count: number;
  /** Posts that changed meanwhile or are open in another tab. */
  skipped: number;
}

/** What a merged backup has brought. */
export interface MergeResult {
  undo: Undoable;
  count: number;
}

/** Steps that can be taken back one after the other. */
const UNDO_STEPS = 30;

type SourceLoader = typeof loadSource;

/**
 * The author's documents: what there is, what is selected, and every change of it.
 *
 * Changes run one after the other. Each is written first and shown then, so the list never shows what is not kept.
 */
export class Library {
  readonly store = new Store<LibraryState>({
    status: 'loading',
    knowledgeBases: [],
    categories: [],
    posts: [],
    knowledgeBaseId: '',
    categoryId: '',
    problem: null,
  });
  readonly #workbench: Workbench;
  readonly #source: SourceLoader;
  readonly #undo: Undoable[] = [];
  #channel = new TabChannel();
  #open: OpenPost;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(workbench: Workbench, source: SourceLoader = loadSource) {
    this.#workbench = workbench;
    this.#source = source;
    this.#open = new OpenPost(workbench, this.#channel);
    const { current_kb_id, current_category_id } = workbench.settings;
    this.store.set({ knowledgeBaseId: current_kb_id, categoryId: current_category_id });
  }

  /** Reads the lists and begins to listen to the other tabs. The answer ends it. */
  start(recoveredTitle: string): () => void {
    const channel = new TabChannel();
    this.#channel = channel;
    this.#open = new OpenPost(this.#workbench, channel);
    const deaf = channel.listen((message) => this.#hear(message));
    this.#workbench.onSaved((postId, changes) => this.#handleSaved(postId, changes));
    void this.#run(() => this.#open.hold());
    void this.#run(() => this.#load());
    void this.#run(() => this.#recover(recoveredTitle));
    return () => {
      deaf();
      this.#open.release();
      channel.close();
    };
  }

  /** Waits for everything that was asked for. */
  async settled(): Promise<void> {
    await this.#queue;
  }

  /** The start without a database is tried again; what was typed meanwhile becomes a post. */
  retry(words: FirstWords, title: string): Promise<void> {
    return this.#run(async () => {
      const typed = this.#workbench.isTouched ? this.#workbench.text : null;
      const data = await readFirstData(words);
      const { current_kb_id, current_category_id } = data.settings;
      this.store.set({ knowledgeBaseId: current_kb_id, categoryId: current_category_id });
      await this.#load();
      if (typed === null) await this.#show(data.post?.id ?? null);
      else await this.#create(null, title, typed);
    });
  }

  selectKnowledgeBase(id: string): Promise<void> {
    return this.#run(async () => {
      if (id !== this.store.get().knowledgeBaseId) await this.#selectKnowledgeBase(id);
    });
  }

  selectCategory(id: string): Promise<void> {
    return this.#run(async () => {
      if (id !== this.store.get().categoryId) await this.#selectCategory(id);
    });
  }

  openPost(id: string): Promise<void> {
    return this.#run(() => this.#show(id));
  }

  /** Opens a post wherever it stands. */
  findPost(id: string): Promise<void> {
    return this.#run(async () => {
      const post = await getPost(id);
      if (post === undefined) return;
      await this.#goTo(post.knowledgeBaseId, post.categoryId);
      await this.#show(id);
    });
  }

  /** Takes the open post over from the tab that writes it. */
  takeOver(): Promise<void> {
    return this.#run(() => this.#open.takeOver());
  }

  createKnowledgeBase(name: string, description: string): Promise<void> {
    return this.#run(async () => {
      const { knowledgeBase } = await createKnowledgeBase(name, description);
      await this.#selectKnowledgeBase(knowledgeBase.id);
      this.#tell();
    });
  }

  updateKnowledgeBase(id: string, name: string, description: string): Promise<void> {
    return this.#run(async () => {
      await updateKnowledgeBase(id, { name, description });
      this.store.set({ knowledgeBases: await listKnowledgeBases() });
      this.#tell();
    });
  }

  /** Null when it was the last one, which stays. */
  deleteKnowledgeBase(id: string): Promise<Undoable | null> {
    return this.#run(async () => {
      await this.#settle();
      const deleted = await deleteKnowledgeBase(id);
      if (deleted === null) return null;
      this.#forget(deleted);
      const rest = await listKnowledgeBases();
      const { knowledgeBaseId } = this.store.get();
      this.store.set({ knowledgeBases: rest });
      if (knowledgeBaseId === id) await this.#selectKnowledgeBase(rest[0]?.id ?? '');
      this.#tell();
      return this.#undoable(deleted);
    });
  }

  createCategory(name: string, description: string): Promise<void> {
    return this.#run(async () => {
      const { categorySlug } = await this.#source();
      const { knowledgeBaseId } = this.store.get();
      const category = await createCategory(knowledgeBaseId, {
        name,
        description,
        slug: categorySlug(name),
      });
      this.store.set({ categories: await listCategories(knowledgeBaseId) });
      await this.#selectCategory(category.id);
      this.#tell();
    });
  }

  updateCategory(id: string, name: string, description: string): Promise<void> {
    return this.#run(async () => {
      const { categorySlug } = await this.#source();
      await updateCategory(id, { name, slug: categorySlug(name), description });
      this.store.set({ categories: await listCategories(this.store.get().knowledgeBaseId) });
      this.#tell();
    });
  }

  /** Null when it was the last one of its knowledge base, which stays. */
  deleteCategory(id: string): Promise<Undoable | null> {
    return this.#run(async () => {
      await this.#settle();
      const deleted = await deleteCategory(id);
      if (deleted === null) return null;
      this.#forget(deleted);
      const { knowledgeBaseId, categoryId, categories } = this.store.get();
      const rest = await listCategories(knowledgeBaseId);
      const at = categories.findIndex((category) => category.id === id);
      this.store.set({ categories: rest });
      if (categoryId === id) {
        await this.#selectCategory((rest[at] ?? rest[at - 1] ?? rest[0])?.id ?? '');
      }
      this.#tell();
      return this.#undoable(deleted);
    });
  }

  /** Makes a post below `parentId` (null: at the top), last among its siblings, and opens it. */
  createPost(parentId: string | null, title: string): Promise<string> {
    return this.#run(() => this.#create(parentId, title, ''));
  }

  /** Names a post, in its record and in its text's front matter. Source: specification §4. */
  renamePost(id: string, title: string): Promise<void> {
    return this.#run(async () => {
      const name = title.trim();
      const head = this.store.get().posts.find((post) => post.id === id);
      if (head === undefined || name === '' || name === head.title) return;
      const { writeFrontMatter } = await this.#source();
      if (this.#workbench.post?.id === id) {
        if (this.#workbench.store.get().isReadOnly) throw openElsewhere();
        this.#workbench.changeText(writeFrontMatter(this.#workbench.text, { sidebarLabel: name }));
        await this.#workbench.saveNow();
      } else {
        if (!(await isPostFree(id))) throw openElsewhere();
        const post = await getPost(id);
        if (post === undefined) return;
        const content = writeFrontMatter(post.content, { sidebarLabel: name });
        const frontMatter = { ...post.frontMatter, sidebar_label: name };
        await savePost(post, { content, title: name, frontMatter }, post.updateDatetime);
      }
      await updateHeads([{ id, title: name }]);
      this.#changePost(id, { title: name });
      this.#workbench.retitle(id, name);
      this.#tell();
    });
  }

  /** Names a post that was just made: its text stays empty. */
  namePost(id: string, title: string): Promise<void> {
    return this.#run(async () => {
      const name = title.trim();
      const post = await getPost(id);
      if (post === undefined || name === '') return;
      if (post.content !== '' || this.#workbench.text !== '') return;
      await updateHeads([{ id, title: name }]);
      this.#changePost(id, { title: name });
      this.#workbench.retitle(id, name);
      this.#tell();
    });
  }

  /** Makes a copy of a post right after it and opens the copy. */
  duplicatePost(id: string, titleOf: (title: string) => string): Promise<void> {
    return this.#run(async () => {
      await this.#workbench.saveNow();
      const post = await getPost(id);
      if (post === undefined) return;
      const { posts } = this.store.get();
      const siblings = childrenByParent(posts).get(post.parentId) ?? [];
      const made = await createPost({
        ...post,
        title: titleOf(post.title),
        order: orderAtEnd(siblings),
      });
      await savePost(made, { content: post.content, frontMatter: post.frontMatter }, null);
      this.store.set({ posts: [...posts, headOf(made)] });
      await this.#move(made.id, { kind: 'after', of: id });
      await this.#show(made.id);
      this.#tell();
    });
  }

  /** Removes a post with everything below it; its neighbor is selected. */
  deletePost(id: string): Promise<{ undo: Undoable; count: number }> {
    return this.#run(async () => {
      const { posts } = this.store.get();
      const subtree = subtreeOf(posts, id).map((post) => post.id);
      const next = neighborOf(posts, id);
      const openId = this.#workbench.post?.id;
      const isOpen = openId !== undefined && subtree.includes(openId);
      await this.#settle();
      const deleted = await deletePosts(subtree);
      this.#forget(deleted);
      this.store.set({ posts: posts.filter((post) => !subtree.includes(post.id)) });
      if (isOpen) await this.#show(next?.id ?? null);
      this.#tell();
      return { undo: this.#undoable(deleted, isOpen ? openId : undefined), count: subtree.length };
    });
  }

  /** Null when the move is none. */
  movePost(id: string, place: Place): Promise<Undoable | null> {
    return this.#run(async () => {
      const undo = await this.#move(id, place);
      this.#tell();
      return undo;
    });
  }

  /** Moves a post and everything below it to the end of another category, of any knowledge base. */
  movePostTo(id: string, category: CategoryRecord): Promise<Undoable> {
    return this.#run(async () => {
      const { posts, categoryId } = this.store.get();
      const { knowledgeBaseId } = category;
      const order = orderAtEnd((await listPosts(category.id)).filter((post) => !post.parentId));
      const subtree = subtreeOf(posts, id);
      const changes = subtree.map((post, i): HeadChanges => {
        const home = { id: post.id, categoryId: category.id, knowledgeBaseId };
        return i === 0 ? { ...home, parentId: null, order } : home;
      });
      const undo = await this.#changeHeads(changes, subtree);
      const gone = new Set(subtree.map((post) => post.id));
      if (category.id !== categoryId) {
        const next = neighborOf(posts, id);
        const isOpen = gone.has(this.#workbench.post?.id ?? '');
        this.store.set({ posts: posts.filter((post) => !gone.has(post.id)) });
        if (isOpen) await this.#show(next?.id ?? null);
      }
      this.#tell();
      return undo;
    });
  }

  /** Numbers the siblings of a post 10, 20, 30 and so on. */
  renumberSiblings(id: string): Promise<Undoable | null> {
    return this.#run(async () => {
      const children = [...childrenByParent(this.store.get().posts).values()];
      const siblings = children.find((list) => list.some((post) => post.id === id)) ?? [];
      const changes = renumbered(siblings);
      if (changes.length === 0) return null;
      const undo = await this.#changeHeads(changes, siblings);
      this.#tell();
      return undo;
    });
  }

  setCollapsed(id: string, collapsed: boolean): Promise<void> {
    this.#changePost(id, { collapsed });
    return this.#run(() => updateHeads([{ id, collapsed }]));
  }

  /** Sets the flag on every post. Source: specification §4. */
  setAllCollapsed(collapsed: boolean): Promise<void> {
    const { posts } = this.store.get();
    this.store.set({ posts: posts.map((post) => ({ ...post, collapsed })) });
    return this.#run(async () => {
      await setAllCollapsed(collapsed);
      this.#tell();
    });
  }

  /** Takes the last change back that can be. False when there is none. */
  async undoLast(): Promise<boolean> {
    const last = this.#undo.at(-1);
    if (last === undefined) return false;
    await last.undo();
    return true;
  }

  /** Takes in posts that were read from files, at the end of the category, and opens the first. */
  importPosts(planned: readonly PlannedPost[]): Promise<Undoable> {
    return this.#run(async () => {
      const { parseFrontMatter: parse } = await this.#source();
      const { posts, knowledgeBaseId, categoryId } = this.store.get();
      const first = orderAtEnd(childrenByParent(posts).get(null) ?? []);
      const made: PostRecord[] = [];
      planned.forEach(({ title, content, parent }, i) => {
        const parentId = parent === null ? null : (made[parent]?.id ?? null);
        const home = { knowledgeBaseId, categoryId, parentId, order: first + i };
        const front = parse(content).frontMatter;
        const post = newPost({ title, content, ...home });
        made.push({ ...post, ...recordedFront(post.frontMatter, front) });
      });
      return this.#takeIn({ knowledgeBases: [], categories: [], posts: made });
    });
  }

  /** Writes texts that a replacement has made; those that changed meanwhile, or are open elsewhere, stay. */
  replaceTexts(texts: readonly ReplacedPost[]): Promise<ReplaceResult> {
    return this.#run(async () => {
      const before: ReplacedPost[] = [];
      for (const text of texts) {
        const old = await this.#replaceText(text);
        if (old !== null) before.push(old);
      }
      await this.#reload();
      this.#tell();
      const undo = this.remember(async () => {
        for (const text of before) await this.#replaceText(text);
        await this.#reload();
        this.#tell();
      });
      return { undo, count: before.length, skipped: texts.length - before.length };
    });
  }

  /** Takes in what a backup has and this browser has not; a text that differs comes as a copy of its own. */
  mergeBackup(all: Everything, titleOf: (title: string) => string): Promise<MergeResult> {
    return this.#run(async () => {
      await this.#settle();
      const here = await readEverything();
      const known = new Map(here.posts.map((post) => [post.id, post]));
      const isNew = (list: readonly { id: string }[]) => {
        const ids = new Set(list.map(({ id }) => id));
        return (record: { id: string }) => !ids.has(record.id);
      };
      const posts = all.posts.flatMap((post) => {
        const own = known.get(post.id);
        if (own === undefined) return [post];
        if (own.content === post.content) return [];
        // Made now, it comes right after its like.
        const createDatetime = Math.max(Date.now(), own.createDatetime + 1);
        return [{ ...post, id: newId(), title: titleOf(post.title), createDatetime }];
      });
      const undo = await this.#takeIn({
        knowledgeBases: all.knowledgeBases.filter(isNew(here.knowledgeBases)),
        categories: all.categories.filter(isNew(here.categories)),
        posts,
      });
      return { undo, count: posts.length };
    });
  }

  /** Puts a backup in the place of everything. */
  restoreBackup(all: Everything): Promise<Undoable> {
    return this.#run(async () => {
      await this.#settle();
      const before = await readEverything();
      await this.#replace(all);
      return this.remember(() => this.#replace(before));
    });
  }

  /** Everything, as it is written now. */
  readAll(): Promise<Everything> {
    return this.#run(async () => {
      await this.#settle();
      return readEverything();
    });
  }

  /** Keeps a step that the caller can undo, for the toast and for the key. */
  remember(undo: () => Promise<void>): Undoable {
    const step: Undoable = {
      undo: () =>
        this.#run(async () => {
          const at = this.#undo.indexOf(step);
          if (at < 0) return;
          this.#undo.splice(at, 1);
          await undo();
        }),
    };
    this.#undo.push(step);
    if (this.#undo.length > UNDO_STEPS) this.#undo.shift();
    return step;
  }

  /** Writes one text and answers with the way back; null when it is not as it was read. */
  async #replaceText({ id, seen, content }: ReplacedPost): Promise<ReplacedPost | null> {
    const isOpen = this.#workbench.post?.id === id;
    if (isOpen) {
      if (this.#workbench.store.get().isReadOnly) return null;
      await this.#workbench.saveNow();
    } else if (!(await isPostFree(id))) return null;
    const post = await getPost(id);
    if (post === undefined || post.updateDatetime !== seen) return null;
    if (isOpen) {
      await this.#workbench.rewrite(content);
    } else {
      const { parseFrontMatter: parse } = await this.#source();
      const { frontMatter, router_path } = recordedFront(
        post.frontMatter,
        parse(content).frontMatter,
      );
      const changes = { content, frontMatter, router_path };
      await savePost(post, changes, seen, { keepVersion: true });
    }
    const written = await getPost(id);
    return written === undefined
      ? null
      : { id, seen: written.updateDatetime, content: post.content };
  }

  async #takeIn(records: LibraryRecords): Promise<Undoable> {
    await restoreRecords(records);
    await this.#reload();
    const { posts } = this.store.get();
    const first = records.posts.find(({ id }) => posts.some((post) => post.id === id));
    if (first !== undefined) await this.#show(first.id);
    this.#tell();
    return this.remember(async () => {
      this.#forget(records);
      await removeRecords(records);
      await this.#reload();
      this.#tell();
    });
  }

  async #replace(next: Everything): Promise<void> {
    this.#workbench.forgetPost();
    await replaceEverything(next);
    const { current_kb_id, current_category_id, current_post_id } = next.settings;
    this.#workbench.changeSettings(next.settings);
    this.store.set({ knowledgeBaseId: current_kb_id, categoryId: current_category_id });
    await this.#reload();
    const { posts } = this.store.get();
    const selected = posts.find(({ id }) => id === current_post_id) ?? firstOf(posts);
    await this.#reopen(selected?.id ?? null);
    this.#tell();
  }

  /** Shows a post as the store has it, also if it is the one that is open. */
  async #reopen(id: string | null): Promise<void> {
    await this.#open.open(id);
    await this.#show(id);
  }

  async #create(parentId: string | null, title: string, content: string): Promise<string> {
    const { posts, knowledgeBaseId, categoryId } = this.store.get();
    const siblings = childrenByParent(posts).get(parentId) ?? [];
    const order = orderAtEnd(siblings);
    const home = { knowledgeBaseId, categoryId, parentId, order };
    const made = await createPost({ title, content, ...home });
    const parent = posts.find((post) => post.id === parentId);
    if (parent?.collapsed) await updateHeads([{ id: parent.id, collapsed: false }]);
    this.store.set({
      posts: [
        ...posts.map((post) => (post === parent ? { ...post, collapsed: false } : post)),
        headOf(made),
      ],
    });
    await this.#show(made.id);
    this.#tell();
    return made.id;
  }

  async #move(id: string, place: Place): Promise<Undoable | null> {
    const { posts } = this.store.get();
    const changes: HeadChanges[] | null = plannedMove(posts, id, place);
    if (changes === null) return null;
    // What was moved below a collapsed post would be out of sight.
    const parent = posts.find((post) => place.kind === 'child' && post.id === place.of);
    if (parent?.collapsed) changes.push({ id: parent.id, collapsed: false });
    return this.#changeHeads(changes, posts);
  }

  async #changeHeads(
    changes: readonly HeadChanges[],
    before: readonly PostHead[],
  ): Promise<Undoable> {
    await updateHeads(changes);
    const byId = new Map(changes.map((change) => [change.id, change]));
    const { posts } = this.store.get();
    this.store.set({ posts: posts.map((post) => ({ ...post, ...byId.get(post.id) })) });
    const back = before
      .filter((post) => byId.has(post.id))
      .map(({ id, parentId, order, categoryId, knowledgeBaseId, collapsed }) => {
        return { id, parentId, order, categoryId, knowledgeBaseId, collapsed };
      });
    return this.remember(async () => {
      await updateHeads(back);
      await this.#reload();
      this.#tell();
    });
  }

  /** Writes what is typed, so that what is about to be deleted is whole. */
  async #settle(): Promise<void> {
    await this.#workbench.saveNow();
    if (this.#workbench.isAtRisk) throw cannotClose();
  }

  /** What is gone must not be written again by the editor that still shows it. */
  #forget({ posts }: LibraryRecords): void {
    for (const { id } of posts) {
      forgetUnsaved(id);
      if (this.#workbench.post?.id === id) this.#workbench.forgetPost();
    }
  }

  #undoable(deleted: LibraryRecords, openId?: string): Undoable {
    const [base] = deleted.knowledgeBases;
    const [category] = deleted.categories;
    return this.remember(async () => {
      await restoreRecords(deleted);
      this.store.set({ knowledgeBases: await listKnowledgeBases() });
      if (base !== undefined) await this.#selectKnowledgeBase(base.id);
      else if (category !== undefined) {
        await this.#goTo(category.knowledgeBaseId, category.id);
        await this.#reload();
      } else {
        const [post] = deleted.posts;
        if (post !== undefined) await this.#goTo(post.knowledgeBaseId, post.categoryId);
        await this.#reload();
        if (openId !== undefined) await this.#show(openId);
      }
      this.#tell();
    });
  }

  async #load(): Promise<void> {
    const { knowledgeBaseId, categoryId } = this.store.get();
    const [knowledgeBases, categories, posts] = await Promise.all([
      listKnowledgeBases(),
      listCategories(knowledgeBaseId),
      listPosts(categoryId),
    ]);
    this.store.set({ status: 'ready', knowledgeBases, categories, posts });
  }

  /** Texts that other pages could not write before they died. */
  async #recover(title: string): Promise<void> {
    const { knowledgeBaseId, categoryId } = this.store.get();
    const isFree = async (id: string) => id !== this.#workbench.post?.id && (await isPostFree(id));
    const count = await recoverUnsaved({ knowledgeBaseId, categoryId, title }, isFree);
    if (count === 0) return;
    this.store.set({ posts: await listPosts(categoryId) });
    this.#tell();
  }

  /** Reads everything again and puts right what no longer holds. */
  async #reload(): Promise<void> {
    const before = this.store.get();
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
    const open = this.#workbench.post;
    if (open === null || posts.some(({ id }) => id === open.id)) return;
    // Moved or deleted elsewhere. What is not written yet brings a deleted post back, so nothing is lost.
    if ((await getPost(open.id)) !== undefined || this.#workbench.isUnsaved) return;
    await this.#show(firstOf(posts)?.id ?? null);
  }

  async #selectKnowledgeBase(id: string): Promise<void> {
    const [knowledgeBases, categories] = await Promise.all([
      listKnowledgeBases(),
      listCategories(id),
    ]);
    this.store.set({ knowledgeBases, categories, knowledgeBaseId: id });
    await this.#selectCategory(categories[0]?.id ?? '');
  }

  async #selectCategory(id: string): Promise<void> {
    const posts = await listPosts(id);
    this.store.set({ posts, categoryId: id });
    await this.#show(firstOf(posts)?.id ?? null);
  }

  /** Shows the lists of a category without opening a post. */
  async #goTo(knowledgeBaseId: string, categoryId: string): Promise<void> {
    const state = this.store.get();
    if (state.categoryId === categoryId) return;
    const categories = await listCategories(knowledgeBaseId);
    const posts = await listPosts(categoryId);
    this.store.set({ knowledgeBaseId, categories, categoryId, posts });
  }

  async #show(id: string | null): Promise<void> {
    const { knowledgeBaseId, categoryId } = this.store.get();
    if (id !== (this.#workbench.post?.id ?? null) && !(await this.#open.open(id))) {
      throw cannotClose();
    }
    writeTabSelection(id ?? '');
    this.#workbench.changeSettings({
      current_kb_id: knowledgeBaseId,
      current_category_id: categoryId,
      current_post_id: id ?? '',
    });
  }

  #changePost(id: string, changes: Partial<PostHead>): void {
    const { posts } = this.store.get();
    if (!posts.some((post) => post.id === id)) return;
    this.store.set({
      posts: posts.map((post) => (post.id === id ? { ...post, ...changes } : post)),
    });
  }

  #handleSaved(postId: string, changes: PostChanges): void {
    this.#channel.tell({ kind: 'saved', postId });
    const head = this.store.get().posts.find((post) => post.id === postId);
    if (head === undefined) return;
    const title = changes.title ?? head.title;
    const frontMatter = changes.frontMatter ?? head.frontMatter;
    const isSame =
      title === head.title && JSON.stringify(frontMatter) === JSON.stringify(head.frontMatter);
    if (!isSame) this.#changePost(postId, { title, frontMatter });
  }

  #hear(message: TabMessage): void {
    if (message.kind === 'library') void this.#run(() => this.#reload());
    else void this.#run(() => this.#open.hear(message));
  }

  #tell(): void {
    this.#channel.tell({ kind: 'library' });
  }

  /** One change at a time; a failure is shown and does not stop the next one. */
  #run<T>(change: () => Promise<T>): Promise<T> {
    const running = this.#queue.then(change);
    this.#queue = running.catch((error: unknown) => {
      // Lists that cannot be read are said where they would stand.
      if (this.store.get().status === 'ready') this.store.set({ problem: { error } });
      else this.store.set({ status: 'failed' });
    });
    // Callers that only wait need no answer to a failure that is shown already.
    running.catch(() => undefined);
    return running;
  }
}

/** The first post of the tree. */
function firstOf(posts: readonly PostHead[]): PostHead | undefined {
  return childrenByParent(posts).get(null)?.[0];
}

function cannotClose(): KeyedError {
  return new KeyedError('library.cannotClose', 'the open post could not be saved');
}

function openElsewhere(): KeyedError {
  return new KeyedError('library.openElsewhere', 'the post is open in another tab');
}
