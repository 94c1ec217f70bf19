import { client, dataOf, sendUpload } from './client';
import type {
  ChangedSettings,
  ChangedText,
  Changes,
  MissingMedia,
  Release,
  Releases,
} from './types';

/** Calls on the releases of a site. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

/** What publishing would change. */
export function listChanges(teamId: string, siteId: string): Promise<Changes> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/changes', at(teamId, siteId)));
}

/** The tabs that publishing would change, as visitors see them and as they would be. */
export function listChangedSettings(teamId: string, siteId: string): Promise<ChangedSettings> {
  return dataOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/changed-settings', at(teamId, siteId)),
  );
}

/** Diagrams that pages would show as source, because no browser has drawn them, and images that nobody can load. */
export function listMissingMedia(teamId: string, siteId: string): Promise<MissingMedia> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/missing-media', at(teamId, siteId)));
}

/** Both texts of a document: as visitors read it, and as publishing would make it. */
export function getChange(
  teamId: string,
  siteId: string,
  documentId: string,
): Promise<ChangedText> {
  return dataOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/changes/{documentId}', {
      params: { path: { teamId, siteId, documentId } },
    }),
  );
}

/** The releases, the newest first, and what is planned. */
export function listReleases(teamId: string, siteId: string): Promise<Releases> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/releases', at(teamId, siteId)));
}

/** Publishes the site, or one document of it. Called again with the same key it answers the release that the first call made. */
export function publishSite(
  teamId: string,
  siteId: string,
  note: string,
  key: string,
  documentId?: string,
): Promise<Release> {
  const params = { path: { teamId, siteId }, header: { 'Idempotency-Key': key } };
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/releases', {
      params,
      body: { note, ...(documentId === undefined ? {} : { documentId }) },
      // A large base is rendered within this call.
      fetch: sendUpload,
    }),
  );
}

/** Makes an older release the live one. */
export function restoreRelease(
  teamId: string,
  siteId: string,
  releaseId: string,
): Promise<Release> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/releases/{releaseId}/restore', {
      params: { path: { teamId, siteId, releaseId } },
    }),
  );
}

/** Plans a release. `publishesAt`: a moment within a year, as ISO 8601. */
export async function setSchedule(
  teamId: string,
  siteId: string,
  publishesAt: string,
  note: string,
): Promise<void> {
  await dataOf(
    client.PUT('/api/teams/{teamId}/sites/{siteId}/schedule', {
      ...at(teamId, siteId),
      body: { publishesAt, note },
    }),
  );
}

/** Plans to publish one document. `publishesAt`: a moment within a year, as ISO 8601. */
export async function setDocumentSchedule(
  teamId: string,
  siteId: string,
  documentId: string,
  publishesAt: string,
): Promise<void> {
  await dataOf(
    client.PUT('/api/teams/{teamId}/sites/{siteId}/schedule/{documentId}', {
      params: { path: { teamId, siteId, documentId } },
      body: { publishesAt },
    }),
  );
}

export async function removeDocumentSchedule(
  teamId: string,
  siteId: string,
  documentId: string,
): Promise<void> {
  await dataOf(
    client.DELETE('/api/teams/{teamId}/sites/{siteId}/schedule/{documentId}', {
      params: { path: { teamId, siteId, documentId } },
    }),
  );
}

export async function removeSchedule(teamId: string, siteId: string): Promise<void> {
  await dataOf(client.DELETE('/api/teams/{teamId}/sites/{siteId}/schedule', at(teamId, siteId)));
}
