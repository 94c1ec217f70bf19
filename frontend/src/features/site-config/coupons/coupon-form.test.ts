import { expect, test } from 'vitest';
import type { Coupon } from '../../../api/types';
import { couponForm, momentOf, randomCode, readCouponForm } from './coupon-form';

const coupon: Coupon = {
  id: '1',
  code: 'SPRING',
  percentOff: null,
  amountOffFen: 1050,
  packageIds: ['p1'],
  startsAt: momentOf('2026-03-01', 0),
  endsAt: momentOf('2026-03-31', 1),
  maxUses: 100,
  maxUsesPerVisitor: 1,
  nUses: 3,
  isArchived: false,
  createdAt: '2026-01-01T00:00:00Z',
};

test('a_coupon_survives_its_form', () => {
  const { id, nUses, isArchived, createdAt, ...asked } = coupon;
  expect(readCouponForm(couponForm(coupon))).toEqual(asked);
});

test('the_last_day_counts_whole', () => {
  const form = couponForm(coupon);
  expect([form.startsOn, form.endsOn]).toEqual(['2026-03-01', '2026-03-31']);
});

test('each_field_that_says_nothing_sound_is_named', () => {
  const form = { ...couponForm(), code: 'a', percent: '101', maxUses: '0', maxUsesPerVisitor: 'x' };
  expect(readCouponForm({ ...form, startsOn: '2026-03-02', endsOn: '2026-03-01' })).toEqual({
    problems: ['code', 'percent', 'endsOn', 'maxUses', 'maxUsesPerVisitor'],
  });
  expect(readCouponForm({ ...couponForm(), code: 'SALE', kind: 'amount', amount: '0' })).toEqual({
    problems: ['amount'],
  });
});

test('a_code_is_written_in_upper_case', () => {
  expect(readCouponForm({ ...couponForm(), code: ' sale-10 ', percent: '10' })).toMatchObject({
    code: 'SALE-10',
    percentOff: 10,
    amountOffFen: null,
  });
});

test('a_code_that_is_made_up_is_one', () => {
  const code = randomCode();
  expect(readCouponForm({ ...couponForm(), code, percent: '10' })).toMatchObject({ code });
});
