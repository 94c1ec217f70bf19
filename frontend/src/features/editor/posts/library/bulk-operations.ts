import { newId } from '../../../../lib/new-id';
import { mergedCss } from '../../../../storage/css-plans';
import { restoreError } from '../../../../storage/errors';
import { frontMatterFields } from '../../../../storage/front-matter-fields';
import {
  isInArchivedBase,
  type LibraryRecords,
  restoreRecords,
} from '../../../../storage/knowledge-bases';
import {
  type LibrarySnapshot,
  readLibrarySnapshot,
  replaceLibrary,
  withWritten,
} from '../../../../storage/library-snapshot';
import { getPost, keepVersion, savePost } from '../../../../storage/posts';
import type { PostRecord } from '../../../../storage/schema';
import type { ReplacedPost } from '../../../../storage/search/search-posts';
import type { EditorSettings } from '../../../../storage/settings';
import { isPostFree } from '../../../../storage/tabs';
import type { Change, UndoStep } from '../undo/undo-steps';
import { changedBases, firstOf, type LibraryCore } from './library-core';

/** What a replacement has done. */
interface ReplaceResult {
  undo: UndoStep;
  count: number;
  /** Posts that changed meanwhile or are open in another tab. */
  skipped: number;
}

/** What a merged backup has brought. */
interface MergeResult {
  undo: UndoStep;
  count: number;
}

/** Changes of many posts at once: imports, replacements, backups. */
export class BulkOperations {
  readonly #core: LibraryCore;

  constructor(core: LibraryCore) {
    this.#core = core;
  }

  /** Shows what an import has written, and opens the first post of it. */
  takeIn(records: LibraryRecords): Promise<UndoStep> {
    return this.#core.enqueue(() => this.#takeIn(records));
  }

  /** Writes the texts of a replacement. A post that changed meanwhile or is open in another tab is skipped. */
  replaceTexts(texts: readonly ReplacedPost[]): Promise<ReplaceResult> {
    return this.#core.enqueue(async () => {
      const before: ReplacedPost[] = [];
      const bases: string[] = [];
      for (const text of texts) {
        const old = await this.#replaceText(text);
        if (old === null) continue;
        before.push(old);
        const { knowledgeBaseId } = (await getPost(text.id)) ?? { knowledgeBaseId: '' };
        if (!bases.includes(knowledgeBaseId)) bases.push(knowledgeBaseId);
      }
      await this.#core.reload();
      this.#core.broadcast();
      const undo = this.#core.pushUndo(this.#givingTexts(before), {
        bases,
        nTaken: before.length,
        nRetaken: before.length,
      });
      return { undo, count: before.length, skipped: texts.length - before.length };
    });
  }

  /** Gives posts the texts that they had before. Those that were written since stay. */
  #givingTexts(texts: readonly ReplacedPost[]): Change {
    return async () => {
      const before: ReplacedPost[] = [];
      let nKept = 0;
      for (const text of texts) {
        const old = await this.#replaceText(text);
        if (old !== null) before.push(old);
        else if ((await getPost(text.id)) !== undefined) nKept += 1;
      }
      await this.#core.reload();
      this.#core.broadcast();
      if (nKept > 0) this.#core.store.set({ notice: { kind: 'keptOnUndo', count: nKept } });
      return before.length === 0 ? null : this.#givingTexts(before);
    };
  }

  /**
   * Adds the records of a backup that this browser lacks. A post with another text is added as a copy.
   *
   * `withSettings`: its settings hold then too; its style sheets stand beside those there are.
   */
  mergeBackup(
    all: LibrarySnapshot,
    titleOf: (title: string) => string,
    withSettings = false,
  ): Promise<MergeResult> {
    return this.#core.enqueue(async () => {
      await this.#core.saveOpenPost();
      const here = await readLibrarySnapshot();
      const known = new Map(here.posts.map((post) => [post.id, post]));
      const isNew = (list: readonly { id: string }[]) => {
        const ids = new Set(list.map(({ id }) => id));
        return (record: { id: string }) => !ids.has(record.id);
      };
      const posts = all.posts.flatMap((post) => {
        const own = known.get(post.id);
        if (own === undefined) return [post];
        if (own.content === post.content) return [];
        // A newer creation time places it right after the original.
        const createDatetime = Math.max(Date.now(), own.createDatetime + 1);
        return [{ ...post, id: newId(), title: titleOf(post.title), createDatetime }];
      });
      let undoSettings = () => {};
      const takeSettings = () => {
        if (withSettings) undoSettings = this.#takeSettings(all.settings);
      };
      const records = {
        knowledgeBases: all.knowledgeBases.filter(isNew(here.knowledgeBases)),
        categories: all.categories.filter(isNew(here.categories)),
        posts,
      };
      // One step takes back both.
      await restoreRecords(records).catch((error: unknown) => {
        throw restoreError(error);
      });
      const undo = await this.#takeIn(records, () => undoSettings(), takeSettings);
      takeSettings();
      return { undo, count: posts.length };
    });
  }

  /** Replaces all records and settings by those of a backup. Texts that another text replaces become versions. */
  restoreBackup(backup: LibrarySnapshot, withSettings = true): Promise<UndoStep> {
    return this.#core.enqueue(async () => {
      await this.#core.saveOpenPost();
      const before = await readLibrarySnapshot();
      const all = withSettings ? backup : { ...backup, settings: keptSettings(before, backup) };
      const ids = new Set(all.posts.map(({ id }) => id));
      const replaced = before.posts.filter(({ id }) => ids.has(id));
      await this.#replace({ ...all, posts: withWritten(all, replaced) }, before);
      return this.#core.pushUndo(this.#replacing(before, all), {
        isWhole: true,
        nTaken: all.posts.length,
      });
    });
  }

  #replacing(next: LibrarySnapshot, known: LibrarySnapshot): Change {
    return async () => {
      await this.#core.saveOpenPost();
      const now = await readLibrarySnapshot();
      await this.#replace(next, known);
      return this.#replacing(now, next);
    };
  }

  /** All records and settings, with the open post saved. */
  readAll(): Promise<LibrarySnapshot> {
    return this.#core.enqueue(async () => {
      await this.#core.saveOpenPost();
      return readLibrarySnapshot();
    });
  }

  /** Takes over settings of a backup, but for what is open. Returns a function that takes it back. */
  #takeSettings(next: EditorSettings): () => void {
    const { workbench } = this.#core;
    const before = workbench.settings;
    const none = { active: '', tabs: [] };
    const css = mergedCss(none, before.css_content_config, next.css_content_config);
    workbench.changeSettings({ ...withoutSelection(next), css_content_config: css });
    return () => {
      const now = workbench.settings.css_content_config;
      const back = mergedCss(css, before.css_content_config, now);
      workbench.changeSettings({ ...withoutSelection(before), css_content_config: back });
    };
  }

  /** Writes one text and returns what undoes it; null when the post has changed since it was read. */
  async #replaceText({ id, seen, content }: ReplacedPost): Promise<ReplacedPost | null> {
    const isOpen = this.#core.workbench.post?.id === id;
    if (isOpen) {
      if (this.#core.workbench.store.get().isReadOnly) return null;
      await this.#core.workbench.saveWithFields();
    } else if (!(await isPostFree(id)) || (await isInArchivedBase(id))) return null;
    const post = await getPost(id);
    if (post === undefined || post.updateDatetime !== seen) return null;
    if (isOpen) {
      await this.#core.workbench.rewrite(content);
    } else {
      const { parseFrontMatter: parse } = await this.#core.source();
      const { frontMatter, router_path } = frontMatterFields(
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

  /** Shows records that were written, and opens the first post of them. */
  async #takeIn(
    records: LibraryRecords,
    undoMore = () => {},
    redoMore = () => {},
  ): Promise<UndoStep> {
    const [first] = records.posts;
    await this.#core.reload();
    if (first !== undefined) {
      await this.#core.goTo(first.knowledgeBaseId, first.categoryId);
      await this.#core.show(first.id);
    }
    this.#core.broadcast();
    return this.#core.pushUndo(this.#core.removing(records, { more: undoMore, again: redoMore }), {
      bases: changedBases(records),
      nTaken: records.posts.length,
    });
  }

  /** `known`: the documents that are given up; texts that were written since stay. */
  async #replace(next: LibrarySnapshot, known: LibrarySnapshot): Promise<void> {
    const { workbench } = this.#core;
    const { session } = workbench;
    await session.pause();
    const { post, text } = session;
    try {
      await replaceLibrary(next, known);
    } catch (error) {
      session.resume();
      throw restoreError(error);
    }
    const typed = session.text;
    session.abandon();
    // Until a post is open, no text may be typed: it would be of no post.
    workbench.openPost(null, false);
    if (post !== null && typed !== text) await keepText(post, typed);
    const { current_kb_id, current_category_id, current_post_id } = next.settings;
    workbench.changeSettings(next.settings);
    this.#core.store.set({ knowledgeBaseId: current_kb_id, categoryId: current_category_id });
    await this.#core.reload();
    const { posts } = this.#core.store.get();
    const selected = posts.find(({ id }) => id === current_post_id) ?? firstOf(posts);
    await this.#core.reopen(selected?.id ?? null);
    this.#core.broadcast();
  }
}

/** The settings of `before`, with what is open in `next`. */
function keptSettings(before: LibrarySnapshot, next: LibrarySnapshot): EditorSettings {
  const { current_kb_id, current_category_id, current_post_id } = next.settings;
  return { ...before.settings, current_kb_id, current_category_id, current_post_id };
}

function withoutSelection(settings: EditorSettings): Partial<EditorSettings> {
  const { current_kb_id, current_category_id, current_post_id, isMobile, ...others } = settings;
  return others;
}

/** Keeps a text of a post that is not open any more: as a version, or as the post when that is gone. */
async function keepText(post: PostRecord, content: string): Promise<void> {
  if ((await getPost(post.id)) !== undefined) await keepVersion(post.id, content);
  else await savePost(post, { content }, null);
}
