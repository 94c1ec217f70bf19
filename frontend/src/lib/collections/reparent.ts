/** What names its knowledge base. */
interface InBase {
  knowledgeBaseId: string;
}

/** Categories each in a knowledge base that exists: an orphan goes into the first one. */
export function reparentCategories<C extends InBase>(
  baseIds: readonly string[],
  categories: readonly C[],
): C[] {
  const [first] = baseIds;
  const known = new Set(baseIds);
  return categories.map((category) =>
    known.has(category.knowledgeBaseId) || first === undefined
      ? category
      : { ...category, knowledgeBaseId: first },
  );
}

/**
 * A function that puts a post into a category that exists: its own, else the first one of its knowledge base, else the
 * first one of all. It returns null when there is no category.
 */
export function postReparenter(categories: readonly (InBase & { id: string })[]) {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const firstOf = new Map<string, InBase & { id: string }>();
  for (const category of categories) {
    if (!firstOf.has(category.knowledgeBaseId)) firstOf.set(category.knowledgeBaseId, category);
  }
  const [first] = categories;
  return <P extends InBase & { categoryId: string }>(post: P): P | null => {
    const parent = byId.get(post.categoryId) ?? firstOf.get(post.knowledgeBaseId) ?? first;
    if (parent === undefined) return null;
    return { ...post, categoryId: parent.id, knowledgeBaseId: parent.knowledgeBaseId };
  };
}
