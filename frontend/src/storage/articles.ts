import { listCategories } from './categories';
import { listKnowledgeBases } from './knowledge-bases';
import { listPostsOfBase } from './posts';

/** A post of the library, and where it stands. */
export interface Article {
  id: string;
  title: string;
  /** Names of its knowledge base and category. */
  place: string;
  /** When its text was written last, in milliseconds since 1970. */
  changed: number;
}

/** Every post of every knowledge base, the one written last first. Errors: {@link StorageError}. */
export async function listArticles(): Promise<Article[]> {
  const bases = await listKnowledgeBases();
  const found = await Promise.all(
    bases.map(async (base) => {
      const [categories, posts] = await Promise.all([
        listCategories(base.id),
        listPostsOfBase(base.id),
      ]);
      const names = new Map(categories.map(({ id, name }) => [id, name]));
      return posts.flatMap(({ id, title, categoryId, updateDatetime }) => {
        const category = names.get(categoryId);
        if (category === undefined) return [];
        return [{ id, title, place: `${base.name} / ${category}`, changed: updateDatetime }];
      });
    }),
  );
  return found.flat().sort((a, b) => b.changed - a.changed);
}
