import { client, dataOf } from './client';
import type { components } from './generated/schema';

type Schemas = components['schemas'];

/** Who reads a page. */
export type Audience = Schemas['Audience'];

/** A page of a site; a document without an id is the first one. */
export type PreviewPage = Schemas['PreviewPage'];

export type PreviewRequest = Schemas['PreviewRequest'];

/** The HTML of a page, and the address of the frame that shows it. */
type PreviewDto = Schemas['PreviewDto'];

/** The HTML of a page of a site, with drafts of tabs in place of what is saved. Errors: {@link import('./api-error').ApiError}. */
export function previewSite(
  teamId: string,
  siteId: string,
  request: PreviewRequest,
  signal: AbortSignal,
): Promise<PreviewDto> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/preview', {
      params: { path: { teamId, siteId } },
      body: request,
      signal,
    }),
  );
}
