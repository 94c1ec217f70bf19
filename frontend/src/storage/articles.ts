import { listCategories } from './categories';
import { listKnowledgeBases } from './knowledge-bases';
import { listPostsOfBases } from './posts';

/** A post of the library, and where it stands. */
export interface Article {
  id: string;
  title: string;
  /** What it calls itself: the title of its front matter, else its first heading. Empty when nothing does. */
  ownTitle: string;
  /** Names of its knowledge base and category. */
  place: string;
  /** When its text was written last, in milliseconds since 1970. */
  changed: number;
}

/** Every post of every knowledge base, the one written last first. Errors: {@link StorageError}. */
export async function listArticles(): Promise<Article[]> {
  const bases = await listKnowledgeBases();
  const [posts, ...categories] = await Promise.all([
    listPostsOfBases(bases.map(({ id }) => id)),
    ...bases.map(({ id }) => listCategories(id)),
  ]);
  const places = new Map(
    bases.flatMap((base, i) =>
      (categories[i] ?? []).map(({ id, name }) => [id, `${base.name} / ${name}`] as const),
    ),
  );
  return posts
    .flatMap(({ id, title, frontMatter, categoryId, updateDatetime: changed }) => {
      const place = places.get(categoryId);
      return place === undefined
        ? []
        : [{ id, title, ownTitle: frontMatter.title, place, changed }];
    })
    .sort((a, b) => b.changed - a.changed);
}
