import { expect, test } from 'vitest';
import { EVERY_ORDER, type OrderFilter, orderFilter, orderQuery } from './order-filter';

const FILTER: OrderFilter = {
  search: '墨客',
  status: 'awaitingConfirmation',
  method: 'manual',
  problem: 'any',
  from: '2026-01-01',
  to: '2026-01-31',
};

test('a_filter_survives_its_address', () => {
  expect(orderFilter.parse(orderFilter.write(FILTER))).toEqual(FILTER);
  expect(orderFilter.write(EVERY_ORDER).size).toBe(0);
});

test('what_is_no_value_counts_as_absent', () => {
  const odd = new URLSearchParams('status=rich&method=cash&problem=none&from=2026-02-30&to=today');
  expect(orderFilter.parse(odd)).toEqual(EVERY_ORDER);
});

test('the_days_of_a_filter_count_whole', () => {
  const { from = '', to = '' } = orderQuery(FILTER);
  expect(new Date(from)).toEqual(new Date(2026, 0, 1));
  expect(new Date(to)).toEqual(new Date(2026, 1, 1));
  expect(orderQuery(EVERY_ORDER)).toEqual({});
});
