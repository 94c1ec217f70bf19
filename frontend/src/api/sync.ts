import { allPages } from './all-pages';
import { client, dataOf, sendUpload } from './client';
import type { components } from './generated/schema';

/** Calls of the protocol of docs/sync.md. Every one fails with an {@link import('./api-error').ApiError}. */

type Schemas = components['schemas'];
type KnowledgeBase = Schemas['KnowledgeBaseDto'];
export type PulledChanges = Schemas['PullDto'];
export type PushedChanges = Schemas['PushDto'];
type PushRequest = Schemas['PushRequest'];
type Heartbeat = Schemas['HeartbeatDto'];
type OpenDocument = Schemas['OpenDocument'];

const at = (teamId: string, knowledgeBaseId: string) => ({
  params: { path: { teamId, knowledgeBaseId } },
});

/** `key`: a repeated creation with the same one makes no second knowledge base. */
export function createKnowledgeBase(
  teamId: string,
  body: components['schemas']['CreateKnowledgeBaseRequest'],
  key: string,
): Promise<KnowledgeBase> {
  return dataOf(
    client.POST('/api/teams/{teamId}/knowledge-bases', {
      params: { path: { teamId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );
}

/** The knowledge bases of a team, the last changed first, those in the bin apart. */
export function listTeamBases(teamId: string): Promise<KnowledgeBase[]> {
  return allPages((query) =>
    dataOf(
      client.GET('/api/teams/{teamId}/knowledge-bases', { params: { path: { teamId }, query } }),
    ),
  );
}

export function getKnowledgeBase(teamId: string, id: string): Promise<KnowledgeBase> {
  return dataOf(
    client.GET('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}', at(teamId, id)),
  );
}

/** The team that has a knowledge base, wherever it was moved to. Fails with status 404 when the account is not in it. */
export async function findKnowledgeBase(id: string): Promise<string> {
  const params = { path: { knowledgeBaseId: id } };
  return (await dataOf(client.GET('/api/knowledge-bases/{knowledgeBaseId}', { params }))).teamId;
}

/** Fails with status 409 when the settings have another revision. */
export function describeKnowledgeBase(
  teamId: string,
  id: string,
  body: { title: string; description: string },
  settingsRevision: number,
): Promise<KnowledgeBase> {
  return dataOf(
    client.PATCH('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}', {
      params: {
        path: { teamId, knowledgeBaseId: id },
        header: { 'If-Match': `"${settingsRevision}"` },
      },
      body,
    }),
  );
}

/** What changed after what was seen: a revision, and the newest accepted change up to it. */
export function pullChanges(
  teamId: string,
  id: string,
  { revision, lastChange }: { revision: number; lastChange: string | null },
): Promise<PulledChanges> {
  const query = { since: revision, ...(lastChange === null ? {} : { lastChange }) };
  return dataOf(
    client.GET('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/changes', {
      params: { path: { teamId, knowledgeBaseId: id }, query },
    }),
  );
}

export function pushChanges(teamId: string, id: string, body: PushRequest): Promise<PushedChanges> {
  return dataOf(
    client.POST('/api/teams/{teamId}/knowledge-bases/{knowledgeBaseId}/changes', {
      ...at(teamId, id),
      body,
      fetch: sendUpload,
    }),
  );
}

/** Says what is open here, and asks what changed elsewhere. */
export function sendHeartbeat(teamId: string, open: OpenDocument | null): Promise<Heartbeat> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sync', { params: { path: { teamId } }, body: { open } }),
  );
}
