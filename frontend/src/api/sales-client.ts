import { client } from './client';

interface Answer {
  data?: never;
  error?: unknown;
  response: Response;
}
type Call = (path: string, init?: object) => Promise<Answer>;

/** The client for routes of members and money. */
export const sales = client as unknown as Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Call>;

/** Path of a site. */
export const siteAt = '/api/teams/{teamId}/sites/{siteId}';
