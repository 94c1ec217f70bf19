import {
  createCategory,
  deleteCategory,
  listCategories,
  updateCategory,
} from '../../../storage/categories';
import {
  createKnowledgeBase,
  deleteKnowledgeBase,
  listKnowledgeBases,
  updateKnowledgeBase,
} from '../../../storage/knowledge-bases';
import type { LibraryCore, UndoStep } from './library-core';

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
      await updateKnowledgeBase(id, { name, description });
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
      await updateCategory(id, { name, slug: categorySlug(name), description });
      this.#core.store.set({
        categories: await listCategories(this.#core.store.get().knowledgeBaseId),
      });
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
}
