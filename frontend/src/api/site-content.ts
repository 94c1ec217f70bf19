import { client, dataOf } from './client';

/** A category of the base behind a site. */
export interface ContentCategory {
  id: string;
  name: string;
  description: string;
  nDocuments: number;
}

/** A document of the base behind a site, without its text. */
export interface ContentDocument {
  id: string;
  categoryId: string;
  title: string;
  nWords: number;
}

/** What a base holds now, in its order. */
export interface BaseContent {
  categories: ContentCategory[];
  documents: ContentDocument[];
}

/** Categories and documents of a synchronized knowledge base. Errors: {@link import('./api-error').ApiError}. */
export async function getBaseContent(
  teamId: string,
  knowledgeBaseId: string,
): Promise<BaseContent> {
  const categories = new Map<string, { position: number; category: ContentCategory }>();
  const documents = new Map<string, { position: number; document: ContentDocument }>();
  let since = 0;
  let hasMore = true;
  while (hasMore) {
    const pulled = await dataOf(
      client.GET('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/changes', {
        params: { path: { teamId, knowledgeBaseId }, query: { since } },
      }),
    );
    for (const { id, name, description, position, deletedAt } of pulled.categories) {
      categories.delete(id);
      if (deletedAt) continue;
      categories.set(id, { position, category: { id, name, description, nDocuments: 0 } });
    }
    for (const { id, categoryId, title, nWords, position, deletedAt } of pulled.documents) {
      documents.delete(id);
      if (deletedAt) continue;
      documents.set(id, { position, document: { id, categoryId, title, nWords } });
    }
    since = pulled.revision;
    hasMore = pulled.hasMore;
  }
  const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position;
  for (const { document } of documents.values()) {
    const home = categories.get(document.categoryId);
    if (home !== undefined) home.category.nDocuments += 1;
  }
  return {
    categories: [...categories.values()].sort(byPosition).map(({ category }) => category),
    documents: [...documents.values()].sort(byPosition).map(({ document }) => document),
  };
}
