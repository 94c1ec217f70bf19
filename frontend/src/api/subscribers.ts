import { client, dataOf, fileOf } from './client';
import type { components, paths } from './generated/schema';

type Schemas = components['schemas'];
const route = '/api/teams/{teamId}/sites/{siteId}/subscribers' as const;

/** Somebody who asked for letters of a site. */
export type Subscriber = Schemas['SubscriberDto'];

/** What somebody who asked for letters has said. */
export type SubscriberStatus = Schemas['SubscriberStatus'];

/** Which subscribers a list shows. */
type SubscriberQuery = NonNullable<paths[typeof route]['get']['parameters']['query']>;

/** A page of subscribers; no cursor on the last one. */
interface SubscriberPage {
  subscribers: Subscriber[];
  nextCursor: string | null;
  counts: Partial<Record<SubscriberStatus, number>>;
}

/** A page of the subscribers of a site. Errors: {@link import('./api-error').ApiError}. */
export async function listSubscribers(
  teamId: string,
  siteId: string,
  query: SubscriberQuery,
): Promise<SubscriberPage> {
  const page = await dataOf(client.GET(route, { params: { path: { teamId, siteId }, query } }));
  return { ...page, nextCursor: page.nextCursor ?? null };
}

/** Everybody who confirmed the address, as CSV. Errors: {@link import('./api-error').ApiError}. */
export function exportSubscribers(teamId: string, siteId: string): Promise<Blob> {
  const params = { path: { teamId, siteId } };
  return fileOf(client.GET(`${route}/export`, { params, parseAs: 'blob' }));
}
