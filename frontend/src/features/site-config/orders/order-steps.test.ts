import { expect, test } from 'vitest';
import type { Order } from '../../../api/types';
import { refundable, refundOutcome, stepsOf } from './order-steps';

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
  const ends = (changes: Partial<Order>) => {
    const { accept, close } = stepsOf(order(changes));
    return { accept, close };
  };
  expect(ends({ problems: ['latePayment'] })).toEqual({ accept: true, close: true });
  expect(ends({})).toEqual({ accept: false, close: false });
  expect(ends({ problems: ['disputed'] })).toEqual({ accept: false, close: true });
  expect(ends({ problems: ['disputed', 'overPayment'] })).toEqual({ accept: true, close: true });
});

test('a_refund_that_is_on_its_way_is_told_from_one_that_is_back', () => {
  const before = order({ status: 'paid', paidFen: 9900, refundedFen: 900 });
  const outcome = (changes: Partial<Order>) =>
    refundOutcome(before, { ...before, ...changes }, 3000);
  expect(outcome({ refundedFen: 3900 })).toBe('done');
  expect(outcome({})).toBe('pending');
  expect(outcome({ refundedFen: 1900 })).toBe('pending');
  expect(outcome({ problems: ['refundFailed'] })).toBe('failed');
});
