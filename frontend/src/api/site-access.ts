import { client, dataOf } from './client';
import type { components } from './generated/schema';

type Schemas = components['schemas'];

type SimulateAccess = Schemas['SimulateAccessRequest'];

/** What rules of access do, by the gate of the server itself. */
export type AccessSimulation = Schemas['AccessSimulationDto'];
export type SimulatedDocument = Schemas['SimulatedDocumentDto'];

/** What an audience sees of a document, and what rules that are not saved yet would change. Errors: {@link import('./api-error').ApiError}. */
export function simulateAccess(
  teamId: string,
  siteId: string,
  request: SimulateAccess,
  signal: AbortSignal,
): Promise<AccessSimulation> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/access/simulate', {
      params: { path: { teamId, siteId } },
      body: request,
      signal,
    }),
  );
}
