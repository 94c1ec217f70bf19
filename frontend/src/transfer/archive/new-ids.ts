import { newId } from '../../lib/new-id';
import { withPostLinks } from '../../lib/posts/post-link';
import type { LibraryRecords } from '../../storage/knowledge-bases';

/** The same records with other ids; links between their posts, and their tree, follow. */
export function withNewIds(records: LibraryRecords): LibraryRecords {
  const all = [...records.knowledgeBases, ...records.categories, ...records.posts];
  const ids = new Map(all.map(({ id }) => [id, newId()]));
  const to = (id: string) => ids.get(id) ?? id;
  return {
    knowledgeBases: records.knowledgeBases.map((base) => ({ ...base, id: to(base.id) })),
    categories: records.categories.map((category) => ({
      ...category,
      id: to(category.id),
      knowledgeBaseId: to(category.knowledgeBaseId),
    })),
    posts: records.posts.map((post) => ({
      ...post,
      id: to(post.id),
      knowledgeBaseId: to(post.knowledgeBaseId),
      categoryId: to(post.categoryId),
      parentId: post.parentId === null ? null : to(post.parentId),
      content: withPostLinks(post.content, (id) => {
        const next = ids.get(id);
        return next === undefined ? null : `${next}.md`;
      }),
    })),
  };
}
