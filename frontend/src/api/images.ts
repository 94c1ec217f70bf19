import { client, dataOf, sendUpload } from './client';
import type { UploadedImage } from './types';

/** Image calls. `teamId` may be `personal`. Every one fails with an {@link import('./api-error').ApiError}. */

/** Stores an image at a public address. `image`: JPG, PNG, GIF, WebP or SVG. */
export function uploadTeamImage(
  teamId: string,
  image: Blob,
  mime: string,
  signal: AbortSignal,
): Promise<UploadedImage> {
  return dataOf(
    client.POST('/api/teams/{teamId}/images', {
      params: { path: { teamId } },
      body: image as never,
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'Content-Type': mime },
      fetch: sendUpload,
      signal,
    }),
  );
}
