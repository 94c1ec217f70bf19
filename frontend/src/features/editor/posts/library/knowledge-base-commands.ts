import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from '../../../../storage/categories';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '../../../../storage/knowledge-bases';
import type { UndoStep } from '../undo/undo-steps';
import type { LibraryCore } from './library-core';

/** What the author calls a knowledge base or a category. */
interface Names {
  name: string;
  /** Only a category has one. */
  slug?: string;
  description: string;
}

/** A record whose names are edited, the knowledge base that it belongs to, and how it is read and written. */
interface Edited {
  id: string;
  baseId: string;
  list: () => Promise<(Names & { id: string })[]>;
  write: (names: Names) => Promise<void>;
}

/** Creates, changes and deletes knowledge bases and categories. */
export class KnowledgeBaseCommands {
  readonly #core: LibraryCore;

  constructor(core: LibraryCore) {
    this.#core = core;
  }

  createKnowledgeBase(name: string, description: string): Promise<void> {
    return this.#core.enqueue(async () => {
      const { knowledgeBase } = await createKnowledgeBase(name, description);
      await this.#core.selectKnowledgeBase(knowledgeBase.id);
      this.#core.broadcast();
    });
  }

  updateKnowledgeBase(id: string, name: string, description: string): Promise<void> {
    return this.#core.enqueue(async () => {
      this.#core.requireActive(id);
      const write = (names: Names) =>
        updateKnowledgeBase(id, { name: names.name, description: names.description });
      await this.#edit({ id, baseId: id, list: listKnowledgeBases, write }, { name, description });
      this.#core.store.set({ knowledgeBases: await listKnowledgeBases() });
      this.#core.broadcast();
    });
  }

  /** Takes it out of the archive. */
  activate(id: string): Promise<void> {
    return this.#core.enqueue(async () => {
      await updateKnowledgeBase(id, { status: 'active' });
      await this.#core.reload();
      this.#core.broadcast();
    });
  }

  /** Null when it is the last one, which cannot be deleted. */
  deleteKnowledgeBase(id: string): Promise<UndoStep | null> {
    return this.#core.enqueue(async () => {
      await this.#core.saveOpenPost();
      const deleted = await deleteKnowledgeBase(id);
      if (deleted === null) return null;
      this.#core.forgetDeleted(deleted);
      const rest = await listKnowledgeBases();
      const { knowledgeBaseId } = this.#core.store.get();
      this.#core.store.set({ knowledgeBases: rest });
      if (knowledgeBaseId === id) await this.#core.selectKnowledgeBase(rest[0]?.id ?? '');
      this.#core.broadcast();
      return this.#core.pushRestore(deleted);
    });
  }

  createCategory(name: string, description: string): Promise<void> {
    return this.#core.enqueue(async () => {
      this.#core.requireActive();
      const { categorySlug } = await this.#core.source();
      const { knowledgeBaseId } = this.#core.store.get();
      const category = await createCategory(knowledgeBaseId, {
        name,
        description,
        slug: categorySlug(name),
      });
      this.#core.store.set({ categories: await listCategories(knowledgeBaseId) });
      await this.#core.selectCategory(category.id);
      this.#core.broadcast();
    });
  }

  updateCategory(id: string, name: string, description: string): Promise<void> {
    return this.#core.enqueue(async () => {
      this.#core.requireActive();
      const { categorySlug } = await this.#core.source();
      const { knowledgeBaseId: baseId } = this.#core.store.get();
      const list = () => listCategories(baseId);
      const write = (names: Names) => updateCategory(id, { slug: '', ...names });
      const names = { name, slug: categorySlug(name), description };
      await this.#edit({ id, baseId, list, write }, names);
      this.#core.store.set({ categories: await list() });
      this.#core.broadcast();
    });
  }

  /** Null when it is the last one of its knowledge base, which cannot be deleted. */
  deleteCategory(id: string): Promise<UndoStep | null> {
    return this.#core.enqueue(async () => {
      this.#core.requireActive();
      await this.#core.saveOpenPost();
      const deleted = await deleteCategory(id);
      if (deleted === null) return null;
      this.#core.forgetDeleted(deleted);
      const { knowledgeBaseId, categoryId, categories } = this.#core.store.get();
      const rest = await listCategories(knowledgeBaseId);
      const at = categories.findIndex((category) => category.id === id);
      this.#core.store.set({ categories: rest });
      if (categoryId === id) {
        await this.#core.selectCategory((rest[at] ?? rest[at - 1] ?? rest[0])?.id ?? '');
      }
      this.#core.broadcast();
      return this.#core.pushRestore(deleted);
    });
  }

  /** Writes other names. The undo gives back those that are still as this has written them. */
  async #edit(edited: Edited, names: Names): Promise<void> {
    const { id, baseId, list, write } = edited;
    const find = async () => (await list()).find((record) => record.id === id);
    const before = await find();
    await write(names);
    if (before === undefined) return;
    if (before.name === names.name && before.description === names.description) return;
    const undo = async () => {
      const now = await find();
      if (now === undefined) return null;
      const { name, slug = '' } = now.name === names.name ? before : now;
      const { description } = now.description === names.description ? before : now;
      await write({ name, slug, description });
      await this.#core.reload();
      this.#core.broadcast();
      return async () => {
        await this.#edit(edited, names);
        await this.#core.reload();
        this.#core.broadcast();
        return null;
      };
    };
    this.#core.pushUndo(undo, { bases: [baseId] });
  }
}
