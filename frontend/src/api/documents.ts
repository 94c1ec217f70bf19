import { client, dataOf } from './client';
import type { components } from './generated/schema';
import type { Page } from './types';

/** Documents of synchronized knowledge bases. Every call fails with an {@link import('./api-error').ApiError}. */

type Schemas = components['schemas'];
/** A text that the server accepted, without the text. */
export type Revision = Schemas['RevisionDto'];
type RevisionText = Schemas['RevisionTextDto'];

/** The past of a document, the newest first. */
export function listRevisions(
  teamId: string,
  knowledgeBaseId: string,
  documentId: string,
  cursor?: string,
): Promise<Page<Revision>> {
  return dataOf(
    client.GET(
      '/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/documents/{documentId}/revisions',
      {
        params: {
          path: { teamId, knowledgeBaseId, documentId },
          query: cursor === undefined ? {} : { cursor },
        },
      },
    ),
  );
}

export function getRevision(
  teamId: string,
  knowledgeBaseId: string,
  documentId: string,
  revision: number,
): Promise<RevisionText> {
  return dataOf(
    client.GET(
      '/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/documents/{documentId}/revisions/{revision}',
      { params: { path: { teamId, knowledgeBaseId, documentId, revision: String(revision) } } },
    ),
  );
}
