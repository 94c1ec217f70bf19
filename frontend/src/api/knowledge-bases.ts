import { allPages } from './all-pages';
import { client, dataOf } from './client';
import type { KnowledgeBase, KnowledgeBaseChanges, Moved } from './types';

/** Calls on the knowledge bases of a team. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, knowledgeBaseId: string) => ({
  params: { path: { teamId, knowledgeBaseId } },
});

/** Every knowledge base of the team, those in the bin included, whatever the number of pages. */
export async function listAllKnowledgeBases(teamId: string): Promise<KnowledgeBase[]> {
  const both = await Promise.all([listAll(teamId, 'false'), listAll(teamId, 'true')]);
  return both.flat();
}

function listAll(teamId: string, bin: 'true' | 'false'): Promise<KnowledgeBase[]> {
  return allPages((page) =>
    dataOf(
      client.GET('/api/teams/{teamId}/knowledge-bases', {
        params: { path: { teamId }, query: { bin, ...page } },
      }),
    ),
  );
}

/** Changes the settings. Fails with `knowledgeBase.changed` when somebody else has changed them. */
export function updateKnowledgeBase(
  teamId: string,
  base: Pick<KnowledgeBase, 'id' | 'settingsRevision'>,
  changes: KnowledgeBaseChanges,
): Promise<KnowledgeBase> {
  return dataOf(
    client.PATCH('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}', {
      params: {
        path: { teamId, knowledgeBaseId: base.id },
        header: { 'If-Match': `"${base.settingsRevision}"` },
      },
      body: changes,
    }),
  );
}

/** Puts a knowledge base into the bin. */
export function deleteKnowledgeBase(teamId: string, id: string): Promise<KnowledgeBase> {
  return dataOf(
    client.DELETE('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}', at(teamId, id)),
  );
}

/** Takes a knowledge base out of the bin. */
export function restoreKnowledgeBase(teamId: string, id: string): Promise<KnowledgeBase> {
  return dataOf(
    client.POST('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/restore', at(teamId, id)),
  );
}

/** Removes a knowledge base in the bin for good. */
export async function purgeKnowledgeBase(teamId: string, id: string): Promise<void> {
  await dataOf(
    client.POST('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/purge', at(teamId, id)),
  );
}

/** Gives a knowledge base to another team of the same owner, with the sites that publish it. */
export function moveKnowledgeBase(teamId: string, id: string, to: string): Promise<Moved> {
  return dataOf(
    client.POST('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/move', {
      ...at(teamId, id),
      body: { teamId: to },
    }),
  );
}

/** Makes a copy with everything in it, without the past. */
export function duplicateKnowledgeBase(teamId: string, id: string): Promise<KnowledgeBase> {
  return dataOf(
    client.POST('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/duplicate', at(teamId, id)),
  );
}
