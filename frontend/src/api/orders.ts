import { client, dataOf, fileOf } from './client';
import type { Order, OrderDetail, OrderPage, OrderQuery, SalesTodo } from './types';

/** Calls on the orders of a site. Amounts are fen. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

const orderAt = (teamId: string, siteId: string, orderId: string) => ({
  params: { path: { teamId, siteId, orderId } },
});

export function listOrders(
  teamId: string,
  siteId: string,
  query: OrderQuery & { cursor?: string },
): Promise<OrderPage> {
  const params = { path: { teamId, siteId }, query };
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/orders', { params }));
}

/** What there is to do, and the revenue of 30 days. */
export function getSalesTodo(teamId: string, siteId: string): Promise<SalesTodo> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/orders/todo', at(teamId, siteId)));
}

export function getOrder(teamId: string, siteId: string, id: string): Promise<OrderDetail> {
  return dataOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/orders/{orderId}', orderAt(teamId, siteId, id)),
  );
}

/** Manual money came in; without an amount it is what the order asks for. With the same key it comes in once. */
export async function confirmOrder(
  teamId: string,
  siteId: string,
  id: string,
  body: { amountFen?: number; note: string },
  key: string,
): Promise<void> {
  const params = { path: { teamId, siteId, orderId: id }, header: { 'Idempotency-Key': key } };
  await dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/confirm', { params, body }),
  );
}

/** Manual money was not found. */
export async function rejectOrder(
  teamId: string,
  siteId: string,
  id: string,
  reason: string,
): Promise<void> {
  const init = { ...orderAt(teamId, siteId, id), body: { reason } };
  await dataOf(client.POST('/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/reject', init));
}

/**
 * Gives money back; `isOutside` says that it went back by hand. Called again with the same key it gives nothing more.
 *
 * What the answered order has not as refunded is on its way, or failed where it has the problem `refundFailed`.
 */
export function refundOrder(
  teamId: string,
  siteId: string,
  id: string,
  body: { amountFen: number; reason: string; isOutside: boolean },
  key: string,
): Promise<Order> {
  const params = { path: { teamId, siteId, orderId: id }, header: { 'Idempotency-Key': key } };
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/refund', { params, body }),
  );
}

/** Ends a problem of an order. */
export async function settleOrder(
  teamId: string,
  siteId: string,
  id: string,
  body: { decision: 'accept' | 'close'; reason: string },
): Promise<void> {
  await dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/settle', {
      ...orderAt(teamId, siteId, id),
      body,
    }),
  );
}

/** Sends the receipt once more. */
export async function resendReceipt(teamId: string, siteId: string, id: string): Promise<void> {
  await dataOf(
    client.POST(
      '/api/teams/{teamId}/sites/{siteId}/orders/{orderId}/receipt',
      orderAt(teamId, siteId, id),
    ),
  );
}

/** Every order as CSV. */
export function exportOrders(teamId: string, siteId: string): Promise<Blob> {
  return fileOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/orders/export', {
      ...at(teamId, siteId),
      parseAs: 'blob',
    }),
  );
}
