import { dataOf } from './client';
import { sales as client, siteAt } from './sales-client';
import type { Coupon, CouponTerms, NewCoupon } from './sales-types';

/** Calls on the coupons of a site. Every one fails with an {@link import('./api-error').ApiError}. */

const at = (teamId: string, siteId: string) => ({ params: { path: { teamId, siteId } } });

export function listCoupons(teamId: string, siteId: string): Promise<Coupon[]> {
  return dataOf(client.GET(`${siteAt}/coupons`, at(teamId, siteId)));
}

export function createCoupon(teamId: string, siteId: string, body: NewCoupon): Promise<Coupon> {
  return dataOf(client.POST(`${siteAt}/coupons`, { ...at(teamId, siteId), body }));
}

/** Changes the terms of a coupon, or archives it. */
export function updateCoupon(
  teamId: string,
  siteId: string,
  couponId: string,
  body: CouponTerms,
): Promise<Coupon> {
  const params = { path: { teamId, siteId, couponId } };
  return dataOf(client.PATCH(`${siteAt}/coupons/{couponId}`, { params, body }));
}
