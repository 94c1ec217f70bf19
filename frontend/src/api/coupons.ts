import { client, dataOf } from './client';
import type { Coupon, CouponTerms, NewCoupon } from './types';

/** Calls on the coupons of a site. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

export function listCoupons(teamId: string, siteId: string): Promise<Coupon[]> {
  return dataOf(client.GET('/api/teams/{teamId}/sites/{siteId}/coupons', at(teamId, siteId)));
}

export function createCoupon(teamId: string, siteId: string, body: NewCoupon): Promise<Coupon> {
  return dataOf(
    client.POST('/api/teams/{teamId}/sites/{siteId}/coupons', { ...at(teamId, siteId), body }),
  );
}

/** Changes the terms of a coupon, or archives it. */
export function updateCoupon(
  teamId: string,
  siteId: string,
  couponId: string,
  body: CouponTerms,
): Promise<Coupon> {
  const params = { path: { teamId, siteId, couponId } };
  return dataOf(
    client.PATCH('/api/teams/{teamId}/sites/{siteId}/coupons/{couponId}', { params, body }),
  );
}
