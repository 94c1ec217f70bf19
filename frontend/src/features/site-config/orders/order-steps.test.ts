import { expect, test } from 'vitest';
import type { Order } from '../../../api/types';
import { refundable, stepsOf } from './order-steps';

const order = (changes: Partial<Order>) =>
  ({
    method: 'manual',
    status: 'pending',
    problems: [],
    paidFen: 0,
    refundedFen: 0,
    ...changes,
  }) as Order;

test('money_that_is_waited_for_is_confirmed_or_not_found', () => {
  expect(stepsOf(order({ status: 'awaitingConfirmation' }))).toMatchObject({
    confirm: true,
    reject: true,
    refund: false,
    receipt: false,
  });
  expect(stepsOf(order({ status: 'pending' }))).toMatchObject({ confirm: true, reject: false });
});

test('what_a_provider_pays_is_never_confirmed_by_hand', () => {
  for (const status of ['pending', 'closed'] as const) {
    expect(stepsOf(order({ method: 'stripe', status })).confirm).toBe(false);
  }
});

test('no_more_goes_back_than_came_in', () => {
  const paid = order({ status: 'partiallyRefunded', paidFen: 9900, refundedFen: 900 });
  expect(refundable(paid)).toBe(9000);
  expect(stepsOf(paid)).toMatchObject({ refund: true, receipt: true });
  expect(stepsOf({ ...paid, refundedFen: 9900, status: 'refunded' }).refund).toBe(false);
});

test('only_a_problem_is_settled', () => {
  expect(stepsOf(order({ problems: ['latePayment'] })).settle).toBe(true);
  expect(stepsOf(order({})).settle).toBe(false);
});
