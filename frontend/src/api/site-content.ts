import { inTreeOrder } from '../lib/posts/post-order';
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

/** What a base holds now, in the order in which it is read. */
export interface BaseContent {
  categories: ContentCategory[];
  documents: ContentDocument[];
}

/** A row that is kept by its place. */
type Placed<R> = R & { position: number };

/** A document with its place in its tree. */
export type PlacedDocument = Placed<ContentDocument> & {
  parentId: string | null;
  createdAt: string;
};

/** Categories and documents of a synchronized knowledge base. Errors: {@link import('./api-error').ApiError}. */
export async function getBaseContent(
  teamId: string,
  knowledgeBaseId: string,
): Promise<BaseContent> {
  const categories = new Map<string, Placed<Omit<ContentCategory, 'nDocuments'>>>();
  const documents = new Map<string, PlacedDocument>();
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
      categories.set(id, { id, name, description, position });
    }
    for (const { deletedAt, parentId = null, ...document } of pulled.documents) {
      documents.delete(document.id);
      if (deletedAt) continue;
      documents.set(document.id, { ...document, parentId });
    }
    since = pulled.revision;
    hasMore = pulled.hasMore;
  }
  return inOrder([...categories.values()], [...documents.values()]);
}

/** Categories by their place, and documents as a reader meets them: by category, each below its parent. */
export function inOrder(
  categories: readonly Placed<Omit<ContentCategory, 'nDocuments'>>[],
  documents: readonly PlacedDocument[],
): BaseContent {
  const ordered = categories.toSorted((a, b) => a.position - b.position);
  const content: BaseContent = { categories: [], documents: [] };
  for (const { id, name, description } of ordered) {
    const own = inTreeOrder(
      documents
        .filter(({ categoryId }) => categoryId === id)
        .map((document) => ({
          ...document,
          order: document.position,
          createDatetime: Date.parse(document.createdAt),
          collapsed: false,
        })),
    );
    content.categories.push({ id, name, description, nDocuments: own.length });
    for (const { id: documentId, title, nWords } of own) {
      content.documents.push({ id: documentId, categoryId: id, title, nWords });
    }
  }
  return content;
}
