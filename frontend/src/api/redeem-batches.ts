import { client, dataOf } from './client';
import type { CreatedRedeemBatch, NewRedeemBatch, RedeemBatch, RedeemCode } from './types';

/** Calls on the redeem codes of a site. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

const batchAt = (teamId: string, siteId: string, batchId: string) => ({
  params: { path: { teamId, siteId, batchId } },
});

export function listRedeemBatches(teamId: string, siteId: string): Promise<RedeemBatch[]> {
  return dataOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/redeem-batches', at(teamId, siteId)),
  );
}

/** Makes codes. This answer is the only one that holds them. */
export function createRedeemBatch(
  teamId: string,
  siteId: string,
  body: NewRedeemBatch,
): Promise<CreatedRedeemBatch> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/redeem-batches', {
      ...at(teamId, siteId),
      body,
    }),
  );
}

/** Takes back the codes that nobody has used. */
export async function revokeRedeemBatch(
  teamId: string,
  siteId: string,
  batchId: string,
): Promise<void> {
  await dataOf(
    client.DELETE(
      '/api/teams/{teamId}/sites/{siteId}/redeem-batches/{batchId}',
      batchAt(teamId, siteId, batchId),
    ),
  );
}

/** The codes of a batch by their last characters. */
export function listRedeemCodes(
  teamId: string,
  siteId: string,
  batchId: string,
): Promise<RedeemCode[]> {
  return dataOf(
    client.GET(
      '/api/teams/{teamId}/sites/{siteId}/redeem-batches/{batchId}/codes',
      batchAt(teamId, siteId, batchId),
    ),
  );
}
