import { client, envelopeOf } from './client';

/** Whether the server answers. Errors: {@link import('./api-error').ApiError}. */
export async function checkHealth(): Promise<void> {
  await envelopeOf(client.GET('/api/health'));
}
