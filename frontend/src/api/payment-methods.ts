import { client, dataOf } from './client';
import type { PaymentMethod, PaymentMethodChanges, PaymentMethodName } from './types';

/** Calls on how a site is paid. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

const methodAt = (teamId: string, siteId: string, method: PaymentMethodName) => ({
  params: { path: { teamId, siteId, method } },
});

export function listPaymentMethods(teamId: string, siteId: string): Promise<PaymentMethod[]> {
  return dataOf(
    client.GET('/api/teams/{teamId}/sites/{siteId}/payment-methods', at(teamId, siteId)),
  );
}

export function putPaymentMethod(
  teamId: string,
  siteId: string,
  method: PaymentMethodName,
  body: PaymentMethodChanges,
): Promise<PaymentMethod> {
  const init = { ...methodAt(teamId, siteId, method), body };
  return dataOf(client.PUT('/api/teams/{teamId}/sites/{siteId}/payment-methods/{method}', init));
}

/** Asks the provider whether the keys work. */
export async function checkPaymentMethod(
  teamId: string,
  siteId: string,
  method: PaymentMethodName,
): Promise<void> {
  await dataOf(
    client.POST(
      '/api/teams/{teamId}/sites/{siteId}/payment-methods/{method}/check',
      methodAt(teamId, siteId, method),
    ),
  );
}
