import { dataOf } from './client';
import { sales as client, siteAt } from './sales-client';
import type { NewRedeemBatch, RedeemBatch, RedeemCode } from './sales-types';

/** Calls on the redeem codes of a site. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

const batchAt = (teamId: string, siteId: string, batchId: string) => ({
  params: { path: { teamId, siteId, batchId } },
});

export function listRedeemBatches(teamId: string, siteId: string): Promise<RedeemBatch[]> {
  return dataOf(client.GET(`${siteAt}/redeem-batches`, at(teamId, siteId)));
}

/** Makes codes. This answer is the only one that holds them. */
export function createRedeemBatch(
  teamId: string,
  siteId: string,
  body: NewRedeemBatch,
): Promise<{ batch: RedeemBatch; codes: string[] }> {
  return dataOf(client.POST(`${siteAt}/redeem-batches`, { ...at(teamId, siteId), body }));
}

/** Takes back the codes that nobody has used. */
export async function revokeRedeemBatch(
  teamId: string,
  siteId: string,
  batchId: string,
): Promise<void> {
  await dataOf(
    client.DELETE(`${siteAt}/redeem-batches/{batchId}`, batchAt(teamId, siteId, batchId)),
  );
}

/** The codes of a batch by their last characters. */
export function listRedeemCodes(
  teamId: string,
  siteId: string,
  batchId: string,
): Promise<RedeemCode[]> {
  return dataOf(
    client.GET(`${siteAt}/redeem-batches/{batchId}/codes`, batchAt(teamId, siteId, batchId)),
  );
}
