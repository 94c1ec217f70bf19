import { expect, test } from 'vitest';
import type { Coupon } from '../../../api/types';
import { couponState } from './coupon-words';

const coupon = (changes: Partial<Coupon>) =>
  ({
    startsAt: null,
    endsAt: null,
    maxUses: null,
    nUses: 0,
    isArchived: false,
    ...changes,
  }) as Coupon;
const now = Date.parse('2026-03-10T00:00:00Z');

test('a_coupon_says_whether_it_can_be_used', () => {
  expect(couponState(coupon({}), now)).toBe('open');
  expect(couponState(coupon({ startsAt: '2026-03-11T00:00:00Z' }), now)).toBe('later');
  expect(couponState(coupon({ endsAt: '2026-03-10T00:00:00Z' }), now)).toBe('over');
  expect(couponState(coupon({ maxUses: 3, nUses: 3 }), now)).toBe('usedUp');
  expect(couponState(coupon({ isArchived: true }), now)).toBe('archived');
});
